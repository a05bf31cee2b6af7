import { useId, useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Select, TextField } from '../../../components/field.tsx';
import { useFormat } from '../../../i18n/format.ts';
import styles from '../catalogue.module.css';
import { useText } from '../text.ts';
import { piecesOf, TRANSFORMS, withSource, withTransform, type Draft } from './draft.ts';

interface MappingRowProps {
  /** Of a field of ours. */
  name: string;
  required: boolean;
  draft: Draft;
  onChange(draft: Draft): void;
  /** Id of the list of paths that the shop's items have. */
  list: string;
  /** What comes in. */
  values: readonly string[];
  faults: readonly string[];
  /** Of the items of the page, 0 to 1. */
  share: number | undefined;
}

export function MappingRow({ name, required, draft, onChange, list, values, faults, share }: MappingRowProps) {
  const t = useText();
  const format = useFormat();
  const told = useId();
  const { path, otherwise } = piecesOf(draft.mapping?.[name] ?? '');
  const transform = draft.transforms?.[name] ?? '';
  // One with what stands between, such as `split:;`, is offered where it is used.
  const known = [...new Set(['', ...TRANSFORMS, transform])];
  return (
    <div role="group" aria-label={name} aria-describedby={told} className={styles.mapRow}>
      <div className={styles.mapName}>
        <code>{name}</code>
        {required && <small className={styles.muted}>{t('needed')}</small>}
      </div>
      <Source
        label={t('path')}
        value={path}
        list={list}
        onCommit={(next) => onChange(withSource(draft, name, next, otherwise))}
      />
      <Source
        label={t('otherwise')}
        value={otherwise}
        list={list}
        onCommit={(next) => onChange(withSource(draft, name, path, next))}
      />
      <Select
        label={t('afterwards')}
        disabled={path === '' && otherwise === ''}
        value={transform}
        options={known.map((value) => ({ value, label: labelOf(value, t) }))}
        onChange={(value) => onChange(withTransform(draft, name, value))}
      />
      <div id={told} className={styles.mapValues}>
        {values.length === 0 && faults.length === 0 && <span className={styles.muted}>{t('nothing')}</span>}
        {values.map((value) => (
          <bdi key={value} className={styles.value}>
            {value}
          </bdi>
        ))}
        {share !== undefined && share < 1 && values.length > 0 && (
          <Badge tone="warn">{t('in_share', { share: format.percent(share) })}</Badge>
        )}
        {faults.slice(0, 2).map((fault) => (
          <span key={fault} className={styles.fault}>
            <bdi>{fault}</bdi>
          </span>
        ))}
      </div>
    </div>
  );
}

interface SourceProps {
  label: string;
  value: string;
  list: string;
  onCommit(value: string): void;
}

/** Counts once it is left or Enter is pressed: half a path would be asked of the shop. */
function Source({ label, value, list, onCommit }: SourceProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const commit = (): void => {
    if (typed !== null && typed.trim() !== value) onCommit(typed.trim());
    setTyped(null);
  };
  return (
    <TextField
      label={label}
      value={typed ?? value}
      list={list}
      spellCheck={false}
      dir="ltr"
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
}

function labelOf(transform: string, t: ReturnType<typeof useText>): string {
  if (transform === '') return t('transform_none');
  const known = TRANSFORMS.find((one) => one === transform);
  return known ? t(`transform_${known}`) : transform;
}
