import type { CanActivate, ExecutionContext, PipeTransform, Type } from '@nestjs/common';
import {
  CUSTOM_ROUTE_ARGS_METADATA,
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  HEADERS_METADATA,
  HTTP_CODE_METADATA,
  INTERCEPTORS_METADATA,
  PARAMTYPES_METADATA,
  PIPES_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isObservable, lastValueFrom } from 'rxjs';
import { ApiError } from '../../kernel/errors.ts';
import { sendProblem } from './problem.filter.ts';

export type DirectHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
type Method = (...values: unknown[]) => unknown;
type Read = (context: HotContext) => unknown;

/** What guards and decorators of parameters see of a request, as Nest shows it. */
class HotContext implements ExecutionContext {
  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly controller: Type,
    private readonly method: Method,
  ) {}
  getClass<T>(): Type<T> {
    return this.controller as Type<T>;
  }
  getHandler(): Method {
    return this.method;
  }
  getArgs<T extends unknown[]>(): T {
    return [this.request, this.reply] as unknown as T;
  }
  getArgByIndex<T>(index: number): T {
    return this.getArgs()[index] as T;
  }
  getType<T extends string>(): T {
    return 'http' as T;
  }
  switchToHttp(): this {
    return this;
  }
  getRequest<T>(): T {
    return this.request as T;
  }
  getResponse<T>(): T {
    return this.reply as T;
  }
  getNext<T>(): T {
    return undefined as T;
  }
  switchToRpc(): never {
    throw new Error('This is an HTTP request.');
  }
  switchToWs(): never {
    throw new Error('This is an HTTP request.');
  }
}

interface Declared {
  index: number;
  data?: unknown;
  pipes: unknown[];
  factory?: (data: unknown, context: ExecutionContext) => unknown;
}

const OWN = [GUARDS_METADATA, INTERCEPTORS_METADATA, PIPES_METADATA, EXCEPTION_FILTERS_METADATA, HEADERS_METADATA];

/**
 * A method of a controller as a handler of Fastify: the global guards, its parameters' decorators and pipes, its status.
 * @throws for a declaration that it does not understand, so that the start fails instead of something being left out.
 */
export function compileHotCall(instance: object, name: string, guards: readonly CanActivate[]): DirectHandler {
  const controller = instance.constructor as Type;
  const method = (instance as Record<string, Method>)[name]!;
  const unknown = OWN.find((key) => Reflect.hasMetadata(key, method) || Reflect.hasMetadata(key, controller));
  if (unknown) throw new Error(`${controller.name}.${name} is hot: it may not have ${unknown} of its own.`);
  const readers = argumentsOf(controller, name);
  const status = (Reflect.getMetadata(HTTP_CODE_METADATA, method) as number | undefined) ?? 201;
  return async (request, reply) => {
    try {
      const context = new HotContext(request, reply, controller, method);
      for (const guard of guards) {
        const allowed = guard.canActivate(context);
        // A promise only where there is one: each costs as much as the guard.
        if (allowed !== true && !(await settle(allowed)))
          throw new ApiError('insufficient_scope', 'This key may not do that.');
      }
      const values: unknown[] = [];
      for (const read of readers) {
        const value = read(context);
        values.push(value instanceof Promise ? await value : value);
      }
      const answer = JSON.stringify(await method.apply(instance, values));
      reply.code(status).header('content-type', 'application/json; charset=utf-8').send(answer);
    } catch (error) {
      sendProblem(error, request, reply);
    }
  };
}

const settle = (allowed: ReturnType<CanActivate['canActivate']>): boolean | Promise<boolean> =>
  isObservable(allowed) ? lastValueFrom(allowed) : allowed;

function argumentsOf(controller: Type, name: string): Read[] {
  const declared = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<string, Declared>;
  const types = Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype as object, name) as Type[] | undefined;
  return Object.entries(declared)
    .sort(([, a], [, b]) => a.index - b.index)
    .map(([key, argument], place) => {
      const { factory, data } = argument;
      if (argument.index !== place) throw new Error(`${controller.name}.${name}: parameter ${place} has no decorator.`);
      if (factory && key.includes(CUSTOM_ROUTE_ARGS_METADATA) && argument.pipes.length === 0)
        return (context) => factory(data, context);
      const [pipe] = argument.pipes as PipeTransform[];
      if (key.startsWith(`${RouteParamtypes.BODY}:`) && data === undefined && argument.pipes.length === 1 && pipe) {
        const metadata = { type: 'body', metatype: types?.[place] } as const;
        return (context) => pipe.transform(context.getRequest<FastifyRequest>().body, metadata) as unknown;
      }
      throw new Error(`${controller.name}.${name}: parameter ${place} cannot be read on a hot route.`);
    });
}
