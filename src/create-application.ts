import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { FastifyInstance } from 'fastify';
import { Logger as NestPinoLogger } from 'nestjs-pino';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { EntitySchema, MigrationInterface } from 'typeorm';
import { SETTINGS, type Settings } from './config/settings.ts';
import type { SearchEngine } from './engine/port/index.ts';
import { CLOCK, systemClock, type Clock } from './kernel/clock.ts';
import { AuthModule } from './modules/auth/index.ts';
import { TenantsModule } from './modules/tenants/index.ts';
import { createDataSource, DatabaseModule, migrate } from './platform/database/index.ts';
import { EventsModule } from './platform/events/index.ts';
import { JobsModule } from './platform/jobs/index.ts';
import { DocsController, serveApiDocument } from './platform/openapi/index.ts';
import {
  closeConnectionsWhileStopping,
  createAdapter,
  HttpModule,
  prepareServer,
  RouteTable,
  SlidingWindowStorage,
} from './platform/http/index.ts';
import {
  createLogger,
  ObservabilityModule,
  observeRequests,
  quietNestLogger,
  Readiness,
} from './platform/observability/index.ts';

export interface ApplicationOptions {
  settings: Settings;
  /** PostgreSQL, external or embedded. */
  databaseUrl: string;
  /** Default: the embedded engine with its snapshots under `settings.dataDir`. */
  engine?: SearchEngine;
  /** Default: counted in this process. */
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

interface Composition {
  module: DynamicModule;
  routes: RouteTable;
  registry: Registry;
  logger: Logger;
}

/** Connects, migrates and wires. The only place that names default adapters. */
async function compose(options: ApplicationOptions): Promise<Composition> {
  const { settings } = options;
  const clock = options.clock ?? systemClock;
  const logger = options.logger ?? createLogger(settings.logLevel);
  const routes = new RouteTable();
  const registry = new Registry();
  const dataSource = createDataSource({
    url: options.databaseUrl,
    entities: options.entities ?? [],
    migrations: options.migrations ?? [],
    onPoolError: (error) => logger.warn({ err: error }, 'an idle database connection failed'),
  });
  await dataSource.initialize();
  const ran = await migrate(dataSource);
  if (ran.length > 0) logger.info({ migrations: ran }, 'migrated');
  const module: DynamicModule = {
    module: ApplicationModule,
    global: true,
    imports: [
      DatabaseModule.forRoot(dataSource),
      EventsModule,
      JobsModule.forRoot({ work: true }),
      ObservabilityModule.forRoot(logger, registry),
      HttpModule.forRoot({
        routes,
        rateLimitStorage: options.rateLimitStorage ?? new SlidingWindowStorage(clock),
      }),
      TenantsModule,
      AuthModule,
      ...(options.modules ?? []),
    ],
    controllers: [DocsController],
    providers: [
      { provide: SETTINGS, useValue: settings },
      { provide: CLOCK, useValue: clock },
    ],
    exports: [SETTINGS, CLOCK],
  };
  return { module, routes, registry, logger };
}

/**
 * The whole service, ready to listen. The database is migrated; the caller starts it with `listen` and ends it with
 * `close`.
 * @throws DatabaseSetupError when the database user may not set up what the service needs.
 */
export async function createApplication(options: ApplicationOptions): Promise<NestFastifyApplication> {
  const { module, routes, registry, logger } = await compose(options);
  const adapter = createAdapter(options.settings, logger);
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  observeRequests(fastify, registry);
  await prepareServer(fastify, routes);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter as never, {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(quietNestLogger(app.get(NestPinoLogger)));
  closeConnectionsWhileStopping(fastify, app.get(Readiness));
  serveApiDocument(app);
  return app;
}
