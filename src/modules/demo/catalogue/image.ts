import { colourOf, isColour, mix } from './colours.ts';
import { families } from './departments/index.ts';
import type { DemoDocument } from './document.ts';
import { icons, type IconName } from './icons/index.ts';

const iconOfPath = new Map<string, IconName>(families.map(({ path, icon }) => [path, icon]));
/** Single models with a drawing of their own, by the words that begin their titles. */
const iconOfModel = families.flatMap(({ models }) =>
  models.flatMap(([brand, name, , , , details]) =>
    details?.icon ? [[`${brand} ${name}`, details.icon] as const] : [],
  ),
);

const INK = '#26303a';
const PAPER = '#ffffff';
/** White and cream would vanish on a tint of themselves. */
const GROUND_FOR_PALE = '#a9bac6';
const COLOURS_OF_COLOURLESS = ['teal', 'terracotta', 'mustard', 'navy', 'forest green', 'rose', 'lilac', 'burgundy'];
const ACCENT_ON_COOL = '#e9a23b';
const ACCENT_ON_WARM = '#4f7f8f';

/** A drawing of the product as an SVG document; needs no font or file from elsewhere. */
export function demoImage(document: DemoDocument): string {
  const hex = drawingColour(document);
  const ground = isPale(hex) ? GROUND_FOR_PALE : hex;
  const background = mix(ground, PAPER, isPale(hex) ? 0.35 : 0.78);
  const title = escapeXml(document.title);
  const drawing = paint(icons[iconFor(document)], hex);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    '<defs>',
    `<radialGradient id="b" cx="50%" cy="42%" r="75%"><stop offset="0" stop-color="${mix(background, PAPER, 0.55)}"/>`,
    `<stop offset="1" stop-color="${mix(background, ground, 0.12)}"/></radialGradient>`,
    '</defs>',
    '<rect width="400" height="400" fill="url(#b)"/>',
    `<circle cx="200" cy="192" r="148" fill="${PAPER}" opacity=".45"/>`,
    `<ellipse cx="200" cy="330" rx="104" ry="13" fill="${INK}" opacity=".13"/>`,
    `<g transform="translate(65 55) scale(1.35)">${drawing}</g>`,
    `<text x="24" y="376" font-family="Georgia, 'Times New Roman', serif" font-size="24" letter-spacing="3" fill="${INK}" opacity=".55">`,
    `${escapeXml(initials(document.brand))}</text>`,
    '</svg>',
  ].join('');
}

function iconFor({ title, categories }: DemoDocument): IconName {
  const ofModel = iconOfModel.find(([beginning]) => title.startsWith(beginning));
  return ofModel?.[1] ?? iconOfPath.get(categories[0] ?? '') ?? 'bag';
}

function paint(drawing: string, hex: string): string {
  const colours: Record<string, string> = {
    m: hex,
    d: mix(hex, INK, 0.38),
    l: mix(hex, PAPER, 0.62),
    a: isWarm(hex) ? ACCENT_ON_WARM : ACCENT_ON_COOL,
  };
  return drawing.replaceAll(/\{([mdla])\}/g, (_, name: string) => colours[name]!);
}

/** Its own colour, else the first of those it comes in, else one drawn from its text. */
function drawingColour(document: DemoDocument): string {
  const own = [document.attributes['colour'] ?? []].flat().find(isColour);
  if (own !== undefined) return colourOf(own).hex;
  const sum = [...document.description].reduce((total, character) => total + character.codePointAt(0)!, 0);
  return colourOf(COLOURS_OF_COLOURLESS[sum % COLOURS_OF_COLOURLESS.length]).hex;
}

function isPale(hex: string): boolean {
  return [1, 3, 5].every((at) => Number.parseInt(hex.slice(at, at + 2), 16) > 180);
}

function isWarm(hex: string): boolean {
  return Number.parseInt(hex.slice(1, 3), 16) > Number.parseInt(hex.slice(5, 7), 16) + 40;
}

function initials(brand: string): string {
  return brand
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .map((word) => [...word][0]!.toUpperCase())
    .join('');
}

function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
