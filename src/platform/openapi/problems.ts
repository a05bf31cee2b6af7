import type { OpenAPIObject } from '@nestjs/swagger';
import type { ErrorDefinition } from '../../kernel/errors.ts';
import { TENANT_SLUG } from '../../kernel/tenant-context.ts';

const METHODS = ['get', 'post', 'patch', 'delete', 'put'] as const;

const PROBLEM_SCHEMA = {
  type: 'object',
  description: 'What went wrong (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  properties: {
    type: { type: 'string', description: 'Address of the page that explains the code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'For people; never parse it.' },
    instance: { type: 'string', description: 'Path of the request.' },
    code: { type: 'string', description: 'Stable; decide by this.' },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'code', 'message'],
        properties: {
          field: { type: 'string', description: 'JSON Pointer into the body, or the name of a parameter.' },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
  },
};

interface Operation {
  security?: unknown[];
  requestBody?: unknown;
  parameters?: unknown[];
  responses: Record<string, unknown>;
}

/** Adds the failures that any route of its kind can answer, so that no controller repeats them. */
export function addProblems(document: OpenAPIObject, errors: [string, ErrorDefinition][]): OpenAPIObject {
  const codes = new Map<number, string[]>();
  for (const [code, { status }] of errors) codes.set(status, [...(codes.get(status) ?? []), code]);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method] as Operation | undefined;
      if (!operation) continue;
      operation.security ??= [];
      nameTenant(operation, path);
      for (const status of statusesOf(operation, path)) {
        operation.responses[String(status)] ??= problemResponse(codes.get(status) ?? []);
      }
      operation.responses.default ??= problemResponse([]);
    }
  }
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Problem: PROBLEM_SCHEMA as never },
  };
  return document;
}

/** No controller reads the slug, since the key gives the tenant; the document must name it all the same. */
function nameTenant(operation: Operation, path: string): void {
  if (!path.includes('{tenant}')) return;
  operation.parameters = [
    {
      name: 'tenant',
      in: 'path',
      required: true,
      description: 'Slug of the tenant that the key belongs to.',
      schema: { type: 'string', pattern: TENANT_SLUG.source },
    },
    ...(operation.parameters ?? []),
  ];
}

function statusesOf(operation: Operation, path: string): number[] {
  const statuses: number[] = [];
  if (operation.security?.length) statuses.push(401, 403, 429);
  if ((operation.parameters?.length ?? 0) > (path.match(/\{/g)?.length ?? 0)) statuses.push(400);
  if (/\{(?!tenant\})/.test(path)) statuses.push(404);
  if (operation.requestBody) statuses.push(400, 413, 415, 422);
  return [...new Set(statuses)].sort();
}

function problemResponse(codes: string[]): unknown {
  return {
    description: codes.length > 0 ? codes.map((code) => `\`${code}\``).join(', ') : 'Any other failure',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}
