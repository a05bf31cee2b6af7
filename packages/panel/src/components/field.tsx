import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';

interface About {
  label: string;
  /** Shown to nobody but read out: where the place says it already. */
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: string | null | undefined;
}

function useField({ hint, error }: About) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return { id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined };
}

function Around({ id, label, hideLabel, hint, error, children }: About & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, hideLabel, hint, error, ...rest }: About & ComponentProps<'input'>) {
  const about = { label, hideLabel, hint, error } as About;
  const field = useField(about);
  return (
    <Around {...about} id={field.id}>
      <input type="text" autoComplete="off" {...rest} {...field} className={styles.input} />
    </Around>
  );
}

export function TextArea({ label, hideLabel, hint, error, ...rest }: About & ComponentProps<'textarea'>) {
  const about = { label, hideLabel, hint, error } as About;
  const field = useField(about);
  return (
    <Around {...about} id={field.id}>
      <textarea {...rest} {...field} className={`${styles.input} ${styles.area}`} />
    </Around>
  );
}

export interface Option {
  value: string;
  label: string;
}

interface SelectProps extends About, Omit<ComponentProps<'select'>, 'onChange'> {
  options: readonly Option[];
  onChange(value: string): void;
}

/** The browser's own: small, and right on every phone and screen reader. */
export function Select({ label, hideLabel, hint, error, options, onChange, ...rest }: SelectProps) {
  const about = { label, hideLabel, hint, error } as About;
  const field = useField(about);
  return (
    <Around {...about} id={field.id}>
      <select {...rest} {...field} className={styles.select} onChange={(event) => onChange(event.target.value)}>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Around>
  );
}
