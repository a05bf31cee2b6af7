import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { ThrottlerModule, type ThrottlerStorage } from '@nestjs/throttler';
import { AccessCheck } from '../tenancy/index.ts';
import { HotRoutes } from './hot-routes.ts';
import { IdempotencyInterceptor } from './idempotency.interceptor.ts';
import { IdempotencyJobs } from './idempotency.jobs.ts';
import { ProblemFilter } from './problem.filter.ts';
import { DEFAULT_RATE_LIMIT, RATE_WINDOW, RateLimiter } from './rate-limiter.ts';
import { RouteTable } from './route-table.ts';
import { RequestValidationPipe } from './validation.pipe.ts';

export interface HttpModuleOptions {
  routes: RouteTable;
  /** Where admissions are counted: per process by default, shared when several processes serve. */
  rateLimitStorage: ThrottlerStorage;
}

/** What every request passes: rate limit, validation, idempotency, and the filter that words all errors. */
@Global()
@Module({})
export class HttpModule {
  static forRoot({ routes, rateLimitStorage }: HttpModuleOptions): DynamicModule {
    return {
      module: HttpModule,
      imports: [
        DiscoveryModule,
        ThrottlerModule.forRoot({
          throttlers: [{ name: 'default', ttl: RATE_WINDOW, limit: DEFAULT_RATE_LIMIT }],
          storage: rateLimitStorage,
        }),
      ],
      providers: [
        AccessCheck,
        HotRoutes,
        RateLimiter,
        IdempotencyJobs,
        { provide: RouteTable, useValue: routes },
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useClass: RequestValidationPipe },
        { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
      ],
      exports: [RateLimiter, RouteTable, ThrottlerModule],
    };
  }
}
