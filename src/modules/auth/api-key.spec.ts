import { generateKey, isWellFormedKey, originAllowed, parseAllowedOrigin } from './api-key.ts';

test('a key is prefix, 43 digits and a checksum that any single change breaks', () => {
  const key = generateKey('public');
  expect(key).toMatch(/^mb_pk_live_[0-9A-Za-z]{49}$/);
  expect(isWellFormedKey(key)).toBe(true);
  for (let at = 11; at < key.length; at++) {
    const digit = key[at] === 'a' ? 'b' : 'a';
    expect(isWellFormedKey(key.slice(0, at) + digit + key.slice(at + 1))).toBe(false);
  }
  expect(isWellFormedKey(key.slice(0, -1))).toBe(false);
  expect(isWellFormedKey(key.replace('_pk_', '_sk_'))).toBe(false);
});

test('keys differ', () => {
  expect(new Set(Array.from({ length: 100 }, () => generateKey('secret'))).size).toBe(100);
});

test.each([
  ['https://shop.example', 'https://shop.example'],
  ['https://Shop.Example/', 'https://shop.example'],
  ['https://*.shop.example', 'https://*.shop.example'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['https://shop.example:443', 'https://shop.example'],
  ['shop.example', null],
  ['https://shop.example/path', null],
  ['https://shop.example?x', null],
  ['https://user@shop.example', null],
  ['https://*', null],
  ['https://*.com:x', null],
  ['https://a.*.example', null],
  ['*', null],
  ['null', null],
  ['ftp://shop.example', null],
])('origin %s → %s', (text, canonical) => {
  expect(parseAllowedOrigin(text)).toBe(canonical);
});

test.each([
  ['https://www.shop.example', true],
  ['https://a.b.shop.example', true],
  ['https://shop.example', false],
  ['https://evilshop.example', false],
  ['http://www.shop.example', false],
  ['https://www.shop.example.evil.example', false],
])('https://*.shop.example allows %s: %s', (origin, allowed) => {
  expect(originAllowed(origin, ['https://*.shop.example'])).toBe(allowed);
});
