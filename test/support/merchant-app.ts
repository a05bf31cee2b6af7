import { randomBytes } from 'node:crypto';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CONNECTOR_TIMING, type ConnectorTiming } from '../../src/modules/connectors/index.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';

@Global()
@Module({})
class Timing {}

/** Waits that a test need not wait for. */
export function timing(given: Partial<ConnectorTiming>): DynamicModule {
  return { module: Timing, providers: [{ provide: CONNECTOR_TIMING, useValue: given }], exports: [CONNECTOR_TIMING] };
}

/** A service that may fetch from the merchants of the tests, and from nothing else of this machine. */
export function startConnectorApp(
  options: TestAppOptions & { timing?: Partial<ConnectorTiming> } = {},
): Promise<TestApp> {
  return startTestApp({
    ...options,
    modules: [timing({ backoff: 1, longestWait: 2_000, ...options.timing })],
    settings: { encryptionKey: randomBytes(32), connectorsAllowPrivate: ['127.0.0.2/32'], ...options.settings },
  });
}
