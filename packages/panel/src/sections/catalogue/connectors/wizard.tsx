import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api, read, type Schemas } from '../../../api/client.ts';
import { Refusal } from '../../../api/problem.ts';
import { Button, buttonClass } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { Card } from '../../../components/page.tsx';
import { Failure, LookOnly } from '../../../components/states.tsx';
import { useToast } from '../../../components/toast.tsx';
import { useBaseText } from '../../../i18n/base.ts';
import { keyOf, useMember } from '../../../shell/member.ts';
import styles from '../catalogue.module.css';
import { useText } from '../text.ts';
import { MappingCard } from './mapping-card.tsx';

export type Draft = Schemas['CreateConnectorRequest'];

/** An address, what is behind it, how it maps, and when it is fetched: one page, each part once the one before is there. */
export function Wizard() {
  const t = useText();
  const { mayEdit } = useMember();
  const [draft, setDraft] = useState<Draft | null>(null);
  if (!mayEdit) return <LookOnly />;
  return (
    <div className={styles.stack}>
      <AddressCard onFound={setDraft} />
      {draft && <MappingCard key={draft.endpoint} draft={draft} onChange={setDraft} />}
      {draft && <ScheduleCard draft={draft} />}
      {!draft && <p className={styles.muted}>{t('wizard_hint')}</p>}
    </div>
  );
}

function AddressCard({ onFound }: { onFound(draft: Draft): void }) {
  const t = useText();
  const { slug } = useMember();
  const form = useRef<HTMLFormElement>(null);
  const detect = useMutation({
    mutationFn: async (): Promise<Draft> => {
      const given = new FormData(form.current!);
      const endpoint = String(given.get('endpoint')).trim();
      const token = String(given.get('token')).trim();
      const auth = token === '' ? {} : { auth: { type: 'bearer' as const, token } };
      const body = { endpoint, ...auth };
      const found = await read(
        api.POST('/v1/{tenant}/connectors/detect', { params: { path: { tenant: slug } }, body }),
      );
      return { ...(found.config as Partial<Draft>), ...body };
    },
    onSuccess: onFound,
  });
  const refused = detect.error instanceof Refusal ? detect.error : null;
  const fault = refused?.fields.find(({ field }) => field === '/endpoint')?.message;
  return (
    <Card title={t('step_address')}>
      <form
        ref={form}
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          detect.mutate();
        }}
      >
        <div className={styles.row}>
          <TextField
            label={t('address')}
            name="endpoint"
            type="url"
            required
            hint={t('address_hint')}
            error={fault}
            spellCheck={false}
          />
          <TextField label={t('token')} name="token" type="password" autoComplete="off" hint={t('token_hint')} />
        </div>
        {detect.error && !fault && <Failure small error={detect.error} />}
        <div className={styles.actions}>
          <Button kind="primary" type="submit" busy={detect.isPending}>
            {t('detect')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function ScheduleCard({ draft }: { draft: Draft }) {
  const t = useText();
  const base = useBaseText();
  const toast = useToast();
  const client = useQueryClient();
  const { slug } = useMember();
  const [, navigate] = useLocation();
  const home = `/${slug}/catalogue/connectors`;
  const create = useMutation({
    mutationFn: (form: FormData) => {
      const name = String(form.get('name')).trim();
      const body = { ...draft, ...(name && { name }), interval_minutes: Number(form.get('interval')) };
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
          create.mutate(new FormData(event.currentTarget));
        }}
      >
        <div className={styles.row}>
          <TextField label={t('name')} name="name" maxLength={100} hint={t('connector_name_hint')} />
          <TextField
            label={t('every_minutes')}
            name="interval"
            type="number"
            min={15}
            max={43_200}
            required
            defaultValue="360"
          />
        </div>
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
