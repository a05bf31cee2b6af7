import type { Family } from '../family.ts';
import { accessories } from './accessories.ts';
import { beautyToysAndOffice } from './beauty-toys-and-office.ts';
import { clothing } from './clothing.ts';
import { computers } from './computers.ts';
import { electronics } from './electronics.ts';
import { garden } from './garden.ts';
import { home } from './home.ts';
import { kitchenAndFood } from './kitchen-and-food.ts';
import { otherScripts } from './other-scripts.ts';
import { shoesAndBags } from './shoes-and-bags.ts';
import { sports } from './sports.ts';
import { westernLanguages } from './western-languages.ts';

export const families: readonly Family[] = [
  ...clothing,
  ...accessories,
  ...shoesAndBags,
  ...electronics,
  ...computers,
  ...home,
  ...garden,
  ...kitchenAndFood,
  ...sports,
  ...beautyToysAndOffice,
];

export const localProducts = Object.entries({ ...westernLanguages, ...otherScripts }).flatMap(([language, entries]) =>
  entries.map((entry, position) => ({ language, entry, position })),
);
