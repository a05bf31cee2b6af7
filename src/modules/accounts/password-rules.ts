import { dictionary } from '@zxcvbn-ts/language-common';
import { ApiError } from '../../kernel/errors.ts';

export const PASSWORD_LENGTH = { min: 12, max: 256 } as const;
/** A text of fewer different characters is a key held down. */
const FEWEST_CHARACTERS = 5;

/** Made while the service starts: unpacking it later would hold everybody up for a tenth of a second. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'] as Iterable<string>);

/**
 * NIST SP 800-63B, section 3.1.1.2: length alone, no rule of composition, and nothing that is on everybody's list or
 * follows from the account. Characters are counted, not bytes.
 * @throws ApiError `validation_failed` at `/password`
 */
export function refuseWeakPassword(password: string, email: string): void {
  const fault = passwordFault(password, email);
  if (!fault) return;
  const [code, message] = fault;
  throw new ApiError('validation_failed', message, { errors: [{ field: '/password', code, message }] });
}

function passwordFault(password: string, email: string): [string, string] | null {
  const { length } = [...password];
  if (length < PASSWORD_LENGTH.min)
    return ['min_length', `A password needs ${PASSWORD_LENGTH.min} characters or more.`];
  if (length > PASSWORD_LENGTH.max) return ['max_length', `A password may have ${PASSWORD_LENGTH.max} characters.`];
  const plain = password.toLowerCase();
  if (new Set(plain).size < FEWEST_CHARACTERS) return ['common', 'This repeats a few characters: choose other words.'];
  const core = plain.replaceAll(/^[\d\W_]+|[\d\W_]+$/g, '');
  if (COMMON.has(plain) || COMMON.has(core)) return ['common', 'This is one of the passwords that are tried first.'];
  const own = new Set([email, email.split('@')[0]!, 'mirabel']);
  if (own.has(core) || own.has(plain)) return ['common', 'This follows from your address: choose other words.'];
  return null;
}
