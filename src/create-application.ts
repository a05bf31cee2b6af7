import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Module, type DynamicModule, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { DataSource, EntitySchema, MigrationInterface } from 'typeorm';
import { SETTINGS, type Settings } from './config/settings.ts';
import { createEmbeddedEngine } from './engine/embedded/index.ts';
import { createOpenSearchEngine } from './engine/opensearch/index.ts';
import { SEARCH_ENGINE, type SearchEngine } from './engine/port/index.ts';
import { CLOCK, systemClock, type Clock } from './kernel/clock.ts';
import { AccountsModule } from './modules/accounts/index.ts';
import { AuditModule } from './modules/audit/index.ts';
import { AuthModule } from './modules/auth/index.ts';
import { BehaviourModule } from './modules/behaviour/index.ts';
import { BootstrapModule } from './modules/bootstrap/index.ts';
import { ConnectorsModule } from './modules/connectors/index.ts';
import { DemoModule } from './modules/demo/index.ts';
import { CATALOG_INDEXES_OPTIONS, IndexingModule } from './modules/indexing/index.ts';
import { InsightsModule } from './modules/insights/index.ts';
import { ItemsModule } from './modules/items/index.ts';
import { PanelModule } from './modules/panel/index.ts';
import { PreviewModule } from './modules/preview/index.ts';
import { RulesModule } from './modules/rules/index.ts';
import { SearchModule } from './modules/search/index.ts';
import { AI_PROVIDER, OpenAiProvider, SmartModule, type AiProvider } from './modules/smart/index.ts';
import { SynonymsModule } from './modules/synonyms/index.ts';
import { TrackingModule } from './modules/tracking/index.ts';
import { TenantsModule } from './modules/tenants/index.ts';
import { createDataSource, DatabaseModule, migrate } from './platform/database/index.ts';
import { EventsModule } from './platform/events/index.ts';
import { JobsModule } from './platform/jobs/index.ts';
import { RedisLink, RedisModule, SharedWindowStorage } from './platform/redis/index.ts';
import { DocsController, serveApiDocument } from './platform/openapi/index.ts';
import { startTracing, traceRequests } from './platform/tracing/index.ts';
import {
  closeConnectionsWhileStopping,
  createAdapter,
  HttpModule,
  prepareServer,
  RouteTable,
  serveOperationsOnly,
  shedLoad,
  SlidingWindowStorage,
} from './platform/http/index.ts';
import {
  createLogger,
  NestLogger,
  ObservabilityModule,
  plainLogger,
  observeRequests,
  rememberRequestIds,
  Readiness,
} from './platform/observability/index.ts';

export interface ApplicationOptions {
  settings: Settings;
  /** PostgreSQL, external or embedded. */
  databaseUrl: string;
  /** Default: the cluster of `settings.openSearchNodes`, else the embedded engine with its snapshots under `settings.dataDir`. */
  engine?: SearchEngine;
  /** Judges pairs on which Smart is not sure. Default: the endpoint of `settings.ai`, or none. */
  aiProvider?: AiProvider;
  /** Default: counted in Redis when `settings.redisUrl` names one, else in this process. */
  rateLimitStorage?: ThrottlerStorage;
  clock?: Clock;
  logger?: Logger;
  /** Modules of an outside team; they import from `public.ts` only. */
  modules?: (Type | DynamicModule)[];
  /** Their entities and migrations; migrations run after ours. */
  entities?: (new () => unknown)[] | EntitySchema[];
  migrations?: (new () => MigrationInterface)[];
}

@Module({})
class ApplicationModule {}

/** A command shares data folder and database with the service beside it: it serves no index and takes no jobs. */
type Purpose = 'service' | 'command';

interface Composition {
  module: DynamicModule;
  dataSource: DataSource;
  routes: RouteTable;
  registry: Registry;
  logger: Logger;
}

/** Connects, migrates and wires. The only place that names default adapters. */
async function compose(options: ApplicationOptions, purpose: Purpose): Promise<Composition> {
  const { settings } = options;
  const clock = options.clock ?? systemClock;
  const logger = options.logger ?? createLogger(purpose === 'command' ? 'silent' : settings.logLevel);
  const routes = new RouteTable();
  const registry = new Registry();
  const dataSource = await openDataSource(options, logger);
  const redis = settings.redisUrl ? new RedisLink(settings.redisUrl) : null;
  const module: DynamicModule = {
    module: ApplicationModule,
    global: true,
    imports: [
      DatabaseModule.forRoot(dataSource),
      RedisModule.forRoot(redis),
      EventsModule,
      JobsModule.forRoot({ work: purpose === 'service' && settings.role !== 'api', keep: purpose === 'service' }),
      ObservabilityModule.forRoot(registry),
      HttpModule.forRoot({
        routes,
        rateLimitStorage: options.rateLimitStorage ?? defaultRateLimitStorage(settings, redis, clock),
      }),
      TenantsModule,
      AuditModule,
      AccountsModule,
      AuthModule,
      ItemsModule,
      IndexingModule,
      SynonymsModule,
      RulesModule,
      BehaviourModule,
      SearchModule,
      BootstrapModule,
      PanelModule,
      ConnectorsModule,
      InsightsModule,
      { module: SmartModule, global: true },
      PreviewModule,
      DemoModule,
      ...(options.modules ?? []),
      // After them: an outside module may observe searches in its place.
      { module: TrackingModule, global: true },
    ],
    controllers: [DocsController],
    providers: [
      { provide: SETTINGS, useValue: settings },
      { provide: CLOCK, useValue: clock },
      { provide: CATALOG_INDEXES_OPTIONS, useValue: { serveIndexes: purpose === 'service' } },
      {
        provide: SEARCH_ENGINE,
        useValue: options.engine ?? (purpose === 'command' ? commandEngine : defaultEngine)(settings, logger),
      },
      { provide: AI_PROVIDER, useValue: options.aiProvider ?? (settings.ai && new OpenAiProvider(settings.ai)) },
    ],
    exports: [SETTINGS, CLOCK, CATALOG_INDEXES_OPTIONS, SEARCH_ENGINE, AI_PROVIDER],
  };
  return { module, dataSource, routes, registry, logger };
}

async function openDataSource(options: ApplicationOptions, logger: Logger): Promise<DataSource> {
  const dataSource: DataSource = createDataSource({
    url: options.databaseUrl,
    entities: options.entities ?? [],
    migrations: options.migrations ?? [],
    onPoolError: (error) => {
      // A closed pool's last connections may still hear the database stop.
      if (dataSource.isInitialized) logger.warn({ err: error }, 'an idle database connection failed');
    },
  });
  await dataSource.initialize();
  try {
    const ran = await migrate(dataSource);
    if (ran.length > 0) logger.info({ migrations: ran }, 'migrated');
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

function defaultRateLimitStorage(settings: Settings, redis: RedisLink | null, clock: Clock): ThrottlerStorage {
  const own = new SlidingWindowStorage(clock);
  return redis ? new SharedWindowStorage(redis, own, settings.encryptionKey ?? randomBytes(32)) : own;
}

function defaultEngine(settings: Settings, logger: Logger): SearchEngine {
  const log = ({ level, message, ...details }: { level: 'info' | 'warn' | 'error'; message: string }): void =>
    logger[level](details, message);
  const { openSearchNodes: nodes, openSearchPrefix: prefix } = settings;
  if (nodes) return createOpenSearchEngine({ nodes, prefix, log });
  return createEmbeddedEngine({
    directory: join(settings.dataDir, 'indexes'),
    memoryBudgetBytes: settings.indexMemoryBytes,
    log,
  });
}

/** A service beside it writes the same folder: a command searches in memory and only forgets what is there. */
function commandEngine(settings: Settings, logger: Logger): SearchEngine {
  const files = defaultEngine(settings, logger);
  if (!files.capabilities.local) return files;
  const memory = createEmbeddedEngine({ directory: null, memoryBudgetBytes: settings.indexMemoryBytes });
  return {
    capabilities: memory.capabilities,
    open: (tenant) => memory.open(tenant),
    release: (tenant) => memory.release(tenant),
    drop: async (tenant) => {
      await Promise.all([memory.drop(tenant), files.drop(tenant)]);
    },
    stored: () => files.stored(),
    close: async () => {
      await Promise.all([memory.close(), files.close()]);
    },
  };
}

/**
 * The whole service, ready to listen. The database is migrated; the caller starts it with `listen` and ends it with
 * `close`.
 * @throws DatabaseSetupError when the database user may not set up what the service needs.
 */
export async function createApplication(options: ApplicationOptions): Promise<NestFastifyApplication> {
  const { module, dataSource, routes, registry, logger } = await compose(options, 'service');
  const adapter = createAdapter(options.settings, logger);
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  shedLoad(fastify, registry);
  rememberRequestIds(fastify);
  const tracing = options.settings.tracing ? await startTracing(options.settings.tracing) : null;
  if (tracing) {
    traceRequests(fastify, tracing);
    fastify.addHook('onClose', () => tracing.stop());
  }
  observeRequests(fastify, registry, logger);
  if (options.settings.role === 'worker') serveOperationsOnly(fastify);
  prepareServer(fastify, routes);
  const app = await orClose(dataSource, () =>
    NestFactory.create<NestFastifyApplication>(module, adapter as never, {
      bodyParser: false,
      logger: plainLogger(),
      abortOnError: false,
    }),
  );
  app.useLogger(new NestLogger(logger));
  closeConnectionsWhileStopping(fastify, app.get(Readiness));
  serveApiDocument(app);
  return app;
}

/** The same services without a server, for one command. */
export async function createCommandContext(options: ApplicationOptions): Promise<INestApplicationContext> {
  const { module, dataSource } = await compose(options, 'command');
  return orClose(dataSource, () =>
    NestFactory.createApplicationContext(module, { abortOnError: false, logger: plainLogger() }),
  );
}

/** Nest owns the data source from then on; when it fails nobody else would close it. */
async function orClose<T>(dataSource: DataSource, create: () => Promise<T>): Promise<T> {
  try {
    return await create();
  } catch (error) {
    await dataSource.destroy().catch(() => {});
    throw error;
  }
}
