import { useState } from 'react';
import { Refusal } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Select, TextArea, TextField } from '../../components/field.tsx';
import { Failure } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { useBaseText } from '../../i18n/base.ts';
import { ProductList } from './product-list.tsx';
import { bodyOf, formOf, type RuleForm } from './rule-form.ts';
import { useRuleChange, type Rule } from './rules.ts';
import { useText } from './text.ts';
import styles from './rules.module.css';

const MATCHES = ['is', 'starts', 'ends', 'contains'] as const;

export function RuleDialog({ rule, onClose }: { rule: Rule | null; onClose(): void }) {
  const t = useText();
  const base = useBaseText();
  const toast = useToast();
  const change = useRuleChange();
  const [form, setForm] = useState<RuleForm>(() => formOf(rule));
  const set = (patch: Partial<RuleForm>): void => setForm({ ...form, ...patch });
  const fields = change.error instanceof Refusal ? change.error.fields : [];
  const faultOf = (start: string): string | undefined => fields.find(({ field }) => field.startsWith(start))?.message;
  const elsewhere = fields.filter(
    ({ field }) =>
      !/^\/(name|conditions|actions\/(redirect|replace_query|pin|hide)|starts_at|ends_at|priority)/.test(field),
  );
  const save = (): void =>
    change.mutate(
      { kind: 'save', rule, body: bodyOf(form, rule) },
      {
        onSuccess: () => {
          toast(t('rule_saved'));
          onClose();
        },
      },
    );
  return (
    <Dialog open onClose={onClose} title={rule ? t('edit_rule') : t('new_rule')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label={t('name')}
          required
          maxLength={200}
          value={form.name}
          error={faultOf('/name')}
          onChange={({ target }) => set({ name: target.value })}
        />
        <Select
          label={t('match')}
          value={form.match}
          options={MATCHES.map((value) => ({ value, label: t(`match_${value}`) }))}
          onChange={(match) => set({ match: match as RuleForm['match'] })}
        />
        <TextArea
          label={t('patterns')}
          hint={t('patterns_hint')}
          rows={3}
          value={form.patterns}
          error={faultOf('/conditions')}
          onChange={({ target }) => set({ patterns: target.value })}
        />
        <ProductList
          label={t('pinned')}
          ids={form.pins}
          ordered
          error={faultOf('/actions/pin')}
          onChange={(pins) => set({ pins })}
        />
        <ProductList
          label={t('hidden')}
          ids={form.hidden}
          error={faultOf('/actions/hide')}
          onChange={(hidden) => set({ hidden })}
        />
        <TextField
          label={t('replace')}
          hint={t('replace_hint')}
          maxLength={512}
          value={form.replace}
          error={faultOf('/actions/replace_query')}
          onChange={({ target }) => set({ replace: target.value })}
        />
        <TextField
          label={t('redirect')}
          placeholder="/sale"
          maxLength={2_000}
          value={form.redirect}
          error={faultOf('/actions/redirect')}
          onChange={({ target }) => set({ redirect: target.value })}
        />
        <div className={styles.row}>
          <TextField
            label={t('starts')}
            type="datetime-local"
            value={form.starts}
            error={faultOf('/starts_at')}
            onChange={({ target }) => set({ starts: target.value })}
          />
          <TextField
            label={t('ends_label')}
            type="datetime-local"
            value={form.ends}
            error={faultOf('/ends_at')}
            onChange={({ target }) => set({ ends: target.value })}
          />
          <TextField
            label={t('priority')}
            hint={t('priority_hint')}
            type="number"
            value={form.priority}
            error={faultOf('/priority')}
            onChange={({ target }) => set({ priority: target.value })}
          />
        </div>
        {change.error && (fields.length === 0 || elsewhere.length > 0) && <Failure small error={change.error} />}
        <div className={styles.buttons}>
          <Button onClick={onClose}>{base('cancel')}</Button>
          <Button kind="primary" type="submit" busy={change.isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
