import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Settings } from '../../config/settings.ts';
import { AddressPolicy } from './address-policy.ts';
import type { Resolver } from './guarded-agent.ts';
import { OutboundClient, type OutboundRequest } from './outbound-client.ts';
import { OutboundError } from './outbound-error.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A listener that counts connections, not requests: not even a handshake may arrive. */
class Listener {
  connections = 0;
  requests: IncomingMessage[] = [];
  handler: Handler = (_request, response) => json(response, { ok: true });
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      this.requests.push(request);
      this.handler(request, response);
    }).on('connection', () => this.connections++);
  }

  async start(host: string, port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, host, resolve));
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function json(response: ServerResponse, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

const clients: OutboundClient[] = [];
function client(allow: Settings['connectorsAllowPrivate'], resolver?: Resolver): OutboundClient {
  const made = new OutboundClient({ connectorsAllowPrivate: allow } as Settings, resolver ?? null);
  clients.push(made);
  return made;
}

async function failure(made: OutboundClient, wanted: string | OutboundRequest): Promise<string> {
  const outcome = await made.getJson(typeof wanted === 'string' ? { url: wanted } : wanted).catch((error) => error);
  return outcome instanceof OutboundError ? outcome.code : `no failure: ${JSON.stringify(outcome)}`;
}

/** Names in the tests resolve to these. */
const resolveTo =
  (...addresses: string[]): Resolver =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

let sink: Listener;
let merchant: Listener;

beforeAll(async () => {
  // One port on every address of this machine, so that any spelling would arrive.
  sink = await new Listener().start('::');
  merchant = await new Listener().start('127.0.0.2');
});
beforeEach(() => {
  merchant.requests = [];
  merchant.handler = (_request, response) => json(response, { ok: true });
});
afterAll(async () => {
  await Promise.all(clients.map((made) => made.onApplicationShutdown()));
  await sink.stop();
  await merchant.stop();
});

const FORBIDDEN_HOSTS = [
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '127.0.0.1.',
  '１２７.0.0.1',
  '127.9.9.9',
  '0',
  '0.0.0.0',
  'localhost',
  'localhost.',
  'shop.localhost',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[2001::1]',
  '[ff02::1]',
  '[fec0::1]',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '192.0.0.192',
  '100.100.100.200',
  '168.63.129.16',
  '198.18.0.1',
  '192.0.2.1',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  'metadata.google.internal',
];

test.each(FORBIDDEN_HOSTS)('no packet reaches %s', async (host) => {
  const made = client(false, resolveTo('127.0.0.1'));
  expect(await failure(made, `http://${host}:${sink.port}/`)).toBe('address_refused');
  expect(sink.connections).toBe(0);
});

test.each([
  ['a private A', ['10.0.0.1']],
  ['loopback', ['127.0.0.1']],
  ['a private AAAA', ['fd12::1']],
  ['IPv4 mapped into IPv6', ['::ffff:127.0.0.1']],
  ['public and private', ['93.184.216.34', '127.0.0.1']],
  ['the metadata service', ['169.254.169.254']],
])('a name that resolves to %s is refused before a packet leaves', async (_, addresses) => {
  const made = client(false, resolveTo(...addresses));
  expect(await failure(made, `http://shop.example:${sink.port}/`)).toBe('address_refused');
  expect(sink.connections).toBe(0);
});

test('a resolver that answers differently the second time is asked once a connection', async () => {
  let asked = 0;
  const made = client(['127.0.0.2/32'], async () => [
    { address: asked++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 },
  ]);
  merchant.handler = (_request, response) => json(response, { ok: true }, { connection: 'close' });
  const url = `http://rebinding.example:${merchant.port}/`;
  expect((await made.getJson({ url })).value).toEqual({ ok: true });
  expect(asked).toBe(1);
  expect(await failure(made, url)).toBe('address_refused');
  expect(sink.connections).toBe(0);
});

test.each([
  'file:///etc/passwd',
  'gopher://shop.example/',
  'ftp://shop.example/',
  'data:application/json,{}',
  'https://user@shop.example/',
  'https://user:secret@shop.example/',
  'https://shop.example@127.0.0.1/',
  ...[22, 25, 110, 143, 389, 587, 6000, 6667, 10080].map((port) => `http://shop.example:${port}/`),
  'not an address',
  '/products',
])('%s is refused', async (url) => {
  expect(await failure(client(true), url)).toBe('url_refused');
});

test('a backslash before @ leaves the host that a browser sees', () => {
  expect(client(false).check('https://example.com\\@127.0.0.1/', false).hostname).toBe('example.com');
});

test('metadata addresses stay refused when everything private is allowed', () => {
  const policy = new AddressPolicy(true);
  for (const address of [
    '169.254.169.254',
    'fd00:ec2::254',
    '168.63.129.16',
    '100.100.100.200',
    '0.0.0.0',
    'fe80::1%eth0',
  ]) {
    expect([address, policy.judge(address)]).toEqual([address, 'refused']);
  }
  expect(['10.0.0.1', '127.0.0.1', '::1', 'fd12::1', '::ffff:10.0.0.1'].map((one) => policy.judge(one))).toEqual(
    Array(5).fill('private'),
  );
  expect(policy.judge('93.184.216.34')).toBe('public');
  const listed = new AddressPolicy(['10.1.0.0/16']);
  expect(['10.1.2.3', '10.2.0.1', '127.0.0.1'].map((one) => listed.judge(one))).toEqual([
    'private',
    'refused',
    'refused',
  ]);
});

describe('redirects', () => {
  const follow =
    (location: string, status = 302): Handler =>
    (request, response) =>
      request.url === '/start' ? response.writeHead(status, { location }).end() : json(response, { ok: true });
  const start = (): string => `http://127.0.0.2:${merchant.port}/start`;

  test.each([301, 302, 303, 307, 308])('%i to a forbidden address is refused', async (status) => {
    merchant.handler = follow(`http://127.0.0.1:${sink.port}/`, status);
    expect(await failure(client(['127.0.0.2/32']), start())).toBe('address_refused');
    expect(sink.connections).toBe(0);
  });

  test.each(['file:///etc/passwd', 'http://user:pw@127.0.0.2/', 'http://127.0.0.2:22/'])(
    'to %s is refused',
    async (to) => {
      merchant.handler = follow(to);
      expect(await failure(client(['127.0.0.2/32']), start())).toBe('url_refused');
    },
  );

  test('a loop ends after three', async () => {
    merchant.handler = (_request, response) => response.writeHead(302, { location: '/start' }).end();
    expect(await failure(client(['127.0.0.2/32']), start())).toBe('too_many_redirects');
    expect(merchant.requests).toHaveLength(4);
  });

  test('credentials stay with their origin', async () => {
    const other = await new Listener().start('127.0.0.2');
    merchant.handler = follow(`http://127.0.0.2:${other.port}/end`);
    const made = client(['127.0.0.2/32']);
    await made.getJson({ url: start(), credentials: { authorization: 'Bearer canary' } });
    expect(merchant.requests[0]!.headers.authorization).toBe('Bearer canary');
    expect(other.requests[0]!.headers.authorization).toBeUndefined();
    await other.stop();
  });
});

test('credentials never cross the internet in the clear', async () => {
  const credentials = { authorization: 'Bearer canary' };
  expect(await failure(client(false), { url: 'http://shop.example/', credentials })).toBe('credentials_in_the_clear');
  const made = client(true, resolveTo('93.184.216.34'));
  expect(await failure(made, { url: 'http://shop.example/', credentials })).toBe('credentials_in_the_clear');
  expect(await failure(made, { url: 'http://93.184.216.34/', credentials })).toBe('credentials_in_the_clear');
});

describe('hostile answers', () => {
  const get = () => client(['127.0.0.2/32']).getJson({ url: `http://127.0.0.2:${merchant.port}/` });
  const code = () => failure(client(['127.0.0.2/32']), `http://127.0.0.2:${merchant.port}/`);
  const raw =
    (body: string | Buffer, type = 'application/json', headers: Record<string, string> = {}): Handler =>
    (_request, response) =>
      response.writeHead(200, { 'content-type': type, ...headers }).end(body);

  const bomb = Buffer.alloc(64 * 1024 * 1024, ' ');
  test.each([
    ['a gzip bomb', gzipSync(bomb), 'gzip', 'too_large'],
    ['a brotli bomb', brotliCompressSync(bomb, { params: { 1: 1 } }), 'br', 'too_large'],
    ['an encoding nobody asked for', Buffer.from('{}'), 'deflate', 'bad_encoding'],
    ['two encodings', gzipSync(gzipSync('{}')), 'gzip, gzip', 'bad_encoding'],
    ['what is no gzip', Buffer.from('{}'), 'gzip', 'bad_encoding'],
    ['a cut gzip', gzipSync(JSON.stringify({ a: 'b'.repeat(9_999) })).subarray(0, 30), 'gzip', 'truncated'],
  ])('%s', async (_, body, encoding, expected) => {
    merchant.handler = raw(body, 'application/json', { 'content-encoding': encoding });
    expect(await code()).toBe(expected);
  });

  test('a plain body over 20 MiB', async () => {
    merchant.handler = raw(bomb);
    expect(await code()).toBe('too_large');
  });

  test.each([
    ['HTML with status 200', raw('<html></html>', 'text/html'), 'not_json'],
    ['HTML that calls itself JSON', raw('<html></html>'), 'invalid_json'],
    ['NaN', raw('{"a":NaN}'), 'invalid_json'],
    ['NDJSON', raw('{"a":1}\n{"a":2}\n'), 'invalid_json'],
    ['nothing', raw(''), 'invalid_json'],
    ['a cut text', raw('{"a":[1,2'), 'invalid_json'],
    ['bytes that are no UTF-8', raw(Buffer.from([0x22, 0xff, 0xfe, 0x22])), 'invalid_json'],
    ['an unknown charset', raw('{}', 'application/json; charset=klingon'), 'invalid_json'],
    [
      'a status that is no success',
      (_: IncomingMessage, response: ServerResponse) => response.writeHead(204).end(),
      'http_status',
    ],
  ] as [string, Handler, string][])('%s', async (_, handler, expected) => {
    merchant.handler = handler;
    expect(await code()).toBe(expected);
  });

  test('a body that comes byte by byte ends with the time for the whole answer', async () => {
    let trickling: NodeJS.Timeout | undefined;
    const gone = new Promise<void>((resolve) => {
      merchant.handler = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('[');
        // Never silent for as long as any single wait would last.
        trickling = setInterval(() => response.write(' '), 20);
        response.once('close', () => resolve());
      };
    });
    const url = `http://127.0.0.2:${merchant.port}/`;
    const asked = client(['127.0.0.2/32']).getJson({ url, timeout: 500 });
    await expect(asked).rejects.toMatchObject({ code: 'timeout', retryable: true });
    await gone;
    clearInterval(trickling);
  });

  test('a body that is cut off', async () => {
    merchant.handler = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"a":1', () => response.destroy());
    };
    expect(['truncated', 'connection_failed']).toContain(await code());
  });

  test('a byte order mark, Latin-1, duplicate keys, huge numbers and unsafe keys do no harm', async () => {
    merchant.handler = raw('\uFEFF{"id":9007199254740993,"big":1e400,"price":12.5,"a":1,"a":2,"__proto__":{"x":1}}');
    const { value } = await get();
    expect(value).toMatchObject({ id: '9007199254740993', big: '1e400', price: 12.5, a: 2 });
    expect(({} as { x?: number }).x).toBeUndefined();
    merchant.handler = raw(Buffer.from('"caf\u00e9"', 'latin1'), 'application/json; charset=ISO-8859-1');
    expect((await get()).value).toBe('café');
    merchant.handler = raw('['.repeat(200_000) + ']'.repeat(200_000));
    await expect(
      get().then(
        () => 'survived',
        () => 'survived',
      ),
    ).resolves.toBe('survived');
  });

  test('gzip and brotli are unpacked', async () => {
    for (const [encoding, body] of [
      ['gzip', gzipSync('{"a":1}')],
      ['br', brotliCompressSync('{"a":1}')],
    ] as const) {
      merchant.handler = raw(body, 'application/json', { 'content-encoding': encoding });
      expect((await get()).value).toEqual({ a: 1 });
    }
  });
});
