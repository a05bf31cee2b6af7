import { filterFault, type FilterFault } from './filter-form.ts';
import { hasBanner, type RuleForm } from './rule-form.ts';

export type Fault =
  | FilterFault
  | 'fault_needed'
  | 'fault_words'
  | 'fault_language'
  | 'fault_place'
  | 'fault_place_taken'
  | 'fault_both'
  | 'fault_weight'
  | 'fault_link'
  | 'fault_priority'
  | 'fault_order'
  | 'fault_no_action';

export const MAX_PLACE = 1_000;
export const WEIGHT = { min: 1, max: 10 };
export const MAX_PRIORITY = 1_000_000;

/** What can be told before the service is asked, by the pointers that it would use. */
export function faultsOf(form: RuleForm): ReadonlyMap<string, Fault> {
  const faults = new Map<string, Fault>();
  const add = (pointer: string, fault: Fault | null | false | undefined): void => {
    if (fault) faults.set(pointer, fault);
  };
  add('/name', form.name.trim() === '' && 'fault_needed');
  form.conditions.forEach(({ pattern, locale }, at) => {
    add(`/conditions/${at}/pattern`, !/[\p{L}\p{N}]/u.test(pattern) && 'fault_words');
    add(`/conditions/${at}/locale`, !isLanguage(locale.trim()) && 'fault_language');
  });
  form.pins.forEach(({ id, place }, at) => {
    const taken = form.pins.some((other, before) => before < at && Number(other.place) === Number(place));
    add(`/actions/pin/${at}/position`, isPlace(place) ? taken && 'fault_place_taken' : 'fault_place');
    add(`/actions/pin/${at}/id`, form.hidden.includes(id) && 'fault_both');
  });
  form.boosts.forEach(({ filter, weight }, at) => {
    add(`/actions/boost/${at}/filter`, filterFault(filter));
    const number = Number(weight);
    const sound = weight.trim() !== '' && number >= WEIGHT.min && number <= WEIGHT.max;
    add(`/actions/boost/${at}/weight`, !sound && 'fault_weight');
  });
  form.buries.forEach(({ filter }, at) => add(`/actions/bury/${at}/filter`, filterFault(filter)));
  add('/actions/filter', form.filter && filterFault(form.filter));
  add('/actions/replace_query', form.replace.trim() !== '' && !/[\p{L}\p{N}]/u.test(form.replace) && 'fault_words');
  add('/actions/redirect', !isLink(form.redirect.trim()) && 'fault_link');
  const { title, image, url } = form.banner;
  add('/actions/banner/title', hasBanner(form.banner) && title.trim() === '' && 'fault_needed');
  add('/actions/banner/image', !isLink(image.trim()) && 'fault_link');
  add('/actions/banner/url', !isLink(url.trim()) && 'fault_link');
  const priority = Number(form.priority);
  const whole = form.priority.trim() !== '' && Number.isInteger(priority) && Math.abs(priority) <= MAX_PRIORITY;
  add('/priority', !whole && 'fault_priority');
  add('/ends_at', form.starts !== '' && form.ends !== '' && form.ends <= form.starts && 'fault_order');
  add('/actions', !acts(form) && 'fault_no_action');
  return faults;
}

function acts({ pins, hidden, boosts, buries, filter, replace, redirect, banner }: RuleForm): boolean {
  const lists = [pins, hidden, boosts, buries].some((list) => list.length > 0);
  return lists || filter !== null || replace.trim() !== '' || redirect.trim() !== '' || hasBanner(banner);
}

const isPlace = (place: string): boolean =>
  place.trim() !== '' && Number.isInteger(Number(place)) && Number(place) >= 1 && Number(place) <= MAX_PLACE;

function isLanguage(locale: string): boolean {
  try {
    return locale === '' || Intl.getCanonicalLocales(locale).length === 1;
  } catch {
    return false;
  }
}

/** As the service sees it: http(s), or a path of the site. */
function isLink(link: string): boolean {
  if (link === '') return true;
  if (/[\s\\]/u.test(link) || link.startsWith('//')) return false;
  return link.startsWith('/') || (/^https?:\/\//i.test(link) && URL.canParse(link));
}
