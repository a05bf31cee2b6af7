import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { ApiError } from '../../kernel/errors.ts';
import { isJsonObject, jsonPointer } from '../../kernel/json.ts';

const PRIMITIVES = new Set<unknown>([String, Number, Boolean, Array, Object]);
const MAX_REPORTED = 100;
/** Set on request classes whose unknown fields are ignored: routes that a public key may call. */
const LENIENT = Symbol('lenient');

/** Unknown fields are ignored instead of refused: a newer SDK works with an older server. */
export function IgnoreUnknownFields(): ClassDecorator {
  return (target) => void Reflect.defineMetadata(LENIENT, true, target);
}

/** Turns bodies and query strings into instances of their request class, or says what is wrong with each field. */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if ((type !== 'body' && type !== 'query') || !metatype || PRIMITIVES.has(metatype)) return value;
    const input = type === 'body' ? bodyObject(value) : value;
    const instance = plainToInstance(metatype as new () => object, input ?? {}, { exposeDefaultValues: true });
    const lenient = Reflect.getMetadata(LENIENT, metatype) === true;
    const faults = await validate(instance, {
      whitelist: true,
      forbidNonWhitelisted: !lenient,
      forbidUnknownValues: false,
    });
    const inBody = type === 'body';
    const found =
      faults.length > 0
        ? faults.flatMap((fault) => fieldErrors(fault, [], inBody))
        : // What shoppers type is not stored as it came.
          lenient
          ? []
          : brokenTexts(instance);
    if (found.length === 0) return instance;
    const errors = found.slice(0, MAX_REPORTED).map(({ path, code, message }) => {
      return { field: inBody ? jsonPointer(path) : path.join('.'), code, message };
    });
    const detail = errors.length === 1 ? errors[0]!.message : `${errors.length} fields are not valid; see errors.`;
    throw new ApiError(inBody ? 'validation_failed' : 'invalid_parameter', detail, { errors });
  }
}

function bodyObject(value: unknown): unknown {
  if (value === undefined || isJsonObject(value)) return value;
  throw new ApiError('validation_failed', 'The body must be a JSON object.', {
    errors: [{ field: '', code: 'type', message: 'The body must be a JSON object.' }],
  });
}

interface Fault {
  path: (string | number)[];
  code: string;
  message: string;
}

function fieldErrors(fault: ValidationError, parents: (string | number)[], inBody: boolean): Fault[] {
  const path = [...parents, fault.property];
  const first = firstConstraint(Object.entries(fault.constraints ?? {}));
  // What is wrong as a whole has no parts worth telling.
  if (!first) return (fault.children ?? []).flatMap((child) => fieldErrors(child, path, inBody));
  const [constraint, message] = first;
  const code = errorCode(constraint, fault.value);
  return [{ path, code, message: describe(constraint, message, fault.property, inBody) }];
}

/**
 * Texts that PostgreSQL keeps in no column: with U+0000, or with half a surrogate pair in JSON. Plain objects, such as
 * documents, are judged one by one where they are read.
 */
function brokenTexts(value: unknown, path: (string | number)[] = []): Fault[] {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return [];
    const message = `${path.join('.')} holds U+0000 or half a surrogate pair, which is no text.`;
    return [{ path, code: 'text', message }];
  }
  if (Array.isArray(value)) return value.flatMap((each, at) => brokenTexts(each, [...path, at]));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) === Object.prototype) return [];
  return Object.entries(value).flatMap(([name, each]) => brokenTexts(each, [...path, name]));
}

/** One fault a field, and a wrong type before a wrong length: a number has no length to speak of. */
function firstConstraint(constraints: [string, string][]): [string, string] | undefined {
  return constraints.find(([name]) => name === 'whitelistValidation' || name.startsWith('is')) ?? constraints[0];
}

function errorCode(constraint: string, value: unknown): string {
  if (constraint === 'whitelistValidation') return 'unknown_field';
  if (value === undefined) return 'required';
  return constraint.replace(/[A-Z]/g, (letter) => '_' + letter.toLowerCase());
}

function describe(constraint: string, message: string, property: string, inBody: boolean): string {
  if (constraint !== 'whitelistValidation') return message;
  return `${JSON.stringify(property.slice(0, 64))} is not a known ${inBody ? 'field' : 'parameter'} here.`;
}
