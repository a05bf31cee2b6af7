import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { ApiError, type ErrorCode } from '../../kernel/errors.ts';
import type { Settings } from '../../config/settings.ts';
import type { RouteSettings } from '../tenancy/index.ts';
import { boundLargeBodies } from './body-budget.ts';
import { answerCors } from './cors.ts';
import { acceptJson } from './json-body.ts';
import { sendProblem } from './problem.filter.ts';
import { toProblem } from './problem.ts';
import { MAX_PARAM_LENGTH, type RouteTable } from './route-table.ts';
import { sendSecurityHeaders } from './security-headers.ts';

export const DEFAULT_BODY_LIMIT = 256 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
/** Milliseconds a client may take to send a whole request: bounds slow-loris. */
const REQUEST_TIMEOUT = 30_000;
const REQUEST_ID = /^[\w-]{1,64}$/;

export function createAdapter(settings: Settings, logger: FastifyBaseLogger): FastifyAdapter {
  return new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger a request, with redaction of its own, would cost as much as the authentication.
    childLoggerFactory: (parent: FastifyBaseLogger) => parent,
    trustProxy: trustedProxies(settings.trustProxy),
    bodyLimit: DEFAULT_BODY_LIMIT,
    connectionTimeout: 60_000,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: 72_000,
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: REQUEST_TIMEOUT },
    requestIdHeader: false,
    genReqId: (request: IncomingMessage) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      reply.header('x-request-id', request.id);
      sendProblem(error, request, reply);
    },
    clientErrorHandler: answerBrokenRequest,
  });
}

function trustedProxies(trust: Settings['trustProxy']) {
  return typeof trust === 'number' ? (_address: string, hop: number): boolean => hop < trust : trust;
}

/** Everything that concerns all routes and must be in place before the first one is registered. */
export function prepareServer(fastify: FastifyInstance, routes: RouteTable): void {
  fastify.addHook('onRoute', (route) => {
    const { bodyLimit } = (route.config ?? {}) as RouteSettings;
    if (bodyLimit) route.bodyLimit = bodyLimit;
    routes.add(route);
  });
  sendSecurityHeaders(fastify);
  answerCors(fastify, routes);
  boundLargeBodies(fastify);
  acceptJson(fastify);
}

interface ConnectionError extends Error {
  code?: string;
}

/** A request that Node's parser refuses never reaches Fastify: the answer is written to the socket. */
function answerBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, detail]: [ErrorCode, string] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['request_header_fields_too_large', `All headers together may take ${MAX_HEADER_BYTES} bytes.`]
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['request_timeout', 'The request did not arrive in time.']
        : ['malformed_request', 'This is not a valid HTTP request.'];
  const { status, headers, body } = toProblem(new ApiError(code, detail), '/', randomUUID());
  const text = JSON.stringify(body);
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(text)), connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n\r\n${text}`);
}
