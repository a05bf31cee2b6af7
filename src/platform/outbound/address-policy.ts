import ipaddr from 'ipaddr.js';

/** `CONNECTORS_ALLOW_PRIVATE`: none, all, or those in these CIDR ranges. */
export type AllowPrivate = boolean | readonly string[];

export type AddressKind = 'public' | 'private' | 'refused';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Hosts that hand out credentials of the machine to whoever can reach them: refused whatever is allowed. */
const METADATA: Range[] = [
  '169.254.0.0/16',
  '168.63.129.16/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
].map((text) => ipaddr.parseCIDR(text));

/** What the address tables of ipaddr.js do not know: translations of IPv4 addresses that a router may undo. */
const TRANSLATED: Range[] = ['::/96', '64:ff9b:1::/48', 'fec0::/10', '3fff::/20', '5f00::/16'].map((text) =>
  ipaddr.parseCIDR(text),
);
/** Nobody answers there, or everybody does. */
const NEVER = new Set(['unspecified', 'broadcast', 'multicast', 'reserved', 'rfc6145', 'rfc6052', '6to4', 'teredo']);

/** Which addresses a connection may be made to. Decides on addresses only, never on names. */
export class AddressPolicy {
  readonly #allowed: boolean | Range[];

  constructor(allowPrivate: AllowPrivate) {
    this.#allowed =
      typeof allowPrivate === 'boolean' ? allowPrivate : allowPrivate.map((text) => ipaddr.parseCIDR(text));
  }

  get allowsPrivate(): boolean {
    return this.#allowed === true || (Array.isArray(this.#allowed) && this.#allowed.length > 0);
  }

  judge(text: string): AddressKind {
    // A zone ("fe80::1%eth0") names an interface of this machine.
    if (!ipaddr.isValid(text) || text.includes('%')) return 'refused';
    const address = ipaddr.process(text);
    if (within(address, METADATA)) return 'refused';
    const range = address.range();
    if (range === 'unicast' && !within(address, TRANSLATED)) return 'public';
    if (this.#allowed === false || NEVER.has(range)) return 'refused';
    if (this.#allowed === true) return within(address, TRANSLATED) && range !== 'loopback' ? 'refused' : 'private';
    return within(address, this.#allowed) ? 'private' : 'refused';
  }
}

function within(address: Address, ranges: readonly Range[]): boolean {
  return ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base as never, bits));
}
