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
  // A promise: the row may be gone before what `mutate` is given would be called. `change.error` tells of a failure.
  const remove = (): Promise<void> =>
    change.mutateAsync({ kind: 'delete', row }).then(
      () => toast(t('deleted')),
      () => undefined,
    );
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
      <Button kind="quiet" disabled={change.isPending} onClick={() => void remove()}>
        {t('delete')}
      </Button>
    </>
  );
}
