import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';
import { OutboundError } from './outbound-error.ts';

/** From 1024 up the Fetch standard refuses these: other protocols answer there. */
const BLOCKED_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);
/** Names that mean this machine or its metadata service, whatever a resolver says. */
const LOCAL_NAMES = /(?:^|\.)localhost$/;
const METADATA_NAMES = new Set(['metadata.google.internal', 'metadata', 'instance-data', 'metadata.azure.internal']);
const MAX_URL = 8_192;

/**
 * An address that may be asked, as far as it can be told without a resolver; spellings such as `0x7f.1` or `127.0.0.1.`
 * have become plain addresses by parsing.
 * @throws OutboundError
 */
export function checkUrl(text: string, policy: AddressPolicy, withCredentials: boolean): URL {
  const url = text.length <= MAX_URL ? URL.parse(text) : null;
  if (!url) throw refused('It is no complete http(s) address.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('Only http and https are fetched.');
  if (url.username !== '' || url.password !== '') throw refused('An address must not carry a user or a password.');
  const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443));
  if (!(port === 80 || port === 443 || (port >= 1024 && !BLOCKED_PORTS.has(port)))) {
    throw refused(`Port ${port} is not allowed: use 80, 443 or one from 1024 up that browsers allow too.`);
  }
  checkHost(url, policy);
  if (url.protocol === 'http:' && withCredentials && !policy.allowsPrivate) {
    throw new OutboundError('credentials_in_the_clear', 'Credentials are sent over https only.');
  }
  return url;
}

function checkHost(url: URL, policy: AddressPolicy): void {
  const host = hostOf(url);
  if (host === '') throw refused('It has no host.');
  if (METADATA_NAMES.has(host)) throw notAllowed();
  if (LOCAL_NAMES.test(host) && policy.judge('127.0.0.1') === 'refused' && policy.judge('::1') === 'refused') {
    throw notAllowed();
  }
  if (isIP(host) !== 0 && policy.judge(host) === 'refused') throw notAllowed();
}

/** Without brackets and without the dot of a complete name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

export function notAllowed(): OutboundError {
  return new OutboundError(
    'address_refused',
    'The address belongs to a private or reserved network. CONNECTORS_ALLOW_PRIVATE can allow it.',
  );
}

function refused(message: string): OutboundError {
  return new OutboundError('url_refused', message);
}
