import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { Controller, Post } from '@nestjs/common';
import { loadSettings } from '../../dist/src/config/settings.js';
import { createApplication } from '../../dist/src/create-application.js';
import { keepHeapSmall } from '../../dist/src/platform/heap.js';
import { SlidingWindowStorage } from '../../dist/src/platform/http/index.js';
import { RequireKey } from '../../dist/src/public.js';

/**
 * The service as it is, but that the limit counts without refusing: one client sends what a thousand shoppers do. Beside
 * its own routes some that stop earlier, which are the steps of the ladder.
 */
keepHeapSmall();
const dataDir = await mkdtemp(join(process.env.BENCH_DATA, 'service-'));
const settings = loadSettings({ MB_DATA_DIR: dataDir, LOG_LEVEL: 'error' });
class CountingStorage extends SlidingWindowStorage {
  admit(...request) {
    return { ...super.admit(...request), isBlocked: false };
  }
}
const rateLimitStorage = new CountingStorage({ now: () => Date.now() });

class StepController {
  nest() {
    return { status: 'accepted', event_id: null };
  }
}
Controller('v1/:tenant/bench')(StepController);
const method = Object.getOwnPropertyDescriptor(StepController.prototype, 'nest');
for (const decorate of [Post('nest'), RequireKey('public')]) decorate(StepController.prototype, 'nest', method);
class StepModule {}

process.on('SIGINT', () => process.exit());
const app = await createApplication({
  settings,
  databaseUrl: process.env.DATABASE_URL,
  rateLimitStorage,
  modules: [{ module: StepModule, controllers: [StepController] }],
});
const fastify = app.getHttpAdapter().getInstance();
const answer = (request, reply) => reply.status(202).send({ status: 'accepted', event_id: request.body.event_id });
fastify.post('/bench/hooks', { config: { access: { kinds: 'open' } } }, answer);
fastify.post('/v1/:tenant/bench/auth', { config: { access: { kinds: ['public'] } } }, answer);
fastify.get('/bench/memory', { config: { access: { kinds: 'open' } } }, () => process.memoryUsage());
await app.listen(0, '127.0.0.1');
console.log(`ready at ${await app.getUrl()}`);
