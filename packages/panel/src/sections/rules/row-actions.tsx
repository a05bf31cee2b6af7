import type { UseMutationResult } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { useToast } from '../../components/toast.tsx';
import type { Change } from './changes.ts';
import { useText } from './text.ts';

interface RowActionsProps<Row extends { id: string; version: number; enabled: boolean }, Body> {
  row: Row;
  change: UseMutationResult<unknown, Error, Change<Row, Body>>;
  /** As it stands beside others: quiet in a table. */
  editKind?: 'plain' | 'quiet';
  onEdit(): void;
}

/** Edit, turn off or on, delete. */
export function RowActions<Row extends { id: string; version: number; enabled: boolean }, Body>({
  row,
  change,
  editKind = 'plain',
  onEdit,
}: RowActionsProps<Row, Body>) {
  const t = useText();
  const toast = useToast();
  return (
    <>
      <Button kind={editKind} onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button
        kind="quiet"
        disabled={change.isPending}
        onClick={() => change.mutate({ kind: 'switch', row, enabled: !row.enabled })}
      >
        {row.enabled ? t('turn_off') : t('turn_on')}
      </Button>
      <Button
        kind="quiet"
        disabled={change.isPending}
        onClick={() => change.mutate({ kind: 'delete', row }, { onSuccess: () => toast(t('deleted')) })}
      >
        {t('delete')}
      </Button>
    </>
  );
}
