import { Catch, Injectable, Logger, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../kernel/errors.ts';
import { RouteTable } from './route-table.ts';
import { toApiError, toProblem } from './problem.ts';

const logger = new Logger('Request');

export function sendProblem(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = toApiError(thrown);
  if (error.status >= 500) {
    logger.error({ err: error.options.cause ?? error, requestId: request.id, code: error.code, msg: error.message });
  }
  const { status, headers, body } = toProblem(error, request.url.split('?', 1)[0] ?? '/', request.id);
  if (reply.sent) return;
  void reply.status(status).headers(headers).send(JSON.stringify(body));
}

/** The one place where a thrown value becomes an answer. */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly routes: RouteTable) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    sendProblem(this.#describeMissingRoute(thrown, request), request, http.getResponse<FastifyReply>());
  }

  /** Nest throws the same exception for an unknown path and for an unknown method of a known path. */
  #describeMissingRoute(thrown: unknown, request: FastifyRequest): unknown {
    if (!(thrown instanceof NotFoundException)) return thrown;
    const allowed = this.routes.methodsOf(request.url);
    if (allowed.length === 0) return new ApiError('not_found', 'There is no such route.');
    return new ApiError('method_not_allowed', `This route answers ${allowed.join(', ')}.`, {
      headers: { allow: allowed.join(', ') },
    });
  }
}
