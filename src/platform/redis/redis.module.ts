import {
  Global,
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import type { RedisLink } from './redis-link.ts';

export const REDIS = Symbol('Redis');

/** Redis when `REDIS_URL` names one: limits counted together, signals that need no listening connection. */
@Global()
@Module({})
export class RedisModule implements OnModuleInit, OnApplicationShutdown {
  static forRoot(redis: RedisLink | null): DynamicModule {
    return { module: RedisModule, providers: [{ provide: REDIS, useValue: redis }], exports: [REDIS] };
  }

  constructor(
    @Inject(REDIS) private readonly redis: RedisLink | null,
    private readonly registry: Registry,
  ) {}

  async onModuleInit(): Promise<void> {
    const { redis } = this;
    if (!redis) return;
    const gauge = (name: string, help: string, value: () => number): Gauge =>
      new Gauge({
        name,
        help,
        registers: [this.registry],
        collect() {
          this.set(value());
        },
      });
    gauge('mirabel_redis_up', '1 while Redis answers; 0: limits are counted in each process', () => Number(redis.up));
    gauge('mirabel_replicas', 'Processes seen on this Redis', () => redis.replicas);
    await redis.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.redis?.stop();
  }
}
