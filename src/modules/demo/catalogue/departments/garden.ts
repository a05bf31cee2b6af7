import type { Family } from '../family.ts';

export const garden: readonly Family[] = [
  {
    path: 'Garden > Garden Tools',
    icon: 'spade',
    axis: 'handle',
    variants: 'ash wood, fibreglass +6',
    attributes: { material: 'hardened steel' },
    tags: ['gardening'],
    note: 'Every part can be ordered as a spare.',
    models: [
      ['Bramblecot', 'Border Spade', 44.9, 'A narrow blade for planting between what already grows.'],
      [
        'Bramblecot',
        'Bypass Secateurs',
        32.5,
        'Cuts that heal: the blades pass each other like scissors.',
        'right-handed, left-handed',
        { icon: 'shears', axis: 'hand' },
      ],
      [
        'Bramblecot',
        'Telescopic Hedge Shears',
        49.9,
        'From 70 to 100 cm, with wavy blades that hold the twig.',
        undefined,
        { icon: 'shears' },
      ],
    ],
  },
  {
    path: 'Garden > Pots & Planters',
    icon: 'planter',
    axis: 'colour',
    variants: 'terracotta, white, charcoal',
    attributes: { size: ['14 cm', '20 cm', '28 cm'], material: 'terracotta' },
    tags: ['gardening', 'balcony'],
    note: 'Frost-proof down to −15 °C.',
    models: [
      [
        'Bramblecot',
        'Glazed Plant Pot with Saucer',
        18.9,
        'A drainage hole, a saucer that fits and a glaze that runs a little.',
        'terracotta, teal, mustard, white',
      ],
      [
        'Fernhollow',
        'Self-Watering Balcony Planter',
        34.9,
        'A hidden tank keeps geraniums alive for two weeks of holidays.',
        'charcoal, white, olive',
        { attributes: { material: 'recycled plastic', size: '60 cm' } },
      ],
      [
        'Bramblecot',
        'Long-Spout Watering Can 5 L',
        29.9,
        'Pours where you point it and does not drip on the sill.',
        'forest green, yellow, grey',
        { icon: 'wateringCan', attributes: { material: 'galvanised steel', size: '5 l' } },
      ],
      [
        'Bramblecot',
        'Hanging Macramé Planter',
        22.5,
        'Knotted from recycled cotton cord, for pots up to 18 cm.',
        'natural, grey, terracotta',
        { attributes: { material: 'recycled cotton', size: '18 cm' } },
      ],
    ],
  },
];
