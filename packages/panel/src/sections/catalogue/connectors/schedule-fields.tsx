import { TextField } from '../../../components/field.tsx';
import styles from '../catalogue.module.css';
import { useText } from '../text.ts';

/** As typed. */
export interface Schedule {
  name: string;
  minutes: string;
}

export function ScheduleFields({ value, onChange }: { value: Schedule; onChange(value: Schedule): void }) {
  const t = useText();
  return (
    <div className={styles.row}>
      <TextField
        label={t('name')}
        maxLength={100}
        hint={t('connector_name_hint')}
        value={value.name}
        onChange={({ target }) => onChange({ ...value, name: target.value })}
      />
      <TextField
        label={t('every_minutes')}
        type="number"
        min={15}
        max={43_200}
        required
        value={value.minutes}
        onChange={({ target }) => onChange({ ...value, minutes: target.value })}
      />
    </div>
  );
}
