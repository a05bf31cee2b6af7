/** British and American spellings, and others of which both are right: words that a merchant's sources mix. */
const SPELLINGS: readonly (readonly [string, string])[] = [
  ['grey', 'gray'],
  ['tyre', 'tire'],
  ['tyres', 'tires'],
  ['aluminium', 'aluminum'],
  ['jewellery', 'jewelry'],
  ['pyjamas', 'pajamas'],
  ['mould', 'mold'],
  ['plough', 'plow'],
  ['yoghurt', 'yogurt'],
  ['whisky', 'whiskey'],
  ['doughnut', 'donut'],
  ['licence', 'license'],
  ['programme', 'program'],
  ['cosy', 'cozy'],
  ['moustache', 'mustache'],
  ['sulphur', 'sulfur'],
  ['storey', 'story'],
  ['kerb', 'curb'],
];

/** Endings, of words that have some letters before them. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ['our', 'or'],
  ['ours', 'ors'],
  ['oured', 'ored'],
  ['ouring', 'oring'],
  ['tre', 'ter'],
  ['tres', 'ters'],
  ['bre', 'ber'],
  ['iser', 'izer'],
  ['isers', 'izers'],
  ['ising', 'izing'],
  ['ised', 'ized'],
  ['ise', 'ize'],
  ['ogue', 'og'],
  ['elled', 'eled'],
  ['elling', 'eling'],
  ['eller', 'eler'],
];
const LEAST_LEFT = 3;

const known = new Map<string, string[]>();
for (const [british, american] of SPELLINGS) known.set(british, [...(known.get(british) ?? []), american]);

/** American forms of a British word; none of another. Each pair is so met once. */
export function otherSpellings(word: string): string[] {
  const others = [...(known.get(word) ?? [])];
  for (const [british, american] of ENDINGS) {
    const left = word.length - british.length;
    if (left >= LEAST_LEFT && word.endsWith(british)) others.push(word.slice(0, left) + american);
  }
  return others;
}
