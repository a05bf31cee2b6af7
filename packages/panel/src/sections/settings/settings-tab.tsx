import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, read } from '../../api/client.ts';
import { isRefusal, Refusal } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { Select, TextArea, TextField } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { Failure, LookOnly, Skeleton } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { useBaseText } from '../../i18n/base.ts';
import { useFormat } from '../../i18n/format.ts';
import { ChangedBy, useSettingChanges, type Change } from '../../shell/changes.tsx';
import { keyOf, useMember } from '../../shell/member.ts';
import { changedIn, GROUPS, shown, type Field, type Settings } from './fields.ts';
import styles from './settings.module.css';
import { useText } from './text.ts';

interface Edited {
  settings: Settings;
  tag: string;
}

async function readEdited(tenant: string, signal?: AbortSignal): Promise<Edited> {
  const init = { params: { path: { tenant } }, ...(signal ? { signal } : {}) };
  const { data, response } = await api.GET('/v1/{tenant}/settings', init);
  return { settings: data!, tag: response.headers.get('etag') ?? '*' };
}

export function SettingsTab() {
  const { slug, mayEdit } = useMember();
  const key = keyOf(slug, 'settings', 'edited');
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readEdited(slug, signal),
    // What somebody is writing over must not be exchanged beneath.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [round, setRound] = useState(0);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton tall rows={3} />;
  return (
    <div className={styles.stack}>
      {!mayEdit && <LookOnly />}
      <Form key={round} edited={data} onTheirs={() => void refetch().then(() => setRound((now) => now + 1))} />
    </div>
  );
}

function Form({ edited, onTheirs }: { edited: Edited; onTheirs(): void }) {
  const t = useText();
  const base = useBaseText();
  const toast = useToast();
  const client = useQueryClient();
  const { slug, role, mayEdit } = useMember();
  const form = useRef<HTMLFormElement>(null);
  const changes = useSettingChanges();
  const save = useMutation({
    mutationFn: async (tag: string) => {
      const body = changedIn(new FormData(form.current!), edited.settings);
      if (Object.keys(body).length === 0) return;
      const headers = { 'If-Match': tag };
      await read(api.PATCH('/v1/{tenant}/settings', { params: { path: { tenant: slug } }, body, headers }));
    },
    onSuccess: async () => {
      toast(base('saved'));
      await client.invalidateQueries({ queryKey: keyOf(slug, 'settings') });
    },
  });
  const refused = save.error instanceof Refusal ? save.error : null;
  const faultOf = (name: string) => refused?.fields.find(({ field }) => field.split('/')[1] === name)?.message;
  const stale = isRefusal(save.error, 412);
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(edited.tag);
      }}
    >
      {Object.entries(GROUPS).map(([group, fields]) => (
        <Card key={group} title={t(`group_${group as keyof typeof GROUPS}`)}>
          <div className={styles.group}>
            {fields.map((field: Field) => (
              <SettingField
                key={field.name}
                field={field}
                value={edited.settings[field.name]}
                error={faultOf(field.name)}
                changes={changes}
                disabled={!mayEdit || (field.owner === true && role !== 'owner')}
              />
            ))}
          </div>
        </Card>
      ))}
      {stale && (
        <div className={styles.conflict} role="alert">
          <p>{refused!.message}</p>
          <p>{t('conflict')}</p>
          <div className={styles.actions}>
            <Button onClick={onTheirs}>{t('take_theirs')}</Button>
            <Button kind="danger" busy={save.isPending} onClick={() => save.mutate('*')}>
              {t('save_mine')}
            </Button>
          </div>
        </div>
      )}
      {save.error && !stale && !(refused && refused.fields.length > 0) && <Failure small error={save.error} />}
      <div className={styles.actions}>
        {mayEdit && (
          <Button kind="primary" type="submit" busy={save.isPending}>
            {base('save')}
          </Button>
        )}
        <LastChange last={changes[0]} />
      </div>
    </form>
  );
}

/** Who changed the settings last, and when. */
function LastChange({ last }: { last: Change | undefined }) {
  const t = useText();
  const format = useFormat();
  if (!last) return null;
  return (
    <p className={styles.muted}>
      {t.rich('last_change', { actor: <bdi>{last.actor}</bdi>, at: format.dateTime(last.at) })}
    </p>
  );
}

interface SettingFieldProps {
  field: Field;
  value: unknown;
  error: string | undefined;
  changes: readonly Change[];
  disabled: boolean;
}

function SettingField({ field, value, error, changes, disabled }: SettingFieldProps) {
  const t = useText();
  const { name, kind, min, max, step } = field;
  const hint = (
    <>
      {t(`about_${name}`)} <ChangedBy field={name} changes={changes} />
    </>
  );
  const about = { name, label: t(`set_${name}`), hint, error, disabled };
  const start = shown(field, value);
  const [chosen, choose] = useState(start);
  if (kind === 'lines') return <TextArea {...about} rows={4} defaultValue={start} spellCheck={false} />;
  if (kind === 'text') return <TextField {...about} defaultValue={start} spellCheck={false} />;
  if (kind === 'number') {
    return <TextField {...about} type="number" inputMode="decimal" {...{ min, max, step }} defaultValue={start} />;
  }
  const options =
    kind === 'yes_no'
      ? ['true', 'false'].map((one) => ({ value: one, label: t(one === 'true' ? 'yes' : 'no') }))
      : (field.choices ?? []).map((one) => ({ value: one, label: t(`mode_${one as 'off'}`) }));
  return <Select {...about} value={chosen} onChange={choose} options={options} />;
}
