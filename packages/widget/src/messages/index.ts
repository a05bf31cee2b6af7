import { Formats } from '../core/format.ts';
import { de } from './de.ts';
import { en, type Messages } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

export type { Messages } from './en.ts';

const languages: Record<string, Messages> = { en, de, es, fr };

/** A message with one form, or with a form for each plural category. */
type Forms = string | Partial<Record<Intl.LDMLPluralRule, string>>;

/** The widget's words in one language, with numbers and prices of its locale. */
export class Texts {
  readonly formats: Formats;
  readonly messages: Messages;

  /** A language that we do not speak is answered in English; a shop brings its own words as `own`. */
  constructor(locale: string, own: Partial<Messages> = {}) {
    this.formats = new Formats(locale);
    const known = languages[this.formats.locale.split('-')[0]!] ?? en;
    this.messages = {
      ...known,
      ...own,
      sorts: { ...known.sorts, ...own.sorts },
      fields: { ...known.fields, ...own.fields },
    };
  }

  say(forms: Forms, values: Record<string, string | number> = {}): string {
    const count = values['count'];
    const text =
      typeof forms === 'string'
        ? forms
        : ((typeof count === 'number' ? forms[this.formats.plural(count)] : undefined) ?? forms.other ?? '');
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return value === undefined ? whole : typeof value === 'number' ? this.formats.number(value) : value;
    });
  }

  /** `attributes.shoe_size` is "Shoe size" unless the shop says otherwise. */
  field(field: string): string {
    const known = this.messages.fields[field];
    if (known) return known;
    const name = field
      .replace(/^attributes\./, '')
      .replaceAll(/[_.-]+/g, ' ')
      .trim();
    return name.charAt(0).toLocaleUpperCase(this.formats.locale) + name.slice(1);
  }
}
