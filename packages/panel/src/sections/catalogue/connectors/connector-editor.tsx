import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Schemas } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/page.tsx';
import { Failure } from '../../../components/states.tsx';
import { useToast } from '../../../components/toast.tsx';
import { useBaseText } from '../../../i18n/base.ts';
import { keyOf, useMember } from '../../../shell/member.ts';
import styles from '../catalogue.module.css';
import { useText } from '../text.ts';
import { AddressFields } from './address-fields.tsx';
import { asked, draftOf, NO_ADDRESS, tidy, type Address, type Connector, type Draft } from './draft.ts';
import { addressFaults } from './faults.ts';
import { MappingCard } from './mapping-card.tsx';
import { ScheduleFields, type Schedule } from './schedule-fields.tsx';

/** All of a connector that is there. Its credentials can stay or be replaced; they are never shown. */
export function ConnectorEditor({ connector, onClose }: { connector: Connector; onClose(): void }) {
  const t = useText();
  const base = useBaseText();
  const toast = useToast();
  const client = useQueryClient();
  const { slug } = useMember();
  /** As it was when the editing began: with its version the later of two people is told. */
  const [before] = useState(connector);
  const [address, setAddress] = useState<Address>({
    ...NO_ADDRESS,
    endpoint: connector.endpoint,
    auth: connector.auth_type === null ? 'none' : 'kept',
  });
  const [schedule, setSchedule] = useState<Schedule>({
    name: connector.name,
    minutes: String(connector.interval_minutes),
  });
  const [draft, setDraft] = useState(() => draftOf(connector));
  const save = useMutation({
    mutationFn: () =>
      read(
        api.PATCH('/v1/{tenant}/connectors/{id}', {
          params: { path: { tenant: slug, id: before.id } },
          headers: { 'If-Match': `"${before.version}"` },
          body: changesOf(before, address, schedule, draft),
        }),
      ),
    onSuccess: (saved) => {
      toast(t('connector_saved'));
      onClose();
      client.setQueryData(keyOf(slug, 'connectors', before.id), saved);
      void client.invalidateQueries({ queryKey: keyOf(slug, 'connectors') });
    },
  });
  const faults = addressFaults(save.error);
  return (
    <>
      <Card title={t('edit_connector')}>
        <form
          id="connector"
          className={styles.stack}
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate();
          }}
        >
          <AddressFields
            value={address}
            onChange={setAddress}
            hint={t('address_hint')}
            kept={before.auth_type !== null}
            faultOf={faults.of}
          />
          <ScheduleFields value={schedule} onChange={setSchedule} />
        </form>
      </Card>
      <MappingCard title={t('mapping')} address={address} draft={draft} onChange={setDraft} connectorId={before.id} />
      <Card>
        <div className={styles.stack}>
          {save.error && faults.elsewhere && <Failure small error={save.error} />}
          <div className={styles.actions}>
            <Button kind="primary" type="submit" form="connector" busy={save.isPending}>
              {base('save')}
            </Button>
            <Button onClick={onClose}>{base('cancel')}</Button>
          </div>
        </div>
      </Card>
    </>
  );
}

/** Only what is another: the log names it, and a change of the fetching begins a sync. */
function changesOf(
  before: Connector,
  address: Address,
  { name, minutes }: Schedule,
  draft: Draft,
): Schemas['PatchConnectorRequest'] {
  const { endpoint, auth } = asked(address);
  const now = {
    endpoint,
    ...tidy(draft),
    interval_minutes: Number(minutes),
    ...(name.trim() && { name: name.trim() }),
  };
  const changed = Object.entries(now).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof Connector]),
  );
  const moved = auth !== undefined && !(auth === null && before.auth_type === null);
  return { ...Object.fromEntries(changed), ...(moved && { auth }) };
}
