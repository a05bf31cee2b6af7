import { MembersService } from '../../src/modules/accounts/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { CLIENT, LocalIdentityProvider } from '../support/identity-provider.ts';
import { PanelBrowser, PASSWORD, signedIn } from '../support/panel.ts';

let provider: LocalIdentityProvider;
let service: TestApp;
let shop: TestTenant;

beforeAll(async () => {
  provider = await LocalIdentityProvider.start(() => `${service.url}/panel/api/oidc/callback`);
  const oidc = { issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, label: 'Our login' };
  service = await startTestApp({ settings: { oidc } });
  shop = await service.createTenant();
});
afterAll(async () => {
  await service.close();
  await provider.stop();
});

/** Follows redirects and fills the provider's forms as a person does, with a cookie jar for each of the two sites. */
class Person {
  readonly #jars = new Map<string, Map<string, string>>();

  async visit(address: string, body?: Record<string, string>): Promise<{ url: string; status: number; text: string }> {
    const { host } = new URL(address);
    const jar = this.#jars.get(host) ?? new Map<string, string>();
    this.#jars.set(host, jar);
    const response = await fetch(address, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body ? { body: new URLSearchParams(body) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      jar.set(name!, value!);
    }
    const location = response.headers.get('location');
    const text = await response.text();
    const next = location && new URL(location, address).href;
    if (!next || /\/panel\/(\?|$)/.test(next)) return { url: next ?? address, status: response.status, text };
    return this.visit(next);
  }

  /** From the button to the panel; `stop` before the provider sends the browser back. */
  async signIn(email: string): Promise<string> {
    const login = await this.visit(`${service.url}/panel/api/oidc/start`);
    const consent = await this.visit(actionOf(login.text, login.url), { prompt: 'login', login: email, password: 'x' });
    const end = await this.visit(actionOf(consent.text, consent.url), { prompt: 'consent' });
    return end.url;
  }

  cookie(name: string): string {
    return this.#jars.get(new URL(service.url).host)?.get(name) ?? '';
  }

  session() {
    const panel = new PanelBrowser(service.url);
    panel.cookie = `mb_panel=${this.cookie('mb_panel')}`;
    return panel.ask('GET', '/panel/api/session');
  }
}

const actionOf = (html: string, base: string): string => new URL(/action="([^"]+)"/.exec(html)![1]!, base).href;
const invite = async (email: string): Promise<void> => {
  await service.app.get(MembersService).invite(shop.context, { email, role: 'editor' }, { trusted: false });
};
const failed = (reason: string): string => `${service.url}/panel/?sign_in=${reason}`;

test('the panel is told of the provider', async () => {
  expect((await ask(service.url, 'GET', '/panel/api/config')).body.oidc).toEqual({ label: 'Our login' });
});

test('who was invited comes in by the word of the provider, without a link', async () => {
  await invite('eve@people.example');
  const person = new Person();
  expect(await person.signIn('eve@people.example')).toBe(`${service.url}/panel/`);
  expect(await person.session()).toMatchObject({
    status: 200,
    body: { user: { email: 'eve@people.example' }, tenants: [{ slug: shop.slug, role: 'editor' }], method: 'oidc' },
  });
});

test('without an account, or without a verified address, nobody comes in', async () => {
  expect(await new Person().signIn('stranger@people.example')).toBe(failed('unknown_account'));
  await invite('unsure@people.example');
  provider.unverified.add('unsure@people.example');
  const person = new Person();
  expect(await person.signIn('unsure@people.example')).toBe(failed('unverified_email'));
  expect((await person.session()).status).toBe(401);
});

test('the first verified sign-in ends what somebody else has set up under the address', async () => {
  const squatter = await signedIn(service, shop, 'owner', 'mine@people.example');
  await squatter.ask('PUT', '/panel/api/password', { password: PASSWORD });
  const person = new Person();
  await person.signIn('mine@people.example');
  expect((await person.session()).status).toBe(200);
  const again = { email: 'mine@people.example', password: PASSWORD };
  expect((await new PanelBrowser(service.url).ask('POST', '/panel/api/session', again)).status).toBe(401);
  let planted = await squatter.ask('GET', '/panel/api/session');
  for (let tries = 0; planted.status === 200 && tries < 10_000; tries++)
    planted = await squatter.ask('GET', '/panel/api/session');
  expect(planted.status).toBe(401);
});

test("an answer that another browser's errand brought, a made-up one and a repeated one are refused", async () => {
  await invite('ann@people.example');
  const callback = (query: string, cookie = '') =>
    ask(service.url, 'GET', `/panel/api/oidc/callback${query}`, { headers: { cookie } });
  for (const answer of [
    await callback('?code=x&state=y'),
    await callback(''),
    await callback('?code=x&state=y', 'mb_oidc=rubbish'),
    await callback('?error=access_denied&state=y', `mb_oidc=${Buffer.from('{"state":"z"}').toString('base64url')}`),
  ]) {
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/panel/?sign_in=expired']);
    expect(answer.headers.getSetCookie().join()).not.toContain('mb_panel');
  }
});

test.each([
  ['?error=access_denied&error_description=secret', 'cancelled'],
  ['?error=server_error', 'provider_refused'],
  ['?code=made-up', 'expired'],
])("an answer %s to one's own errand says what to do: %s", async (query, reason) => {
  const errand = { state: 'a'.repeat(43), nonce: 'b'.repeat(43), verifier: 'c'.repeat(43) };
  const cookie = `mb_oidc=${Buffer.from(JSON.stringify(errand)).toString('base64url')}`;
  const path = `/panel/api/oidc/callback${query}&state=${errand.state}&iss=${encodeURIComponent(provider.issuer)}`;
  const answer = await ask(service.url, 'GET', path, { headers: { cookie } });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/panel/?sign_in=${reason}`]);
});

test('the errand is kept from scripts and other paths, for ten minutes', async () => {
  const answer = await ask(service.url, 'GET', '/panel/api/oidc/start');
  expect(answer.status).toBe(303);
  const address = new URL(answer.headers.get('location')!);
  expect(address.origin).toBe(provider.issuer);
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(address.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
  expect(address.searchParams.get('code_challenge_method')).toBe('S256');
  expect(answer.headers.getSetCookie()[0]).toMatch(
    /^mb_oidc=[\w-]+; Max-Age=600; Path=\/panel\/api\/oidc; HttpOnly; SameSite=Lax$/,
  );
});

test('without a provider there is nothing to start', async () => {
  const plain = await startTestApp({ databaseUrl: service.databaseUrl });
  try {
    expect((await ask(plain.url, 'GET', '/panel/api/oidc/start')).status).toBe(404);
    expect((await ask(plain.url, 'GET', '/panel/api/config')).body.oidc).toBeNull();
  } finally {
    await plain.close();
  }
});

test('a provider that is not there fails the sign-in, not the service', async () => {
  const oidc = { issuer: 'http://127.0.0.1:1', clientId: 'x', clientSecret: 'y', label: 'Gone' };
  const alone = await startTestApp({ databaseUrl: service.databaseUrl, settings: { oidc } });
  try {
    const answer = await ask(alone.url, 'GET', '/panel/api/oidc/start');
    const location = '/panel/?sign_in=provider_unreachable';
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location]);
  } finally {
    await alone.close();
  }
});
