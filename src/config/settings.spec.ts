import { loadSettings, SettingsError } from './settings.ts';

const key = Buffer.alloc(32, 7).toString('base64');

test('without any variable the embedded database and the demo shop serve on 127.0.0.1:3000', () => {
  expect(loadSettings({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    demo: true,
    encryptionKey: null,
    tracing: null,
    trustProxy: false,
    logLevel: 'info',
  });
});

test('an empty value counts as absent', () => {
  expect(loadSettings({ PORT: '', DATABASE_URL: '', TRUST_PROXY: '', LOG_LEVEL: '' })).toEqual(loadSettings({}));
});

test('with DATABASE_URL there is no demo shop unless asked for', () => {
  const env = { DATABASE_URL: 'postgres://u:p@db:5432/shop', MB_ENCRYPTION_KEY: key };
  expect(loadSettings(env)).toMatchObject({ databaseUrl: env.DATABASE_URL, demo: false });
  expect(loadSettings({ ...env, MB_DEMO: 'true' }).demo).toBe(true);
});

test.each([
  [{ PORT: 'http' }, 'PORT'],
  [{ PORT: '65536' }, 'PORT'],
  [{ PORT: '-1' }, 'PORT'],
  [{ DATABASE_URL: 'mysql://x/y', MB_ENCRYPTION_KEY: key }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'nonsense', MB_ENCRYPTION_KEY: key }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://u@db/shop' }, 'MB_ENCRYPTION_KEY'],
  [{ MB_ENCRYPTION_KEY: 'short' }, 'MB_ENCRYPTION_KEY'],
  [{ MB_ROLE: 'leader' }, 'MB_ROLE'],
  [{ MB_ROLE: 'worker' }, 'MB_ROLE'],
  [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL'],
  [{ REDIS_URL: 'http://localhost' }, 'REDIS_URL'],
  [{ OPENSEARCH_URL: 'localhost:9200' }, 'OPENSEARCH_URL'],
  [{ OPENSEARCH_URL: 'http://a:9200,b' }, 'OPENSEARCH_URL'],
  [{ OPENSEARCH_PREFIX: 'My_shop' }, 'OPENSEARCH_PREFIX'],
  [{ MB_DEMO: 'yes' }, 'MB_DEMO'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: 'everyone' }, 'TRUST_PROXY'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
  [{ AI_BASE_URL: 'ai.example' }, 'AI_BASE_URL'],
  [{ AI_BASE_URL: 'ftp://ai.example', AI_MODEL: 'm' }, 'AI_BASE_URL'],
  [{ AI_BASE_URL: 'https://me:pw@ai.example/v1', AI_MODEL: 'm' }, 'AI_BASE_URL'],
  [{ AI_BASE_URL: 'https://ai.example/v1' }, 'AI_MODEL'],
  [{ AI_BASE_URL: 'https://ai.example/v1', AI_MODEL: 'm', AI_PRICE_INPUT: '-1' }, 'AI_PRICE_INPUT'],
  [{ AI_BASE_URL: 'https://ai.example/v1', AI_MODEL: 'm', AI_PRICE_OUTPUT: '1e9' }, 'AI_PRICE_OUTPUT'],
])('%j stops the start with one line that names %s', (env, name) => {
  expect(() => loadSettings(env)).toThrow(SettingsError);
  expect(() => loadSettings(env)).toThrow(new RegExp(`^${name} [^\\n]+\\.$`));
});

test.each([
  ['2', 2],
  ['loopback, 10.0.0.0/8', ['loopback', '10.0.0.0/8']],
  ['false', false],
])('TRUST_PROXY=%s', (value, trust) => {
  expect(loadSettings({ TRUST_PROXY: value }).trustProxy).toEqual(trust);
});

test('traces go to the path below the collector that the specification names', () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/', OTEL_TRACES_SAMPLER_ARG: '0.25' };
  expect(loadSettings(env).tracing).toEqual({ url: 'http://collector:4318/v1/traces', ratio: 0.25 });
});

test('OPENSEARCH_URL names one node or several', () => {
  expect(loadSettings({}).openSearchNodes).toBeNull();
  expect(loadSettings({ OPENSEARCH_URL: 'http://a:9200, https://u:p@b' }).openSearchNodes).toEqual([
    'http://a:9200',
    'https://u:p@b',
  ]);
});

test('a language model is off until AI_BASE_URL names one', () => {
  expect(loadSettings({ AI_MODEL: 'm', AI_API_KEY: 'k' }).ai).toBeNull();
  expect(loadSettings({ AI_BASE_URL: 'http://127.0.0.1:11434/v1', AI_MODEL: 'm', AI_PRICE_INPUT: '7.5' }).ai).toEqual({
    baseUrl: 'http://127.0.0.1:11434/v1',
    apiKey: null,
    model: 'm',
    prices: { input: 7.5, output: 0 },
  });
});
