import { Inject, Injectable } from '@nestjs/common';
import type { Configuration } from 'openid-client';
import { SETTINGS, type OidcSettings, type Settings } from '../../../config/settings.ts';
import { SignInFailure } from './sign-in-failure.ts';

/** What the browser keeps between leaving for the provider and coming back. */
export interface Errand {
  state: string;
  nonce: string;
  verifier: string;
}

/** Seconds for each request to the provider. */
const TIMEOUT = 10;

/** The provider of `OIDC_ISSUER`, by OpenID Connect with state, nonce and PKCE. */
@Injectable()
export class IdentityProvider {
  readonly #settings: OidcSettings | null;
  #configuration: Promise<Configuration> | null = null;

  constructor(@Inject(SETTINGS) { oidc }: Settings) {
    this.#settings = oidc;
  }

  /** What the button says; null without a provider. */
  get label(): string | null {
    return this.#settings?.label ?? null;
  }

  /** Where the browser goes, and what it must bring back. @throws SignInFailure */
  async start(redirectUri: string): Promise<{ address: URL; errand: Errand }> {
    const client = await import('openid-client');
    const errand = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const address = client.buildAuthorizationUrl(await this.#discover(), {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: errand.state,
      nonce: errand.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(errand.verifier),
      code_challenge_method: 'S256',
    });
    return { address, errand };
  }

  /** The address that the provider has verified. @throws SignInFailure, or another error of an answer that is odd */
  async verifiedEmail(answer: URL, { state, nonce, verifier }: Errand): Promise<string> {
    if (answer.searchParams.get('state') !== state) {
      throw new SignInFailure('expired', 'The answer belongs to another sign-in.');
    }
    const client = await import('openid-client');
    const configuration = await this.#discover();
    const grant = client.authorizationCodeGrant(configuration, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const tokens = await grant.catch((error: unknown) => {
      const refused = error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError;
      throw refused ? new SignInFailure(reasonOf(error.error), 'The provider refused.', { cause: error }) : error;
    });
    const claims = tokens.claims()!;
    const told =
      claims.email === undefined ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
    if (told.email_verified === true && typeof told.email === 'string') return told.email;
    throw new SignInFailure('unverified_email', 'The provider has not verified the address of this person.');
  }

  /** Once; a provider that cannot be reached is asked again with the next sign-in. */
  #discover(): Promise<Configuration> {
    this.#configuration ??= this.#ask().catch((error: unknown) => {
      this.#configuration = null;
      throw new SignInFailure('provider_unreachable', 'The provider says nothing of itself.', { cause: error });
    });
    return this.#configuration;
  }

  async #ask(): Promise<Configuration> {
    const client = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.#settings!;
    // Settings allow http for this machine alone.
    const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
    return client.discovery(new URL(issuer), clientId, clientSecret, undefined, { timeout: TIMEOUT, execute });
  }
}

/** Of the codes of OAuth 2: a person said no, or a code was used already or is too old. */
function reasonOf(code: string): 'cancelled' | 'expired' | 'provider_refused' {
  if (code === 'access_denied') return 'cancelled';
  return code === 'invalid_grant' ? 'expired' : 'provider_refused';
}
