import { Injectable, type PipeTransform } from '@nestjs/common';
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { RequestValidationPipe } from '../../platform/http/index.ts';

type RequestClass = new () => object;
type Check = (value: unknown) => boolean;
interface Field {
  name: string;
  optional: boolean;
  checks: Check[];
}

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
interface Constraint {
  instance: { validate(value: unknown, context: object): boolean | Promise<boolean> };
  async?: boolean;
}

/**
 * The body of a hot route. The request class stays the one declaration: its fields and checks are read once and run
 * without the ordinary validator's search through its metadata, which costs more than half of the request. Only what
 * passes them all is taken this way; anything else goes to the ordinary pipe, which words the errors.
 */
@Injectable()
export class CompiledBodyPipe implements PipeTransform {
  readonly #ordinary = new RequestValidationPipe();
  readonly #fields: readonly Field[];

  constructor(private readonly request: RequestClass) {
    this.#fields = compile(request);
  }

  transform(value: unknown): unknown {
    return this.accept(value) ?? this.#ordinary.transform(value, { type: 'body', metatype: this.request });
  }

  /** An instance of the request class, or null when the ordinary pipe has to look at it. */
  accept(value: unknown): object | null {
    if (!isJsonObject(value)) return null;
    const made = new this.request() as JsonObject;
    for (const { name, optional, checks } of this.#fields) {
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      const absent = given === undefined || given === null;
      if (!(optional && absent)) for (const check of checks) if (!check(given)) return null;
      if (given !== undefined) made[name] = given;
    }
    return made;
  }
}

/** @throws for a declaration that it does not understand, so that start fails instead of a check being left out. */
function compile(request: RequestClass): Field[] {
  const storage = getMetadataStorage();
  const fields = new Map<string, Field>();
  for (const metadata of storage.getTargetValidationMetadatas(request, '', false, false)) {
    const field = fields.get(metadata.propertyName) ?? { name: metadata.propertyName, optional: false, checks: [] };
    fields.set(field.name, field);
    if (metadata.type === ValidationTypes.CONDITIONAL_VALIDATION && metadata.name === 'isOptional')
      field.optional = true;
    else if (metadata.type === ValidationTypes.CUSTOM_VALIDATION && !metadata.each)
      field.checks.push(...checksOf(metadata));
    else throw new Error(`${request.name}.${field.name}: ${metadata.name ?? metadata.type} cannot be compiled.`);
  }
  return [...fields.values()];
}

function checksOf(metadata: Metadata): Check[] {
  const constraints = getMetadataStorage().getTargetValidatorConstraints(
    metadata.constraintCls,
  ) as unknown as Constraint[];
  return constraints.map(({ instance, async }) => {
    if (async) throw new Error(`${metadata.propertyName}: a check that waits cannot be compiled.`);
    const context = { constraints: metadata.constraints, property: metadata.propertyName, targetName: '', object: {} };
    return (value) => instance.validate(value, { ...context, value }) === true;
  });
}
