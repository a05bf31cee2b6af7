import { Controller, Get, Module } from '@nestjs/common';
import fastify from 'fastify';
import { KeyDirectory } from '../../src/modules/auth/key-directory.ts';
import { boundLargeBodies } from '../../src/platform/http/body-budget.ts';
import { startTestApp } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { createTestDatabase } from '../support/database.ts';

@Controller('forgotten')
class ForgottenController {
  @Get()
  open(): string {
    return 'anyone';
  }
}

@Module({ controllers: [ForgottenController] })
class ForgottenModule {}

test('a route that does not say who may call it stops the start', async () => {
  const database = await createTestDatabase();
  const start = startTestApp({ databaseUrl: database.url, modules: [ForgottenModule] });
  await expect(start).rejects.toThrow('ForgottenController.open');
  await database.drop();
});

test('a key shows when it was last used', async () => {
  const service = await startTestApp();
  try {
    const shop = await service.createTenant();
    const list = () => ask(service.url, 'GET', `/v1/${shop.slug}/keys`, { key: shop.keys.secret });
    await list();
    await service.app.get(KeyDirectory).flushUses();
    const used = (await list()).body.rows.filter((key: { last_used_at: string | null }) => key.last_used_at !== null);
    expect(used).toMatchObject([{ kind: 'secret', last_used_at: new Date(service.clock.now()).toISOString() }]);
  } finally {
    await service.close();
  }
});

test('large bodies in flight are bounded, and the bound is given back', async () => {
  const server = fastify();
  boundLargeBodies(server, 1000);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  server.post('/push', { config: { bodyLimit: 800 } }, async () => held);
  const push = () => server.inject({ method: 'POST', url: '/push', payload: { text: 'x'.repeat(600) } });
  await server.ready();
  const first = push().then((answer) => answer);
  // The first is in its handler once the second has been judged: hooks run in order of arrival.
  const refused = await push();
  expect(refused.json()).toMatchObject({ message: 'Too many large bodies are being worked on.' });
  release();
  expect((await first).statusCode).toBe(200);
  expect((await push()).statusCode).toBe(200);
  await server.close();
});
