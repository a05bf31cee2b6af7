import type { ReactNode } from 'react';
import { Select, TextField } from '../../../components/field.tsx';
import styles from '../catalogue.module.css';
import { useText } from '../text.ts';
import type { Address } from './draft.ts';

interface AddressFieldsProps {
  value: Address;
  onChange(value: Address): void;
  hint: string;
  /** There are credentials that can stay. */
  kept?: boolean;
  /** What the service says of a field, by its JSON pointer. */
  faultOf(pointer: string): string | undefined;
  /** Between the address and the credentials. */
  children?: ReactNode;
}

export function AddressFields({ value, onChange, hint, kept = false, faultOf, children }: AddressFieldsProps) {
  const t = useText();
  const kinds = [...(kept ? (['kept'] as const) : []), 'none', 'bearer', 'header'] as const;
  const text = (name: 'endpoint' | 'header' | 'secret') => ({
    value: value[name],
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...value, [name]: target.value }),
  });
  const secret = value.auth === 'bearer' || value.auth === 'header';
  return (
    <div className={styles.row}>
      <TextField
        label={t('address')}
        type="url"
        required
        hint={<bdi>{hint}</bdi>}
        error={faultOf('/endpoint')}
        {...text('endpoint')}
      />
      {children}
      <Select
        label={t('credentials')}
        hint={secret ? t('credentials_hint') : undefined}
        error={faultOf('/auth')}
        value={value.auth}
        options={kinds.map((kind) => ({ value: kind, label: t(`auth_${kind}`) }))}
        onChange={(auth) => onChange({ ...value, auth: auth as Address['auth'], secret: '' })}
      />
      {value.auth === 'header' && (
        <TextField label={t('header_name')} placeholder="X-Api-Key" error={faultOf('/auth/name')} {...text('header')} />
      )}
      {secret && (
        <TextField
          label={value.auth === 'bearer' ? t('token') : t('header_value')}
          type="password"
          autoComplete="new-password"
          error={faultOf('/auth/value') ?? faultOf('/auth/token')}
          {...text('secret')}
        />
      )}
    </div>
  );
}
