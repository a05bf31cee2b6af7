import { randomUUID } from 'node:crypto';
import { Injectable, Module, type CallHandler, type ExecutionContext } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { startTestApp, type TestAppOptions } from '../support/app.ts';
import { ask } from '../support/client.ts';

const seen: string[] = [];

@Injectable()
class OutsideGuard {
  canActivate(context: ExecutionContext): Promise<boolean> {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    seen.push(`${context.getClass().name}.${context.getHandler().name}`);
    return Promise.resolve(headers['x-blocked'] === undefined);
  }
}
@Injectable()
class OutsideInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    seen.push('interceptor');
    return next.handle();
  }
}
@Module({ providers: [{ provide: APP_GUARD, useClass: OutsideGuard }] })
class GuardModule {}
@Module({ providers: [{ provide: APP_INTERCEPTOR, useClass: OutsideInterceptor }] })
class InterceptorModule {}

/** A click, and one that is blocked, on a service with these modules. */
async function clicks(options: TestAppOptions) {
  const service = await startTestApp(options);
  try {
    const shop = await service.createTenant();
    const body = { session_id: randomUUID(), query: 'lamp', item_id: 'a', position: 1 };
    const path = `/v1/${shop.slug}/track/click`;
    const click = (headers: Record<string, string> = {}, more: object = {}) =>
      ask(service.url, 'POST', path, { key: shop.keys.public, body: { ...body, ...more }, headers });
    seen.length = 0;
    return [await click(), await click({ 'x-blocked': '1' }), await click({}, { position: 0 })];
  } finally {
    await service.close();
  }
}

test('a guard of an outside module holds on routes that Fastify calls directly', async () => {
  const [allowed, blocked, invalid] = await clicks({ modules: [GuardModule] });
  expect(allowed).toMatchObject({ status: 202, body: { status: 'accepted' } });
  expect(blocked).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  expect(invalid).toMatchObject({ status: 422, body: { errors: [{ field: '/position' }] } });
  expect(seen).toEqual(['TrackController.click', 'TrackController.click', 'TrackController.click']);
});

test("an interceptor of an outside module takes them back into Nest's pipeline, with the same answers", async () => {
  const direct = await clicks({});
  expect(seen).toEqual([]);
  const ordinary = await clicks({ modules: [InterceptorModule] });
  expect(seen).toContain('interceptor');
  const shape = ({ status, body, headers }: (typeof direct)[number]) => ({
    status,
    code: body.code,
    errors: body.errors,
    result: body.status,
    type: headers.get('content-type'),
    names: [...headers.keys()],
  });
  expect(ordinary.map(shape)).toEqual(direct.map(shape));
});
