import type { Change, ChangeBatch } from '../../port/index.ts';

/** What is indexed in one go: enough to make a large segment, little enough to be searchable soon and cheap to hold. */
const GROUP_DOCUMENTS = 8_192;
const GROUP_BYTES = 16 << 20;

/** Takes the next batches above `version` off the queue, at least one when there is one. */
export function takeGroup(waiting: ChangeBatch[], version: number): ChangeBatch[] {
  const group: ChangeBatch[] = [];
  let documents = 0;
  let bytes = 0;
  let reached = version;
  while (waiting.length > 0 && (group.length === 0 || (documents < GROUP_DOCUMENTS && bytes < GROUP_BYTES))) {
    const batch = waiting.shift()!;
    if (batch.version <= reached) continue;
    reached = batch.version;
    group.push(batch);
    documents += batch.changes.length;
    for (const change of batch.changes) if (change.kind === 'upsert') bytes += change.json.length;
  }
  return group;
}

/** Changes of several batches as one: of each id the last counts. */
export function lastOfEach(group: readonly ChangeBatch[]): readonly Change[] {
  if (group.length === 1) return group[0]!.changes;
  const last = new Map<string, Change>();
  for (const { changes } of group) for (const change of changes) last.set(change.id, change);
  return [...last.values()];
}
