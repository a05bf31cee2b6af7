import type { OpenAPIObject } from '@nestjs/swagger';

type Node = Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

/**
 * Nest writes OpenAPI 3.0. In 3.1 schemas are JSON Schema 2020-12: `nullable` became a type, exclusive bounds are numbers,
 * `example` of a schema is `examples`.
 */
export function toOpenApi31(document: OpenAPIObject): OpenAPIObject {
  const converted = convert(document) as unknown as OpenAPIObject;
  return { ...converted, openapi: '3.1.0' };
}

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  if (!isNode(value)) return value;
  const node = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, convert(child)]));
  if (node.nullable !== undefined && typeof node.nullable === 'boolean') return withoutNullable(node);
  return node;
}

function withoutNullable({ nullable, ...schema }: Node): Node {
  if (!nullable) return schema;
  const { allOf, $ref, type, ...rest } = schema;
  const inner = Array.isArray(allOf) && allOf.length === 1 ? (allOf[0] as Node) : $ref ? { $ref } : null;
  // A type beside the reference would still refuse null.
  if (inner) return { ...rest, anyOf: [inner, { type: 'null' }] };
  if (typeof type !== 'string') return schema;
  const values = Array.isArray(schema.enum) && !schema.enum.includes(null) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, ...values, type: [type, 'null'] };
}
