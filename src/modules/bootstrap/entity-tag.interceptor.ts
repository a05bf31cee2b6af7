import { createHash } from 'node:crypto';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';

/** Gives the answer an ETag, and says 304 to a caller who has it. */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    return next.handle().pipe(
      map((body: unknown) => {
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
        void reply.header('etag', tag);
        if (!knows(request, tag)) return text;
        void reply.status(304);
        return '';
      }),
    );
  }
}

/** `If-None-Match` compares weakly (RFC 9110, section 13.1.2): a proxy that compressed the answer made its tag weak. */
function knows({ headers }: FastifyRequest, tag: string): boolean {
  const given = new Set((headers['if-none-match'] ?? '').split(',').map((entry) => entry.trim().replace(/^W\//, '')));
  return given.has(tag) || given.has('*');
}
