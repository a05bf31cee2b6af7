import { useEffect, useRef, useState } from 'react';
import { Refusal } from '../../../api/problem.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { Failure } from '../../../components/states.tsx';
import { useToast } from '../../../components/toast.tsx';
import { useBaseText } from '../../../i18n/base.ts';
import { useRuleChange, type Rule } from '../rules.ts';
import styles from '../rules.module.css';
import { useText } from '../text.ts';
import { Actions } from './actions.tsx';
import { Conditions } from './conditions.tsx';
import { FaultsContext, type Faults } from './faults.ts';
import { Group } from './group.tsx';
import { faultsOf } from './rule-faults.ts';
import { bodyOf, formOf, type RuleForm } from './rule-form.ts';

const SHOWN = /^\/(name|conditions|actions|starts_at|ends_at|priority)/;

export function RuleDialog({ rule, onClose }: { rule: Rule | null; onClose(): void }) {
  const t = useText();
  const base = useBaseText();
  const toast = useToast();
  const change = useRuleChange();
  const element = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState<RuleForm>(() => formOf(rule));
  /** How often it was to be saved: nobody is told of faults while typing for the first time. */
  const [tried, setTried] = useState(0);
  const set = (patch: Partial<RuleForm>): void => setForm((before) => ({ ...before, ...patch }));
  const own = faultsOf(form);
  const refused = change.error instanceof Refusal ? change.error.fields : [];
  const found: [string, string][] = [
    ...(tried > 0 ? [...own].map(([pointer, fault]): [string, string] => [pointer, t(fault)]) : []),
    ...refused.map(({ field, message }): [string, string] => [field, message]),
  ];
  const faults: Faults = {
    at: (pointer) => found.find(([field]) => field === pointer)?.[1],
    under: (pointer) => found.find(([field]) => field === pointer || field.startsWith(`${pointer}/`))?.[1],
  };
  const unshown = change.error && !(refused.length > 0 && refused.every(({ field }) => SHOWN.test(field)));
  useEffect(() => {
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid=true], [role=alert]');
    first?.focus();
    first?.scrollIntoView({ block: 'nearest' });
  }, [tried, change.error]);
  const save = (): void => {
    setTried(tried + 1);
    if (own.size > 0) return change.reset();
    change.mutate(
      { kind: 'save', row: rule, body: bodyOf(form) },
      {
        onSuccess: () => {
          toast(t('rule_saved'));
          onClose();
        },
      },
    );
  };
  const text = (field: 'name' | 'starts' | 'ends' | 'priority', pointer: string) => ({
    value: form[field],
    error: faults.under(pointer),
    onChange: ({ target }: { target: { value: string } }) => set({ [field]: target.value }),
  });
  return (
    <Dialog open wide onClose={onClose} title={rule ? t('edit_rule') : t('new_rule')}>
      <FaultsContext value={faults}>
        <form
          ref={element}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TextField label={t('name')} required maxLength={200} {...text('name', '/name')} />
          <Conditions conditions={form.conditions} onChange={(conditions) => set({ conditions })} />
          <Actions form={form} set={set} />
          <Group
            title={t('group_time')}
            open={form.starts !== '' || form.ends !== '' || form.priority !== '0'}
            faulty={['/starts_at', '/ends_at', '/priority'].some(faults.under)}
          >
            <div className={styles.row}>
              <TextField label={t('starts')} type="datetime-local" {...text('starts', '/starts_at')} />
              <TextField label={t('ends_label')} type="datetime-local" {...text('ends', '/ends_at')} />
              <TextField
                label={t('priority')}
                hint={t('priority_hint')}
                type="number"
                {...text('priority', '/priority')}
              />
            </div>
          </Group>
          {faults.at('/actions') && (
            <p className={styles.error} role="alert">
              {faults.at('/actions')}
            </p>
          )}
          {unshown && <Failure small error={change.error} />}
          <div className={styles.buttons}>
            <Button onClick={onClose}>{base('cancel')}</Button>
            <Button kind="primary" type="submit" busy={change.isPending}>
              {t('save')}
            </Button>
          </div>
        </form>
      </FaultsContext>
    </Dialog>
  );
}
