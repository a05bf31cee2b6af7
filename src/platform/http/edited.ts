import {
  createParamDecorator,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tap, type Observable } from 'rxjs';
import type { ExpectedVersions } from '../../kernel/edited.ts';
import { ApiError } from '../../kernel/errors.ts';

export class EditedResponse {
  @ApiProperty({ type: 'integer', description: 'Grows with each change; the `ETag`, for `If-Match`.' })
  version!: number;
  @ApiProperty({ type: String, format: 'date-time' }) updated_at!: Date;
  @ApiProperty({ type: String, nullable: true, description: 'An address, or the name of a key.' })
  updated_by!: string | null;
}

const TAG = /^(?:W\/)?"(\d{1,9})"$/;

/** The versions that the request was made for. @throws ApiError `invalid_parameter` */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): ExpectedVersions => {
  const header = context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'];
  if (header === undefined || header.trim() === '*') return null;
  return header.split(',').map((part) => {
    const version = TAG.exec(part.trim())?.[1];
    if (version !== undefined) return Number(version);
    const message = 'If-Match must be the ETag of an answer, such as "3".';
    throw new ApiError('invalid_parameter', message, { errors: [{ field: 'If-Match', code: 'etag', message }] });
  });
});

@Injectable()
class VersionTagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      tap((body: unknown) => {
        const version = (body as { version?: unknown } | undefined)?.version;
        if (typeof version === 'number') void reply.header('etag', `"${version}"`);
      }),
    );
  }
}

/** Answers with a version carry it as their `ETag`. */
export const TagVersions = (): ClassDecorator => UseInterceptors(VersionTagInterceptor);
