import { Button } from '../../../components/button.tsx';
import { Select, TextField } from '../../../components/field.tsx';
import styles from '../rules.module.css';
import { useText } from '../text.ts';
import { useFaults } from './faults.ts';
import { CHANNELS, MATCHES, newCondition, type ConditionForm } from './rule-form.ts';

interface ConditionsProps {
  conditions: readonly ConditionForm[];
  onChange(conditions: ConditionForm[]): void;
}

/** For which searches the rule is in force. */
export function Conditions({ conditions, onChange }: ConditionsProps) {
  const t = useText();
  const faults = useFaults();
  const fault = faults.at('/conditions');
  const change = (key: number, ...by: ConditionForm[]): void =>
    onChange(conditions.flatMap((one) => (one.key === key ? by : [one])));
  return (
    <fieldset className={styles.products}>
      <legend>{t('conditions')}</legend>
      <p className={styles.gone}>{t(conditions.length === 0 ? 'conditions_none' : 'conditions_hint')}</p>
      {conditions.map((condition, at) => (
        <Condition
          key={condition.key}
          number={at + 1}
          condition={condition}
          pointer={`/conditions/${at}`}
          onChange={(...by) => change(condition.key, ...by)}
        />
      ))}
      {fault && (
        <p className={styles.error} role="alert">
          {fault}
        </p>
      )}
      <div>
        <Button onClick={() => onChange([...conditions, newCondition('', conditions.at(-1))])}>
          {t('add_condition')}
        </Button>
      </div>
    </fieldset>
  );
}

interface ConditionProps {
  number: number;
  condition: ConditionForm;
  pointer: string;
  /** Into these; none: it is taken out. */
  onChange(...by: ConditionForm[]): void;
}

function Condition({ number, condition, pointer, onChange }: ConditionProps) {
  const t = useText();
  const faults = useFaults();
  const set = (patch: Partial<ConditionForm>): void => onChange({ ...condition, ...patch });
  return (
    <div className={styles.condition} role="group" aria-label={t('condition', { number })}>
      <Select
        label={t('match')}
        value={condition.match}
        options={MATCHES.map((value) => ({ value, label: t(`match_${value}`) }))}
        onChange={(match) => set({ match: match as ConditionForm['match'] })}
      />
      <TextField
        label={t('patterns')}
        maxLength={512}
        value={condition.pattern}
        error={faults.at(`${pointer}/pattern`)}
        onChange={({ target }) => set({ pattern: target.value })}
        onPaste={(event) => {
          // A list from elsewhere: a condition for each line.
          const lines = event.clipboardData.getData('text').split('\n');
          const words = lines.map((line) => line.trim()).filter((line) => line !== '');
          if (words.length < 2) return;
          event.preventDefault();
          onChange(...words.map((pattern) => newCondition(pattern, condition)));
        }}
      />
      <Select
        label={t('channel')}
        value={condition.channel}
        options={[
          { value: '', label: t('channel_all') },
          ...CHANNELS.map((value) => ({ value, label: t(`channel_${value}`) })),
        ]}
        onChange={(channel) => set({ channel: channel as ConditionForm['channel'] })}
      />
      <TextField
        label={t('language')}
        placeholder={t('language_all')}
        maxLength={35}
        value={condition.locale}
        error={faults.at(`${pointer}/locale`)}
        onChange={({ target }) => set({ locale: target.value })}
      />
      <Button
        kind="quiet"
        icon="close"
        aria-label={t('take_out', { id: t('condition', { number }) })}
        onClick={() => onChange()}
      />
    </div>
  );
}
