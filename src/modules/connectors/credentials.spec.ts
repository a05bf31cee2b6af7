import { randomBytes } from 'node:crypto';
import type { Settings } from '../../config/settings.ts';
import { tenantContext } from '../../kernel/tenant-context.ts';
import type { ConnectorAuth } from './connector.ts';
import { Credentials, UnreadableCredentials } from './credentials.ts';

const tenant = tenantContext('01900000-0000-7000-8000-000000000001', 'shop');
const other = tenantContext('01900000-0000-7000-8000-000000000002', 'other');
const auth: ConnectorAuth = { type: 'bearer', token: 'canary' };
const withKeys = (encryptionKey: Buffer, ...previousEncryptionKeys: Buffer[]): Credentials =>
  new Credentials({ encryptionKey, previousEncryptionKeys } as unknown as Settings);

const [old, young] = [randomBytes(32), randomBytes(32)];

test('what is sealed opens for its connector, and is never twice the same', () => {
  const credentials = withKeys(old);
  const sealed = credentials.seal(tenant, 'a', auth);
  expect(sealed).not.toContain('canary');
  expect(credentials.open(tenant, 'a', sealed)).toEqual(auth);
  expect(credentials.seal(tenant, 'a', auth)).not.toBe(sealed);
});

test('a row copied to another connector or tenant opens nothing, nor does a changed one', () => {
  const credentials = withKeys(old);
  const sealed = credentials.seal(tenant, 'a', auth);
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
  for (const [whose, id, text] of [
    [tenant, 'b', sealed],
    [other, 'a', sealed],
    [tenant, 'a', changed],
    [tenant, 'a', ''],
  ] as const) {
    expect(() => credentials.open(whose, id, text)).toThrow(UnreadableCredentials);
  }
});

test('after a rotation the old key still reads, and what it sealed is told as outdated', () => {
  const sealed = withKeys(old).seal(tenant, 'a', auth);
  const rotated = withKeys(young, old);
  expect(rotated.open(tenant, 'a', sealed)).toEqual(auth);
  expect(rotated.isOutdated(sealed)).toBe(true);
  expect(rotated.isOutdated(rotated.seal(tenant, 'a', auth))).toBe(false);
  expect(() => withKeys(young).open(tenant, 'a', sealed)).toThrow(UnreadableCredentials);
});
