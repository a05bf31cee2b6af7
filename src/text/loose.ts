const NON_ASCII = /\P{ASCII}/u;
const GREEK_MARKED = /[\u0370-\u03ff\u1f00-\u1fff]/;
/** Arabic harakat, superscript alef, Koranic signs and the stretching tatweel; Hebrew points and cantillation. */
const POINTS = /\u0640|(?:(?=[\p{Script_Extensions=Arabic}\p{Script=Hebrew}])\p{Mn})/gu;

/**
 * What people type when they leave out what their script lets them leave out: Greek without tonos, Arabic and Hebrew
 * without points, `е` for `ё`. Words with the same loose form match in the typo stage at any length.
 */
export function looseForm(word: string): string {
  if (!NON_ASCII.test(word)) return word;
  let loose = word.replaceAll('ё', 'е').replace(POINTS, '');
  if (GREEK_MARKED.test(loose)) {
    loose = loose
      .normalize('NFD')
      .replaceAll(/(\p{Script=Greek})\p{M}+/gu, '$1')
      .normalize('NFC');
  }
  return loose === '' ? word : loose;
}
