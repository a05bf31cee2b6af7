import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const CLIENT = { id: 'panel', secret: 'a secret of the panel' } as const;

/** A real OpenID Connect provider on a real socket, whose people are named by their address. */
export class LocalIdentityProvider {
  /** Addresses that it has not verified. */
  readonly unverified = new Set<string>();

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  /** `redirectUri` is asked for late: the service starts after its provider. */
  static async start(redirectUri: () => string): Promise<LocalIdentityProvider> {
    const server = createServer((request, response) => void handler(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const self = new LocalIdentityProvider(server, issuer);
    let handle: ReturnType<Provider['callback']> | null = null;
    const handler: ReturnType<Provider['callback']> = (request, response) =>
      (handle ??= self.#provider(redirectUri()).callback())(request, response);
    return self;
  }

  #provider(redirectUri: string): Provider {
    return new Provider(this.issuer, {
      clients: [
        { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri], response_types: ['code'] },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      pkce: { required: () => true },
      cookies: { keys: ['one key for tests'] },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({ sub: id, email: id, email_verified: !this.unverified.has(id) }),
      }),
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
