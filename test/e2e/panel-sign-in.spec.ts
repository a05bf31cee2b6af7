import { SessionDirectory } from '../../src/modules/accounts/session-directory.ts';
import { MembersService } from '../../src/modules/accounts/index.ts';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { PanelBrowser, PASSWORD, signedIn } from '../support/panel.ts';

const HOUR = 3_600_000;
let service: TestApp;
let shop: TestTenant;

beforeAll(async () => {
  service = await startTestApp();
  shop = await service.createTenant();
});
afterAll(() => service.close());

const members = (): MembersService => service.app.get(MembersService);
const browser = (): PanelBrowser => new PanelBrowser(service.url);
const linkOf = async (email: string): Promise<string> => (await members().linkFor(email)).path;
const session = (who: PanelBrowser) => who.ask('GET', '/panel/api/session');
const settings = (who: PanelBrowser) => who.ask('GET', `/v1/${shop.slug}/settings`);
const signIn = (who: PanelBrowser, email: string, password: string) =>
  who.ask('POST', '/panel/api/session', { email, password });

/** With a password of their own. */
async function withPassword(role: 'owner' | 'viewer' = 'owner') {
  const person = await signedIn(service, shop, role);
  const set = await person.ask('PUT', '/panel/api/password', { password: PASSWORD });
  expect(set.status).toBe(204);
  return person;
}

test('by link, password set, then by password: the session says who and where', async () => {
  const person = await withPassword();
  const again = browser();
  const answer = await signIn(again, ` ${person.email.toUpperCase()} `, PASSWORD);
  expect(answer).toMatchObject({
    status: 201,
    body: {
      user: { id: person.userId, email: person.email, has_password: true },
      tenants: [{ slug: shop.slug, name: shop.slug, role: 'owner' }],
      method: 'password',
      expires_at: new Date(service.clock.now() + 12 * HOUR).toISOString(),
    },
  });
  expect((await session(again)).body).toEqual(answer.body);
  expect((await settings(again)).status).toBe(200);
});

test('the cookie is out of reach of scripts and of other sites; Secure when the browser comes by https', async () => {
  const { email } = await signedIn(service, shop, 'owner');
  const plain = await browser().open(await linkOf(email));
  const [cookie] = plain.headers.getSetCookie();
  expect(cookie).toMatch(/^mb_panel=[\w-]{43}; /);
  expect(cookie!.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict']);
  expect(plain.headers.get('cache-control')).toBe('no-store');
  const token = (await linkOf(email)).split('/').at(-1);
  const origin = service.url.replace('http:', 'https:');
  const secure = await browser().ask('POST', '/panel/api/session/link', { token }, { origin });
  expect(secure.headers.getSetCookie()[0]).toContain('Secure');
});

test('neither passwords, sessions nor links can be read in the database', async () => {
  const person = await withPassword();
  const token = (await linkOf(person.email)).split('/').at(-1)!;
  const secrets = [PASSWORD, person.cookie.split('=')[1]!, token];
  const rows = await service.app
    .get(Database)
    .system((tx) =>
      tx.query<{ row: string }>(
        'select u::text as row from users u union all select s::text from panel_sessions s union all select l::text from sign_in_links l',
      ),
    );
  const text = rows.map(({ row }) => row).join('\n');
  for (const secret of secrets) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString('hex'));
  }
});

test('a one-time link opens once, also when it is sent twice at once', async () => {
  const { email } = await signedIn(service, shop, 'owner');
  const path = await linkOf(email);
  const answers = await Promise.all([browser().open(path), browser().open(path)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
  expect(await browser().open(path)).toMatchObject({ status: 401, body: { code: 'invalid_sign_in_link' } });
});

test('a link lives 24 hours, and a new one ends the earlier', async () => {
  const { email } = await signedIn(service, shop, 'owner');
  const first = await linkOf(email);
  const second = await linkOf(email);
  expect((await browser().open(first)).body.code).toBe('invalid_sign_in_link');
  service.clock.advance(24 * HOUR + 1);
  expect((await browser().open(second)).body.code).toBe('invalid_sign_in_link');
  for (const token of ['', 'x', 'x'.repeat(43), '../../etc']) {
    const answer = await browser().ask('POST', '/panel/api/session/link', { token });
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_sign_in_link' } });
  }
});

test('looking at the page of a link does not use it up', async () => {
  const { email } = await signedIn(service, shop, 'owner');
  const path = await linkOf(email);
  await browser().ask('GET', path);
  expect((await browser().open(path)).status).toBe(201);
});

test('a session that was planted before signing in is worth nothing after', async () => {
  const attacker = await signedIn(service, shop, 'viewer');
  const planted = attacker.cookie;
  const victim = await withPassword();
  const lured = browser();
  lured.cookie = planted;
  expect((await signIn(lured, victim.email, PASSWORD)).status).toBe(201);
  expect(lured.cookie).not.toBe(planted);
  attacker.cookie = planted;
  expect(await session(attacker)).toMatchObject({ status: 401, body: { code: 'sign_in_required' } });
});

test('a session ends after 12 hours, used or not', async () => {
  const person = await signedIn(service, shop, 'owner');
  service.clock.advance(12 * HOUR - 1_000);
  expect((await settings(person)).status).toBe(200);
  service.clock.advance(2_000);
  expect(await settings(person)).toMatchObject({ status: 401, body: { code: 'sign_in_required' } });
  expect((await session(person)).body.code).toBe('sign_in_required');
});

test('signing out ends the session, not only the cookie', async () => {
  const person = await signedIn(service, shop, 'owner');
  const { cookie } = person;
  const out = await person.ask('DELETE', '/panel/api/session');
  expect(out.status).toBe(204);
  expect(out.headers.getSetCookie()[0]).toContain('Max-Age=0');
  person.cookie = cookie;
  expect((await settings(person)).body.code).toBe('sign_in_required');
});

test('sessions are listed, and one that is revoked dies on every process', async () => {
  const person = await withPassword();
  const stolen = browser();
  await signIn(stolen, person.email, PASSWORD);
  const second = await startTestApp({ databaseUrl: service.databaseUrl });
  try {
    const elsewhere = new PanelBrowser(second.url);
    elsewhere.cookie = stolen.cookie;
    expect((await session(elsewhere)).status).toBe(200);
    await service.app.get(SessionDirectory).flushUses();
    const { rows } = (await person.ask('GET', '/panel/api/sessions')).body;
    expect(rows).toMatchObject([
      { current: false, method: 'password', user_agent: expect.any(String) },
      { current: true, method: 'link' },
    ]);
    expect((await person.ask('DELETE', `/panel/api/sessions/${rows[0].id}`)).status).toBe(204);
    expect((await session(stolen)).body.code).toBe('sign_in_required');
    let answer = await session(elsewhere);
    for (let tries = 0; answer.status === 200 && tries < 10_000; tries++) answer = await session(elsewhere);
    expect(answer.body.code).toBe('sign_in_required');
    expect((await session(person)).status).toBe(200);
  } finally {
    await second.close();
  }
});

test("another person's session is not there", async () => {
  const person = await signedIn(service, shop, 'owner');
  const other = await signedIn(service, shop, 'owner');
  const { rows } = (await other.ask('GET', '/panel/api/sessions')).body;
  for (const id of [rows[0].id, 'x', '00000000-0000-7000-8000-000000000000']) {
    expect((await person.ask('DELETE', `/panel/api/sessions/${id}`)).status).toBe(404);
  }
  expect((await session(other)).status).toBe(200);
});

test('a new password ends other sessions and open links', async () => {
  const person = await withPassword();
  const other = browser();
  await signIn(other, person.email, PASSWORD);
  const open = await linkOf(person.email);
  const wrong = await other.ask('PUT', '/panel/api/password', {
    current: 'not this one',
    password: 'nine calm yellow geese',
  });
  expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: '/current' }] } });
  const right = await other.ask('PUT', '/panel/api/password', {
    current: PASSWORD,
    password: 'nine calm yellow geese',
  });
  expect(right.status).toBe(204);
  expect((await session(person)).status).toBe(401);
  expect((await session(other)).status).toBe(200);
  expect((await browser().open(open)).status).toBe(401);
  expect((await signIn(browser(), person.email, PASSWORD)).body.code).toBe('invalid_credentials');
});

test.each([
  ['short', 'min_length'],
  ['x'.repeat(257), 'max_length'],
  ['aaaaaaaaaaaaaaaa', 'common'],
  ['abababababababab', 'common'],
  ['password12345678', 'common'],
  ['1qaz2wsx3edc', 'common'],
  ['Motherfucker', 'common'],
])('the password %s is refused: %s', async (password, code) => {
  const person = await signedIn(service, shop, 'owner');
  const answer = await person.ask('PUT', '/panel/api/password', { password });
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: '/password', code }] } });
});

test('a password may be anything else: spaces, letters of any script, emoji', async () => {
  const person = await signedIn(service, shop, 'owner');
  const password = 'größe 東京 🦦🦦 пароль';
  expect((await person.ask('PUT', '/panel/api/password', { password })).status).toBe(204);
  const decomposed = password.normalize('NFD');
  expect((await signIn(browser(), person.email, decomposed)).status).toBe(201);
});

test('one answer for a wrong password, an unknown address and an account without a password', async () => {
  const person = await withPassword();
  const bare = await signedIn(service, shop, 'owner');
  const answers = [
    await signIn(browser(), person.email, 'wrong horse battery'),
    await signIn(browser(), 'nobody@people.example', 'wrong horse battery'),
    await signIn(browser(), bare.email, ''),
    await signIn(browser(), 'no address', 'wrong horse battery'),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials', detail: answers[0]!.body.detail },
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
});

test('guesses at one account are limited for all processes together, and the limit passes', async () => {
  const guessed = await startTestApp();
  const second = await startTestApp({ databaseUrl: guessed.databaseUrl });
  try {
    const tenant = await guessed.createTenant();
    const person = await signedIn(guessed, tenant, 'owner');
    await person.ask('PUT', '/panel/api/password', { password: PASSWORD });
    const guesser = new PanelBrowser(guessed.url);
    const elsewhere = new PanelBrowser(second.url);
    const codes: string[] = [];
    for (let n = 0; n < 11; n++) {
      codes.push((await signIn(n % 2 ? guesser : elsewhere, person.email, `guess number ${n}`)).body.code);
    }
    expect(new Set(codes.slice(0, 9))).toEqual(new Set(['invalid_credentials']));
    expect(codes[10]).toBe('rate_limited');
    expect((await signIn(elsewhere, person.email, PASSWORD)).status).toBe(429);
    const late = await signIn(guesser, person.email, PASSWORD);
    expect(late).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await signIn(guesser, 'else@people.example', 'some other words')).body.code).toBe('invalid_credentials');
    guessed.clock.advance(10 * 60_000 + 1_000);
    expect((await signIn(guesser, person.email, PASSWORD)).status).toBe(201);
  } finally {
    await second.close();
    await guessed.close();
  }
});

test('guesses from one address are limited, also of links', async () => {
  const guessed = await startTestApp();
  try {
    const guesser = new PanelBrowser(guessed.url);
    const guess = () => guesser.ask('POST', '/panel/api/session/link', { token: 'x'.repeat(43) });
    for (let n = 0; n < 60; n++) expect((await guess()).status).toBe(401);
    expect(await guess()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  } finally {
    await guessed.close();
  }
});

test.each([
  ['without the header', { 'x-mirabel-panel': '' }],
  ['with another value of the header', { 'x-mirabel-panel': 'true' }],
  ['from another site', { origin: 'https://evil.example' }],
  ['from nowhere', { origin: '' }],
  ['from an opaque origin', { origin: 'null' }],
  ['from another port', { origin: 'http://127.0.0.1:1' }],
  ['from a sibling of the site', { 'sec-fetch-site': 'same-site' }],
])('no sign-in %s', async (_, headers) => {
  const { email } = await signedIn(service, shop, 'owner');
  const token = (await linkOf(email)).split('/').at(-1);
  const answer = await browser().ask('POST', '/panel/api/session/link', { token }, headers);
  expect(answer).toMatchObject({ status: 403, body: { code: 'not_from_the_panel' } });
  expect((await browser().ask('POST', '/panel/api/session/link', { token })).status).toBe(201);
});

test('unknown fields, such as a role, are refused', async () => {
  const person = await withPassword('viewer');
  const answer = await browser().ask('POST', '/panel/api/session', {
    email: person.email,
    password: PASSWORD,
    role: 'owner',
  });
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: '/role', code: 'unknown_field' }] } });
});
