import { MembersService } from '../../src/modules/accounts/index.ts';
import type { Role } from '../../src/kernel/tenant-context.ts';
import type { TestApp, TestTenant } from './app.ts';
import { ask, type Answer } from './client.ts';

export const PASSWORD = 'eleven purple otters';

/** A browser with the panel open: its cookie, its header, its origin. */
export class PanelBrowser {
  cookie = '';

  constructor(readonly url: string) {}

  /** `headers` with the value '' are left out. */
  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const all: Record<string, string> = {
      'x-mirabel-panel': '1',
      origin: new URL(this.url).origin,
      cookie: this.cookie,
      ...headers,
    };
    for (const name of Object.keys(all)) if (all[name] === '') delete all[name];
    const answer = await ask(this.url, method, path, { headers: all, ...(body === undefined ? {} : { body }) });
    const [set] = answer.headers.getSetCookie();
    if (set) this.cookie = set.split(';', 1)[0]!;
    return answer;
  }

  /** By the token at the end of a one-time link. */
  open(path: string): Promise<Answer> {
    return this.ask('POST', '/panel/api/session/link', { token: path.split('/').at(-1) });
  }
}

let people = 0;

/** A person with a role in a shop, signed in by the link that a command prints. */
export async function signedIn(
  service: TestApp,
  tenant: TestTenant,
  role: Role,
  email = `${role}-${++people}@people.example`,
): Promise<PanelBrowser & { email: string; userId: string }> {
  const { member, link } = await service.app
    .get(MembersService)
    .invite(tenant.context, { email, role }, { trusted: true });
  const browser = new PanelBrowser(service.url);
  const answer = await browser.open(link.path);
  if (answer.status !== 201) throw new Error(answer.text);
  return Object.assign(browser, { email, userId: member.id });
}
