import { home } from './home.ts';
import { leisure } from './leisure.ts';
import { special } from './special.ts';
import { tech } from './tech.ts';
import { wear } from './wear.ts';

export const icons = { ...wear, ...tech, ...home, ...leisure, ...special };

export type IconName = keyof typeof icons;
