import type { Schemas } from '../../../api/client.ts';
import { Badge, type Tone } from '../../../components/badge.tsx';
import { useText } from '../text.ts';

export type Sync = Schemas['SyncResponse'];

const TONES: Record<Sync['status'], Tone> = {
  queued: 'neutral',
  running: 'accent',
  succeeded: 'good',
  partial: 'warn',
  failed: 'bad',
  skipped: 'neutral',
};

export const isUnderway = (sync: Sync | null | undefined): boolean =>
  sync?.status === 'queued' || sync?.status === 'running';

export function SyncState({ status }: Pick<Sync, 'status'>) {
  const t = useText();
  return <Badge tone={TONES[status]}>{t(`sync_${status}`)}</Badge>;
}
