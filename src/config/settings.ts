import { isIP } from 'node:net';
import { resolve } from 'node:path';

/** Everything the environment decides, validated once at start. Section 8 of the contract. */
export interface Settings {
  port: number;
  host: string;
  /** Where people reach the service, without a slash at the end. Null: as each request says. */
  publicUrl: string | null;
  /** Who else may say who somebody is. Null: nobody. */
  oidc: OidcSettings | null;
  /** `api` answers requests, `worker` does background work, `all` both. */
  role: Role;
  /** Null: the embedded PostgreSQL in `dataDir` serves. */
  databaseUrl: string | null;
  /** Null: limits are counted in this process, and signals travel through PostgreSQL alone. */
  redisUrl: string | null;
  /** Null: the embedded engine serves. Nodes of one cluster otherwise. */
  openSearchNodes: string[] | null;
  /** Begins every name there: installations that share a cluster need one each. */
  openSearchPrefix: string;
  /** Also holds index snapshots and, with the embedded database, the generated encryption key. */
  dataDir: string;
  demo: boolean;
  /** 32 bytes. Null only until the embedded start has generated one. */
  encryptionKey: Buffer | null;
  /** What was sealed with these can still be read; it is sealed anew with `encryptionKey` when it is next used. */
  previousEncryptionKeys: Buffer[];
  /** What Fastify's `trustProxy` takes: whom to believe about the client's address. */
  trustProxy: false | number | string[];
  /** Private addresses that connectors may fetch from: none, all, or those in these CIDR ranges. */
  connectorsAllowPrivate: boolean | string[];
  /** A language model for pairs on which Smart's own scorer is not sure. Null: none. */
  ai: AiSettings | null;
  /** Where spans of requests go, and the share of requests that have them. Null: nothing is traced. */
  tracing: { url: string; ratio: number } | null;
  logLevel: LogLevel;
  metricsToken: string | null;
  /** Memory for loaded indexes before idle ones are dropped. */
  indexMemoryBytes: number;
  /** Seconds in which requests in flight may end after SIGTERM. */
  shutdownSeconds: number;
}

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the button says. */
  label: string;
}

export interface AiSettings {
  baseUrl: string;
  apiKey: string | null;
  model: string;
  /** US cents per million tokens. */
  prices: { input: number; output: number };
}

const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const SETTINGS = Symbol('Settings');

/** One line that names the variable and the mend. */
export class SettingsError extends Error {
  override name = 'SettingsError';

  constructor(variable: string, mend: string) {
    super(`${variable} ${mend}`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

export function loadSettings(env: Environment): Settings {
  const databaseUrl = readDatabaseUrl(env);
  return {
    port: readInteger(env, 'PORT', 3000, 0, 65_535),
    host: env.HOST || '127.0.0.1',
    publicUrl: readPublicUrl(env),
    oidc: readOidc(env),
    role: readRole(env, databaseUrl),
    databaseUrl,
    redisUrl: readRedisUrl(env),
    dataDir: resolve(env.MB_DATA_DIR || '.mirabel'),
    demo: readBoolean(env, 'MB_DEMO', databaseUrl === null),
    openSearchNodes: readOpenSearchNodes(env),
    openSearchPrefix: readPrefix(env),
    encryptionKey: readEncryptionKey(env, databaseUrl),
    previousEncryptionKeys: readPreviousKeys(env),
    trustProxy: readTrustProxy(env),
    connectorsAllowPrivate: readAllowPrivate(env),
    ai: readAi(env),
    tracing: readTracing(env),
    logLevel: readChoice(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    metricsToken: env.METRICS_TOKEN || null,
    indexMemoryBytes: readInteger(env, 'MB_INDEX_MEMORY_MB', 1024, 16, 1_000_000) * 1024 * 1024,
    shutdownSeconds: readInteger(env, 'MB_SHUTDOWN_SECONDS', 10, 1, 300),
  };
}

function readDatabaseUrl(env: Environment): string | null {
  const value = env.DATABASE_URL;
  if (!value) return null;
  const url = URL.parse(value);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new SettingsError('DATABASE_URL', 'must look like postgres://user:password@host:5432/database.');
  }
  return value;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

function readOidc(env: Environment): OidcSettings | null {
  const issuer = env.OIDC_ISSUER;
  if (!issuer) return null;
  const url = URL.parse(issuer);
  // Whoever sits on the way could say that they are anybody.
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.has(url.hostname)))) {
    throw new SettingsError('OIDC_ISSUER', 'must look like https://login.example/realm, as the provider writes it.');
  }
  const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!clientId) throw new SettingsError('OIDC_CLIENT_ID', 'is needed with OIDC_ISSUER.');
  if (!clientSecret) throw new SettingsError('OIDC_CLIENT_SECRET', 'is needed with OIDC_ISSUER.');
  return { issuer, clientId, clientSecret, label: env.OIDC_LABEL || url.hostname };
}

function readPublicUrl(env: Environment): string | null {
  const value = env.MB_PUBLIC_URL;
  if (!value) return null;
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol) && !url.username && url.pathname === '/' && !url.search) return url.origin;
  throw new SettingsError('MB_PUBLIC_URL', 'must look like https://search.shop.tld, without a path.');
}

function readRole(env: Environment, databaseUrl: string | null): Role {
  const role = readChoice(env, 'MB_ROLE', ROLES, 'all');
  if (role === 'all' || databaseUrl) return role;
  throw new SettingsError(
    'MB_ROLE',
    `can be ${role} only with DATABASE_URL: the embedded database serves one process.`,
  );
}

function readRedisUrl(env: Environment): string | null {
  const value = env.REDIS_URL;
  if (!value) return null;
  if (/^rediss?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
  throw new SettingsError('REDIS_URL', 'must look like redis://user:password@host:6379/0, or rediss:// for TLS.');
}

/** The names are those of OpenTelemetry's specification; the endpoint is a base, as there. */
function readTracing(env: Environment): Settings['tracing'] {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!base) return null;
  if (!/^https?:$/.test(URL.parse(base)?.protocol ?? ''))
    throw new SettingsError('OTEL_EXPORTER_OTLP_ENDPOINT', 'must look like http://collector:4318.');
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  if (!(ratio >= 0 && ratio <= 1))
    throw new SettingsError('OTEL_TRACES_SAMPLER_ARG', 'must be the share of requests to trace, from 0 to 1.');
  return { url: `${base.replace(/\/+$/, '')}/v1/traces`, ratio };
}

function readOpenSearchNodes(env: Environment): string[] | null {
  const nodes = (env.OPENSEARCH_URL ?? '').split(',').map((part) => part.trim());
  const named = nodes.filter((part) => part !== '');
  if (named.length === 0) return null;
  if (named.every((node) => /^https?:$/.test(URL.parse(node)?.protocol ?? ''))) return named;
  throw new SettingsError(
    'OPENSEARCH_URL',
    'must look like https://user:password@host:9200; several nodes are separated by commas.',
  );
}

function readPrefix(env: Environment): string {
  const value = env.OPENSEARCH_PREFIX || 'mirabel';
  if (/^[a-z][a-z0-9]{0,29}$/.test(value)) return value;
  throw new SettingsError('OPENSEARCH_PREFIX', 'must be up to 30 of a to z and 0 to 9, beginning with a letter.');
}

function readEncryptionKey(env: Environment, databaseUrl: string | null): Buffer | null {
  const value = env.MB_ENCRYPTION_KEY;
  const advice = 'must be 32 bytes in base64, as `openssl rand -base64 32` prints them.';
  if (!value) {
    if (databaseUrl) throw new SettingsError('MB_ENCRYPTION_KEY', `is needed with DATABASE_URL and ${advice}`);
    return null;
  }
  const key = Buffer.from(value, 'base64');
  if (key.length !== 32) throw new SettingsError('MB_ENCRYPTION_KEY', advice);
  return key;
}

function readPreviousKeys(env: Environment): Buffer[] {
  const keys = (env.MB_ENCRYPTION_KEY_PREVIOUS ?? '').split(',').filter((part) => part.trim() !== '');
  return keys.map((text) => {
    const key = Buffer.from(text, 'base64');
    if (key.length === 32) return key;
    throw new SettingsError('MB_ENCRYPTION_KEY_PREVIOUS', 'must be a comma list of keys, 32 bytes in base64 each.');
  });
}

function readAllowPrivate(env: Environment): boolean | string[] {
  const value = env.CONNECTORS_ALLOW_PRIVATE;
  if (!value || value === 'false') return false;
  if (value === 'true') return true;
  const ranges = value.split(',').map((part) => part.trim());
  if (!ranges.every(isCidr)) {
    throw new SettingsError(
      'CONNECTORS_ALLOW_PRIVATE',
      'must be true, false or a comma list of CIDR ranges such as 10.0.0.0/8.',
    );
  }
  return ranges;
}

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}

function readAi(env: Environment): AiSettings | null {
  const baseUrl = env.AI_BASE_URL;
  if (!baseUrl) return null;
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new SettingsError('AI_BASE_URL', 'must look like https://host/v1, without a user name.');
  }
  if (!env.AI_MODEL) throw new SettingsError('AI_MODEL', 'is needed with AI_BASE_URL: the name of the model to ask.');
  const prices = { input: readPrice(env, 'AI_PRICE_INPUT'), output: readPrice(env, 'AI_PRICE_OUTPUT') };
  return { baseUrl, apiKey: env.AI_API_KEY || null, model: env.AI_MODEL, prices };
}

/** A model of one's own costs nothing, so there is a default; the budget then bounds nothing. */
function readPrice(env: Environment, name: string): number {
  const value = env[name] || '0';
  if (/^\d{1,7}(\.\d{1,4})?$/.test(value)) return Number(value);
  throw new SettingsError(name, `must be US cents per million tokens, such as 15 or 7.5, not "${value}".`);
}

function readTrustProxy(env: Environment): false | number | string[] {
  const value = env.TRUST_PROXY;
  if (!value || value === 'false') return false;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const addresses = value.split(',').map((part) => part.trim());
  const named = new Set(['loopback', 'linklocal', 'uniquelocal']);
  const sound = addresses.every((part) => named.has(part) || /^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(part));
  // `true` would believe any X-Forwarded-For, so that a client could choose the address it is counted under.
  if (!sound) {
    throw new SettingsError(
      'TRUST_PROXY',
      'must be false, a number of proxies, or a comma list of addresses, CIDR ranges or loopback, linklocal, uniquelocal.',
    );
  }
  return addresses;
}

function readInteger(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = env[name];
  if (value === undefined || value === '') return fallback;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) {
    throw new SettingsError(name, `must be a whole number from ${min} to ${max}, not "${value}".`);
  }
  return number;
}

function readBoolean(env: Environment, name: string, fallback: boolean): boolean {
  const value = env[name];
  if (value === undefined || value === '') return fallback;
  if (value !== 'true' && value !== 'false') throw new SettingsError(name, `must be true or false, not "${value}".`);
  return value === 'true';
}

function readChoice<T extends string>(env: Environment, name: string, choices: readonly T[], fallback: T): T {
  const value = env[name];
  if (!value) return fallback;
  const choice = choices.find((candidate) => candidate === value);
  if (!choice) throw new SettingsError(name, `must be one of ${choices.join(', ')}, not "${value}".`);
  return choice;
}
