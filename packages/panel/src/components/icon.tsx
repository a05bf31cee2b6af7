/** Drawn in a box of 20 by strokes of the text's colour. */
const SHAPES = {
  overview: 'M3 16V9m5 7V4m5 12v-5m4 5V7',
  suggestions: 'M10 2.5v2M4.5 5 6 6.5M15.5 5 14 6.5M7.5 14.5h5M8 17.5h4M10 6.5a4 4 0 0 0-2.5 7.1h5A4 4 0 0 0 10 6.5Z',
  opportunities: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12Zm4.3-1.7L17.5 17.5M9 6.5v5M6.5 9h5',
  preview: 'M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Zm8 2.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z',
  rules: 'M3 5h9m3 0h2M3 10h2m3 0h9M3 15h7m3 0h4M13.5 3.5v3M6.5 8.5v3m5 2v3',
  catalogue: 'M3 6.5 10 3l7 3.5v7L10 17l-7-3.5Zm0 0L10 10l7-3.5M10 10v7',
  keys: 'M12.5 11.5a4 4 0 1 0-3.7-2.5L3 14.8V17h2.5v-2H8v-2l1.6-1.7a4 4 0 0 0 2.9.2Zm.8-4.8h.01',
  settings:
    'M10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM10 2v2.5m0 11V18M2 10h2.5m11 0H18M4.3 4.3l1.8 1.8m7.8 7.8 1.8 1.8m0-11.4-1.8 1.8m-7.8 7.8-1.8 1.8',
  person: 'M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6.5 7c.6-3.2 3.3-4.5 6.5-4.5s5.9 1.3 6.5 4.5',
  check: 'm4 10.5 4 4 8-9',
  close: 'm5 5 10 10M15 5 5 15',
  undo: 'M7 4 3.5 7.5 7 11M4 7.5h7.5a4.5 4.5 0 0 1 0 9H8',
  chevron: 'm6 8 4 4 4-4',
  back: 'M12 4.5 6.5 10l5.5 5.5',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  download: 'M10 3v9.5m-4-3.5 4 4 4-4M4 16.5h12',
  warning: 'M10 3 2.5 16.5h15Zm0 5v4m0 2.3v.01',
  offline:
    'M3 3l14 14M6 9.5a6 6 0 0 1 3-1.4m3.5.7A6 6 0 0 1 14 9.5M3 6.5a10 10 0 0 1 2.8-1.7M9 4a10 10 0 0 1 8 2.5M8.2 12.3a3 3 0 0 1 3.6 0M10 15.5h.01',
  pin: 'M7.5 3h5l-.7 5 2.7 3h-9l2.7-3Zm2.5 8v6',
  help: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM7.8 7.8a2.3 2.3 0 1 1 3.2 2.2c-.7.3-1 .7-1 1.5m0 2.3v.01',
} as const;

export type IconName = keyof typeof SHAPES;

/** Decoration: whatever it says is said by a text too. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path
        d={SHAPES[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={name === 'more' ? 2.4 : 1.6}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
