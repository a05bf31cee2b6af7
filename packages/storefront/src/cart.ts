import { Kept } from './kept.ts';

export interface Line {
  id: string;
  title: string;
  price: number;
  currency: string;
  image: string;
  size: string;
  quantity: number;
}

export interface Order {
  id: string;
  lines: Line[];
}

const MOST_LINES = 50;
const MOST_PIECES = 20;

const kept = new Kept<Line[]>('larkspur:cart', 'localStorage', []);
export const lastOrder = new Kept<Order | null>('larkspur:order', 'sessionStorage', null);
const listeners = new Set<() => void>();

export function lines(): Line[] {
  const value = kept.get();
  return Array.isArray(value) ? value : [];
}

export function add(line: Line): void {
  const same = (one: Line): boolean => one.id === line.id && one.size === line.size;
  const all = lines();
  const known = all.find(same);
  const quantity = Math.min(MOST_PIECES, (known?.quantity ?? 0) + line.quantity);
  save([...all.filter((one) => !same(one)), { ...line, quantity }].slice(-MOST_LINES));
}

export function setQuantity(index: number, quantity: number): void {
  const all = lines().map((line, at) => (at === index ? { ...line, quantity: Math.min(MOST_PIECES, quantity) } : line));
  save(all.filter((line) => line.quantity > 0));
}

export function empty(): void {
  save([]);
}

export function onChange(listener: () => void): void {
  listeners.add(listener);
}

function save(all: Line[]): void {
  kept.set(all);
  for (const listener of listeners) listener();
}

/** Of one line, exact to the cent: 3 × 19.99 is 59.97 and not 59.96999. */
export function revenue({ price, quantity }: Line): string {
  return ((Math.round(price * 100) * quantity) / 100).toFixed(2);
}

export function totals(all: readonly Line[]): { currency: string; amount: number }[] {
  const sums = new Map<string, number>();
  for (const line of all) {
    sums.set(line.currency, (sums.get(line.currency) ?? 0) + Math.round(line.price * 100) * line.quantity);
  }
  return [...sums].map(([currency, cents]) => ({ currency, amount: cents / 100 }));
}
