import { useState } from 'react';
import { Refusal } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Select, TextArea, TextField } from '../../components/field.tsx';
import { Failure } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { useBaseText } from '../../i18n/base.ts';
import { useRelated, useSynonymChange, type Synonym } from './synonyms.ts';
import { useText } from './text.ts';
import styles from './rules.module.css';

export function SynonymDialog({ synonym, onClose }: { synonym: Synonym | null; onClose(): void }) {
  const t = useText();
  const base = useBaseText();
  const toast = useToast();
  const change = useSynonymChange();
  const [type, setType] = useState<Synonym['type']>(synonym?.type ?? 'two_way');
  const [input, setInput] = useState(synonym?.input ?? '');
  const [words, setWords] = useState(synonym?.terms.join('\n') ?? '');
  const [locale, setLocale] = useState(synonym?.locale ?? '');
  const terms = words
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const related = useRelated(type === 'one_way' ? [input.trim(), ...terms] : terms, synonym?.id);
  const fields = change.error instanceof Refusal ? change.error.fields : [];
  const faultOf = (start: string): string | undefined => fields.find(({ field }) => field.startsWith(start))?.message;
  const save = (): void =>
    change.mutate(
      {
        kind: 'save',
        row: synonym,
        body: {
          type,
          terms,
          locale: locale.trim() || null,
          enabled: synonym?.enabled ?? true,
          ...(type === 'one_way' ? { input: input.trim() } : synonym ? { input: null } : {}),
        },
      },
      {
        onSuccess: () => {
          toast(t('synonym_saved'));
          onClose();
        },
      },
    );
  return (
    <Dialog open onClose={onClose} title={synonym ? t('edit_synonym') : t('new_synonym')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Select
          label={t('direction')}
          value={type}
          options={[
            { value: 'two_way', label: t('two_way') },
            { value: 'one_way', label: t('one_way') },
          ]}
          onChange={(value) => setType(value as Synonym['type'])}
        />
        {type === 'one_way' && (
          <TextField
            label={t('input')}
            required
            maxLength={100}
            value={input}
            error={faultOf('/input')}
            onChange={({ target }) => setInput(target.value)}
          />
        )}
        <TextArea
          label={type === 'one_way' ? t('also_finds') : t('same_words')}
          hint={t('words_hint')}
          rows={4}
          required
          value={words}
          error={faultOf('/terms')}
          onChange={({ target }) => setWords(target.value)}
        />
        <TextField
          label={t('language')}
          hint={t('language_hint')}
          maxLength={35}
          value={locale}
          error={faultOf('/locale')}
          onChange={({ target }) => setLocale(target.value)}
        />
        {related.length > 0 && (
          <p role="status" className={styles.rivals}>
            {t.rich('related', {
              words: (
                <bdi>{related.map((one) => [one.input, ...one.terms].filter(Boolean).join(' = ')).join('; ')}</bdi>
              ),
            })}
          </p>
        )}
        {change.error && fields.length === 0 && <Failure small error={change.error} />}
        <div className={styles.buttons}>
          <Button onClick={onClose}>{base('cancel')}</Button>
          <Button kind="primary" type="submit" busy={change.isPending} disabled={terms.length === 0}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
