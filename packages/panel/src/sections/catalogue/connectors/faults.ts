import { Refusal } from '../../../api/problem.ts';

const SHOWN = /^\/(endpoint|auth(\/(name|value|token))?)$/;

/** What the service says of the fields of an address, and whether there is something else to tell. */
export function addressFaults(error: unknown): { of(pointer: string): string | undefined; elsewhere: boolean } {
  const fields = error instanceof Refusal ? error.fields : [];
  return {
    of: (pointer) => fields.find(({ field }) => field === pointer)?.message,
    elsewhere: error !== null && (fields.length === 0 || fields.some(({ field }) => !SHOWN.test(field))),
  };
}
