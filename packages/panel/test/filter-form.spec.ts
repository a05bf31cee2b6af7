import {
  filterFault,
  filterFormOf,
  filterOf,
  linesOf,
  newLine,
  valuesOf,
} from '../src/sections/rules/editor/filter-form.ts';

test.each([
  [{ brand: ['A', 'B, C'], price: { gte: 5, lt: 9.5 }, in_stock: [true], 'attributes.size': ['42', 42] }, 5],
  [{ not: { brand: ['A'] } }, 1],
  [{ created_at: { gte: '2026-01-31' }, not: { any: [{ brand: ['A'] }, { tags: ['old'] }] } }, 3],
])('%j is said by lines and comes back as it was', (filter, count) => {
  const form = filterFormOf(filter);
  expect(form.json).toBeNull();
  expect(form.lines).toHaveLength(count);
  expect(filterFault(form)).toBeNull();
  expect(filterOf(form)).toEqual(filter);
});

test.each([
  { any: [{ brand: ['A'] }, { tags: ['B'] }] },
  { not: { brand: ['A'], tags: ['B'] } },
  { not: { price: { lt: 5 } } },
  { not: { in_stock: [true] } },
  { colour: ['red'] },
])('%j stays JSON', (filter) => {
  expect(linesOf(filter)).toBeNull();
  const form = filterFormOf(filter);
  expect(filterFault(form)).toBeNull();
  expect(filterOf(form)).toEqual(filter);
});

test('what is not sound yet', () => {
  const line = (field: string, more: object) => ({ ...newLine(field), ...more });
  const fault = (...lines: ReturnType<typeof newLine>[]) => filterFault({ lines, json: null });
  expect(fault()).toBe('fault_filter_empty');
  expect(fault(newLine('attributes.'))).toBe('fault_filter_empty');
  expect(fault(newLine('brand'))).toBe('fault_filter_value');
  expect(fault(line('price', { operator: 'gte', bound: 'cheap' }))).toBe('fault_filter_value');
  expect(fault(line('created_at', { operator: 'gte', bound: 'soon' }))).toBe('fault_filter_value');
  const brand = line('brand', { values: ['A'] });
  expect(fault(brand, line('brand', { values: ['B'] }))).toBe('fault_filter_twice');
  expect(fault(brand, line('brand', { operator: 'not', values: ['B'] }))).toBeNull();
  const [from, to] = [line('price', { operator: 'gte', bound: '5' }), line('price', { operator: 'lte', bound: '9' })];
  expect(fault(from, to)).toBeNull();
  expect(fault(from, from)).toBe('fault_filter_twice');
  expect(fault(from, line('price', { values: [7] }))).toBe('fault_filter_twice');
  expect(filterFault({ lines: [], json: '[1]' })).toBe('fault_filter_json');
  expect(filterFault({ lines: [], json: '{' })).toBe('fault_filter_json');
  expect(filterFault({ lines: [], json: '{}' })).toBe('fault_filter_empty');
});

test('a typed value is a number where the field has numbers', () => {
  expect(valuesOf('brand', ' 42 ')).toEqual(['42']);
  expect(valuesOf('price', '9.5')).toEqual([9.5]);
  expect(valuesOf('price', 'much')).toEqual([]);
  expect(valuesOf('attributes.size', '42')).toEqual(['42', 42]);
  expect(valuesOf('attributes.size', ' ')).toEqual([]);
});
