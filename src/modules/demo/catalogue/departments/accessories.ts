import type { Family } from '../family.ts';

export const accessories: readonly Family[] = [
  {
    path: 'Clothing > Accessories > Hats & Scarves',
    icon: 'hat',
    axis: 'colour',
    variants: 'grey, navy, mustard, burgundy',
    attributes: { size: 'one size', material: 'lambswool', gender: 'unisex' },
    tags: ['winter', 'gift'],
    note: 'Knitted in a family workshop, 60 km from our warehouse.',
    models: [
      ['Sørvind', 'Ribbed Wool Beanie', 24.9, 'Double-layered over the ears and long enough to turn up twice.'],
      [
        'Sørvind',
        'Fringed Lambswool Scarf',
        39,
        'Two metres of soft lambswool with hand-twisted fringes.',
        'grey, red, teal, cream',
        { icon: 'scarf' },
      ],
      [
        'Castoro',
        'Washed Baseball Cap',
        18.5,
        'Six panels, an embroidered eyelet on each and a brass buckle at the back.',
        'black, sand, navy, pink',
        { icon: 'cap', attributes: { material: 'cotton' } },
      ],
    ],
  },
  {
    path: 'Clothing > Accessories > Socks',
    icon: 'sock',
    axis: 'colour',
    variants: 'black, grey, navy',
    attributes: { size: ['36-38', '39-41', '42-44', '45-47'], material: ['cotton', 'polyamide'], gender: 'unisex' },
    tags: ['basics', 'multipack'],
    note: 'Hand-linked toes: no seam to feel.',
    models: [
      [
        'Halden & Rowe',
        'Cotton Socks, Pack of 5',
        21.9,
        'Five pairs of plain socks with a cuff that stays up and does not press.',
      ],
      [
        'Norrvik',
        'Merino Hiking Socks',
        17.9,
        'Cushioned at heel and toe, thin over the instep, and they never smell.',
        'charcoal, forest green, orange',
        { attributes: { material: ['merino wool', 'polyamide'] } },
      ],
      [
        'Tessaro',
        'No-Show Socks, Pack of 3',
        12.9,
        'Invisible in sneakers, held by a silicone strip at the heel.',
        'white, black, rose',
      ],
    ],
  },
];
