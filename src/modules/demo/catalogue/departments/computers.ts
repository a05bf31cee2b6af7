import type { Family } from '../family.ts';

export const computers: readonly Family[] = [
  {
    path: 'Computers > Laptops',
    icon: 'laptop',
    axis: 'memory',
    variants: '8 GB / 256 GB, 16 GB / 512 GB +200, 32 GB / 1 TB +550',
    attributes: { colour: ['silver', 'charcoal'], keyboard: ['QWERTY', 'QWERTZ', 'AZERTY'] },
    tags: ['work', 'study'],
    note: 'Battery and storage can be replaced with a common screwdriver.',
    models: [
      [
        'Ordwell',
        'Slate 14 Laptop',
        899,
        'A 14-inch matte display, 1.2 kg and a keyboard that you will not want to give back.',
      ],
      [
        'Ordwell',
        'Slate 16 Pro Laptop',
        1499,
        'A dedicated graphics chip and a 120 Hz panel for editing, modelling and the evening game.',
        '16 GB / 512 GB, 32 GB / 1 TB +350, 64 GB / 2 TB +1100',
      ],
      [
        'Kumo',
        'Breeze 13 Ultralight Laptop',
        1199,
        'Less than a kilogram, fanless and 19 hours on battery.',
        '16 GB / 512 GB, 16 GB / 1 TB +180',
      ],
    ],
  },
  {
    path: 'Computers > Keyboards & Mice',
    icon: 'keyboard',
    axis: 'layout',
    variants: 'US, UK, German, French, Spanish',
    attributes: { connection: ['bluetooth', 'usb-c'], colour: ['white', 'charcoal'] },
    tags: ['office', 'typing'],
    note: 'Switches between three devices at the press of a key.',
    models: [
      [
        'Kumo',
        'Low-Profile Mechanical Keyboard',
        119,
        'Quiet tactile switches, an aluminium frame and a battery that lasts a season.',
      ],
      ['Kumo', 'Compact Wireless Keyboard', 54.9, 'All the keys you use and none of the others.'],
      [
        'Quillon',
        'Ergonomic Split Keyboard',
        169,
        'Two halves, tented to let the wrists rest straight.',
        'US, UK, German',
      ],
    ],
  },
  {
    path: 'Computers > Monitors',
    icon: 'monitor',
    axis: 'size',
    variants: '24 inch, 27 inch +90, 32 inch +220',
    attributes: { connector: ['usb-c', 'HDMI', 'DisplayPort'], colour: 'black' },
    tags: ['office', 'display'],
    note: 'Height-adjustable stand; the VESA mount is underneath.',
    models: [
      ['Ordwell', 'USB-C Office Monitor', 249, 'One cable for picture, data and 90 watts of power.'],
      [
        'Kumo',
        '4K Colour-Accurate Monitor',
        429,
        'Calibrated at the factory, with a report in the box.',
        '27 inch, 32 inch +180',
      ],
    ],
  },
  {
    path: 'Computers > Storage',
    icon: 'drive',
    axis: 'capacity',
    variants: '500 GB, 1 TB +40, 2 TB +110, 4 TB +260',
    attributes: { connector: 'usb-c', colour: 'charcoal' },
    tags: ['backup', 'usb-c'],
    note: 'Five-year warranty, hardware encryption included.',
    models: [
      ['Quillon', 'Portable SSD', 64.9, 'No larger than a matchbox and ten times as fast as a hard disk.'],
      [
        'Ordwell',
        'NVMe Solid-State Drive',
        54.9,
        'For laptops and desktop machines with an M.2 slot; screw and heat sink included.',
        undefined,
        { attributes: { connector: 'M.2' } },
      ],
    ],
  },
];
