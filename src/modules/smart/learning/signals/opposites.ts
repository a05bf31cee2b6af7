import { stem } from '../../../../text/index.ts';

/**
 * Words that shoppers exchange without meaning the same: each line is a family whose members are alternatives, and `grey/gray`
 * are one member. A shopper who finds no red one and takes a blue one has not taught us that red is blue. English and the
 * larger European languages, for shops whose catalogue does not tell (`slots.ts` learns alternatives of any language from it).
 * A line has one language, and a word means the same in every line: `wool` and `lana` may well be exchanged.
 */
const FAMILIES = `
black white red blue green yellow orange purple pink brown grey/gray beige silver gold navy turquoise cream ivory bronze
schwarz weiss rot blau grun gelb lila rosa braun grau silber
noir blanc/blanche rouge bleu vert jaune violet/violette rose marron gris argent
negro blanco rojo azul verde amarillo morado naranja marron plata dorado
nero bianco/bianchi/bianche rosso blu verde giallo viola arancione marrone grigio argento oro
zwart wit rood blauw groen geel paars roze bruin grijs zilver goud
xxs xs s/small m/medium l/large xl/extra xxl xxxl
klein mittel gross
petit moyen grand
pequeno mediano grande
piccolo medio grande
short long
kurz lang
kort lang
short tall
men/man/mens/male women/woman/womens/ladies/female boys/boy girls/girl kids/kid baby unisex
herren damen jungen madchen kinder
homme femme garcon fille enfant
hombre mujer nino nina
uomo donna bambino
heren dames
indoor/inside/interior outdoor/outside/exterior
innen aussen
interieur exterieur
wired/corded wireless/cordless
kabelgebunden kabellos
left right
links rechts
gauche droite
izquierda derecha
hot cold warm cool
heiss kalt
chaud froid
caliente frio
new used/refurbished
neu gebraucht
neuf/neuve occasion
nuevo usado
nuovo usato
hard soft
wet dry
matt/matte/mat glossy/brillant
summer winter spring autumn
sommer winter
ete hiver
verano invierno
estate inverno
front rear/back
vorne hinten
avant arriere
delantero trasero
upper/top lower/bottom
oben unten
on off
open closed
light dark heavy
hell dunkel
leicht schwer
plug socket
stecker buchse
cheap/budget expensive/premium
single double triple twin king queen
input output
analog/analogue digital
buy/sell rent
cotton polyester wool silk linen leather suede denim
baumwolle wolle seide leder
coton laine soie cuir
algodon lana seta
algodon lana seda cuero
wood/wooden metal plastic glass steel aluminium/aluminum
holz metall glas
bois verre
madera vidrio
legno vetro
monday tuesday wednesday thursday friday saturday sunday
gas electric diesel petrol
elektrisch benzin
`;

/** Of each word, by its stem in a language, which member of which families it is: `rojas` is of the family of `rojo`. */
const membersIn = new Map<string, Map<string, Map<number, number>>>();

function membershipsOf(word: string, locale: string): Map<number, number> | undefined {
  let members = membersIn.get(locale);
  if (!members) membersIn.set(locale, (members = byStem(locale)));
  return members.get(stem(word, locale));
}

function byStem(locale: string): Map<string, Map<number, number>> {
  const members = new Map<string, Map<number, number>>();
  for (const [family, line] of FAMILIES.trim().split('\n').entries()) {
    for (const [member, forms] of line.split(' ').entries()) {
      for (const form of forms.split('/')) {
        const root = stem(form, locale);
        const known = members.get(root) ?? new Map<number, number>();
        if (!known.has(family)) known.set(family, member);
        members.set(root, known);
      }
    }
  }
  return members;
}

function areDifferentMembers(a: string, b: string, locale: string): boolean {
  const [left, right] = [membershipsOf(a, locale), membershipsOf(b, locale)];
  return [...(left ?? [])].some(([family, member]) => right?.has(family) && right.get(family) !== member);
}

const LISTED = new Set(FAMILIES.split(/[\s/]+/));

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
  if (areDifferentMembers(a, b, locale)) return true;
  if (DENIALS.some((denial) => a === denial + b || b === denial + a)) return true;
  return deniedBy(a, b) || deniedBy(b, a);
}

const deniedBy = (a: string, b: string): boolean =>
  a.endsWith('less') && b.endsWith('ful') && a.slice(0, -4) === b.slice(0, -3);
