import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api, read } from '../../../api/client.ts';
import { Button, buttonClass } from '../../../components/button.tsx';
import { Card } from '../../../components/page.tsx';
import { Failure, LookOnly } from '../../../components/states.tsx';
import { useToast } from '../../../components/toast.tsx';
import { useBaseText } from '../../../i18n/base.ts';
import { keyOf, useMember } from '../../../shell/member.ts';
import styles from '../catalogue.module.css';
import { useText } from '../text.ts';
import { AddressCard } from './address-card.tsx';
import { asked, NO_ADDRESS, tidy, type Address, type Draft } from './draft.ts';
import { MappingCard } from './mapping-card.tsx';
import { ScheduleFields } from './schedule-fields.tsx';

/** An address, what is behind it, how it maps, and when it is fetched: one page, each part once the one before is there. */
export function Wizard() {
  const t = useText();
  const { mayEdit } = useMember();
  const [address, setAddress] = useState(NO_ADDRESS);
  const [draft, setDraft] = useState<Draft | null>(null);
  if (!mayEdit) return <LookOnly />;
  return (
    <div className={styles.stack}>
      <AddressCard address={address} onChange={setAddress} onFound={setDraft} />
      {draft && <MappingCard title={t('step_mapping')} address={address} draft={draft} onChange={setDraft} />}
      {draft && <ScheduleCard address={address} draft={draft} />}
      {!draft && <p className={styles.muted}>{t('wizard_hint')}</p>}
    </div>
  );
}

function ScheduleCard({ address, draft }: { address: Address; draft: Draft }) {
  const t = useText();
  const base = useBaseText();
  const toast = useToast();
  const client = useQueryClient();
  const { slug } = useMember();
  const [, navigate] = useLocation();
  const [schedule, setSchedule] = useState({ name: '', minutes: '360' });
  const home = `/${slug}/catalogue/connectors`;
  const create = useMutation({
    mutationFn: () => {
      const name = schedule.name.trim();
      const when = { ...(name && { name }), interval_minutes: Number(schedule.minutes) };
      const body = { ...tidy(draft), ...asked(address), ...when };
      return read(api.POST('/v1/{tenant}/connectors', { params: { path: { tenant: slug } }, body }));
    },
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: keyOf(slug, 'connectors') });
      toast(t('connector_made'));
      navigate(`${home}/${id}`);
    },
  });
  return (
    <Card title={t('step_schedule')}>
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <ScheduleFields value={schedule} onChange={setSchedule} />
        {create.error && <Failure small error={create.error} />}
        <div className={styles.actions}>
          <Button kind="primary" type="submit" busy={create.isPending}>
            {t('create_connector')}
          </Button>
          <Link href={home} className={buttonClass('plain')}>
            {base('cancel')}
          </Link>
        </div>
      </form>
    </Card>
  );
}
