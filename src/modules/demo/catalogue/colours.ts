export interface Colour {
  hex: string;
  /** Last letters of an article number. */
  code: string;
  /** Completes "Shown here in forest green, …". */
  description: string;
}

const COLOURS: Readonly<Record<string, Colour>> = {
  white: { hex: '#f4f1ea', code: 'WH', description: 'a soft white without a blue cast' },
  cream: { hex: '#eadfc4', code: 'CR', description: 'warm and easy to combine' },
  natural: { hex: '#d8c3a0', code: 'NT', description: 'left undyed' },
  sand: { hex: '#cfae80', code: 'SD', description: 'the tone of a dry beach' },
  brown: { hex: '#7d5134', code: 'BR', description: 'a warm chestnut' },
  walnut: { hex: '#6a4630', code: 'WA', description: 'dark and finely grained' },
  oak: { hex: '#c39a63', code: 'OK', description: 'pale with a visible grain' },
  terracotta: { hex: '#c4623f', code: 'TC', description: 'the red of sun-baked roof tiles' },
  orange: { hex: '#e8822e', code: 'OR', description: 'bright enough to be seen from afar' },
  mustard: { hex: '#d7a32c', code: 'MU', description: 'a mellow yellow' },
  yellow: { hex: '#f0c93a', code: 'YE', description: 'a cheerful lemon tone' },
  gold: { hex: '#c9a24b', code: 'GO', description: 'brushed, not shiny' },
  red: { hex: '#c8342f', code: 'RD', description: 'a clear postbox red' },
  burgundy: { hex: '#742538', code: 'BU', description: 'as deep as red wine' },
  pink: { hex: '#e79aae', code: 'PK', description: 'a light blossom shade' },
  rose: { hex: '#c97b7b', code: 'RO', description: 'dusty and quiet' },
  lilac: { hex: '#a994cf', code: 'LI', description: 'between lavender and grey' },
  navy: { hex: '#25375c', code: 'NV', description: 'a blue that passes for black at night' },
  blue: { hex: '#3a6fb5', code: 'BL', description: 'a strong cornflower blue' },
  'sky blue': { hex: '#8dbbe0', code: 'SB', description: 'the pale blue of a clear morning' },
  teal: { hex: '#2f7f83', code: 'TE', description: 'half blue, half green' },
  mint: { hex: '#9fd3b8', code: 'MI', description: 'fresh and light' },
  'forest green': { hex: '#2f5d46', code: 'FG', description: 'a deep shade of pine' },
  olive: { hex: '#76773f', code: 'OL', description: 'muted and earthy' },
  grey: { hex: '#9a9ea3', code: 'GY', description: 'a neutral mid-tone' },
  charcoal: { hex: '#474b52', code: 'CH', description: 'dark and slightly mottled' },
  black: { hex: '#2a2a2e', code: 'BK', description: 'dyed through, so that it stays black' },
  silver: { hex: '#bcc3c9', code: 'SI', description: 'with a satin finish' },
};

const NEUTRAL: Colour = { hex: '#7f93a8', code: 'XX', description: '' };

export function isColour(name: string): boolean {
  return Object.hasOwn(COLOURS, name);
}

export function colourOf(name: string | undefined): Colour {
  return name !== undefined && isColour(name) ? COLOURS[name]! : NEUTRAL;
}

/** `amount` 0 leaves `hex` as it is, 1 gives `other`. */
export function mix(hex: string, other: string, amount: number): string {
  const channels = [1, 3, 5].map((at) => {
    const from = Number.parseInt(hex.slice(at, at + 2), 16);
    const to = Number.parseInt(other.slice(at, at + 2), 16);
    return Math.round(from + (to - from) * amount)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
