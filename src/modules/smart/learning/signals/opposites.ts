import { stem } from '../../../../text/index.ts';

/**
 * Words that shoppers exchange without meaning the same: each line is a family whose members are alternatives. A shopper who
 * finds no red one and takes a blue one has not taught us that red is blue. English and the larger European languages,
 * for shops whose catalogue does not tell (`slots.ts` learns alternatives of any language from it).
 */
const FAMILIES = `
black white red blue green yellow orange purple pink brown grey gray beige silver gold navy turquoise cream ivory bronze
schwarz weiss rot blau grun gelb lila rosa braun grau silber
noir blanc rouge bleu vert jaune violet rose marron gris argent
negro blanco rojo azul verde amarillo morado naranja marron plata dorado
nero bianco rosso blu verde giallo viola arancione marrone grigio argento oro
zwart wit rood blauw groen geel paars roze bruin grijs zilver goud
xxs xs s m l xl xxl xxxl small medium large extra
klein mittel gross petit moyen grand pequeno mediano grande piccolo medio kort lang short long tall
men women man woman mens womens boys girls boy girl kids kid baby ladies unisex male female
herren damen jungen madchen kinder homme femme garcon fille enfant hombre mujer nino nina uomo donna bambino heren dames
indoor outdoor inside outside interior exterior innen aussen interieur exterieur
wired wireless corded cordless kabelgebunden kabellos filaire
left right links rechts gauche droite izquierda derecha
hot cold warm cool heiss kalt chaud froid caliente frio
new used refurbished neu gebraucht neuf occasion nuevo usado nuovo usato
hard soft wet dry matt matte glossy mat brillant
summer winter spring autumn sommer ete hiver verano invierno estate inverno
front rear back vorne hinten avant arriere delantero trasero
upper lower top bottom oben unten
on off open closed
light dark heavy hell dunkel leicht schwer
male female plug socket stecker buchse
cheap expensive premium budget
single double triple twin king queen
input output analog digital analogue
buy sell rent
cotton polyester wool silk linen leather suede denim baumwolle wolle seide leder coton laine soie cuir algodon lana seta wood wooden metal plastic glass steel aluminium aluminum holz metall glas bois verre madera vidrio legno vetro
monday tuesday wednesday thursday friday saturday sunday
gas electric diesel petrol elektrisch benzin
`;

/** The families of each word, by its stem in a language: `rojas` is of the family of `rojo`. */
const familiesIn = new Map<string, Map<string, Set<number>>>();

function familiesOf(word: string, locale: string): Set<number> | undefined {
  let families = familiesIn.get(locale);
  if (!families) familiesIn.set(locale, (families = byStem(locale)));
  return families.get(stem(word, locale));
}

function byStem(locale: string): Map<string, Set<number>> {
  const families = new Map<string, Set<number>>();
  FAMILIES.trim()
    .split('\n')
    .forEach((line, family) => {
      for (const word of line.split(' ')) {
        const root = stem(word, locale);
        const known = families.get(root);
        if (known) known.add(family);
        else families.set(root, new Set([family]));
      }
    });
  return families;
}

const LISTED = new Set(FAMILIES.split(/\s+/));

/** `niños` and `niñas`: a stemmer takes them for one word. */
export function areGenders(a: string, b: string): boolean {
  const [one, other] = [a.replace(/s$/, ''), b.replace(/s$/, '')];
  return one !== other && one.slice(0, -1) === other.slice(0, -1) && LISTED.has(one) && LISTED.has(other);
}

/** `wired` and `wireless`, `un…`, `non…`: the same stem affirmed and denied. */
const DENIALS = ['un', 'in', 'non', 'anti', 'dis', 'de'];

/** `locale`: BCP 47, the shop's language. */
export function areOpposites(a: string, b: string, locale: string): boolean {
  if (stem(a, locale) === stem(b, locale)) return areGenders(a, b);
  const [left, right] = [familiesOf(a, locale), familiesOf(b, locale)];
  if (left && right && !left.isDisjointFrom(right)) return true;
  if (DENIALS.some((denial) => a === denial + b || b === denial + a)) return true;
  return deniedBy(a, b) || deniedBy(b, a);
}

const deniedBy = (a: string, b: string): boolean =>
  a.endsWith('less') && b.endsWith('ful') && a.slice(0, -4) === b.slice(0, -3);
