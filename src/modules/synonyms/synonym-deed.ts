import { changesOf, type Deed } from '../audit/index.ts';
import type { Synonym } from './synonym.ts';

/** What the log says of a change of a synonym. */
export function synonymDeed(action: string, before: Synonym | null, after: Synonym | null): Deed {
  const { id, type, input, terms } = (after ?? before)!;
  const subject = type === 'one_way' ? `${input} → ${terms.join(', ')}` : terms.join(', ');
  return { kind: 'synonym', action, subjectId: id, subject, changes: changesOf(before, after) };
}
