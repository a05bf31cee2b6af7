import { useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { useValues } from '../rules.ts';
import styles from '../rules.module.css';
import { useText } from '../text.ts';
import { valuesOf, type Scalar } from './filter-form.ts';

interface ValuesFieldProps {
  field: string;
  values: readonly Scalar[];
  onChange(values: Scalar[]): void;
}

/** Any of several values; those that the catalogue has are offered. */
export function ValuesField({ field, values, onChange }: ValuesFieldProps) {
  const t = useText();
  const list = useId();
  const [typed, setTyped] = useState('');
  // An attribute's number stands twice, as a number and as a text.
  const shown = [...new Set(values.map(String))];
  const offered = useValues(field).filter((value) => !shown.includes(value));
  const add = (): void => {
    const added = valuesOf(field, typed);
    // What is no value stays to be mended.
    if (added.length === 0) return;
    onChange([...new Set([...values, ...added])]);
    setTyped('');
  };
  return (
    <div className={styles.values}>
      <TextField
        label={t('values')}
        hint={t('values_hint')}
        list={list}
        maxLength={512}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            add();
          } else if (event.key === 'Backspace' && typed === '' && shown.length > 0) {
            onChange(values.filter((value) => String(value) !== shown.at(-1)));
          }
        }}
      />
      <datalist id={list}>
        {offered.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      {shown.length > 0 && (
        <ul className={styles.chips}>
          {shown.map((value) => (
            <li key={value} className={styles.chip}>
              <bdi>{value}</bdi>
              <Button
                kind="quiet"
                icon="close"
                aria-label={t('take_out', { id: value })}
                onClick={() => onChange(values.filter((other) => String(other) !== value))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
