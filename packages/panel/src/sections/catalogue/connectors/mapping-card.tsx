import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { Card } from '../../../components/page.tsx';
import styles from '../catalogue.module.css';
import { useText } from '../text.ts';
import type { Address, Draft } from './draft.ts';
import { MappingRow } from './mapping-row.tsx';
import { faultsOf, pathsOf, useTrial, valuesOf } from './trial.ts';
import { TrialResult } from './trial-result.tsx';

/** What a document mostly has; the first three it must. */
const FIELDS = ['id', 'title', 'url', 'image', 'price', 'currency', 'brand', 'categories', 'description', 'stock'];
const REQUIRED = new Set(FIELDS.slice(0, 3));
const MORE = ['sku', 'gtin', 'tags', 'rating', 'popularity', 'created_at', 'updated_at', 'attributes.colour'];

interface MappingCardProps {
  title: string;
  address: Address;
  draft: Draft;
  onChange(draft: Draft): void;
  /** Whose kept credentials the shop is asked with. */
  connectorId?: string;
}

/** Which field of ours comes from where in the shop's items, with what comes of it beside each. */
export function MappingCard({ title, address, draft, onChange, connectorId }: MappingCardProps) {
  const t = useText();
  const list = useId();
  const [added, setAdded] = useState<readonly string[]>([]);
  const trial = useTrial(address, draft, connectorId);
  // Without a mapping the items are documents as they come: nothing is missing where a path is.
  const names = [...new Set([...FIELDS, ...Object.keys(draft.mapping ?? {}), ...added])];
  const { data } = trial;
  return (
    <Card title={title}>
      <div className={styles.stack}>
        <p className={styles.muted}>{t('mapping_hint')}</p>
        <TrialResult trial={trial} fields={names} />
        <div>
          <div className={styles.mapHead} aria-hidden="true">
            {(['our_field', 'path', 'otherwise', 'afterwards', 'comes_in'] as const).map((key) => (
              <span key={key}>{t(key)}</span>
            ))}
          </div>
          {names.map((name) => (
            <MappingRow
              key={name}
              name={name}
              required={REQUIRED.has(name)}
              draft={draft}
              onChange={onChange}
              list={list}
              values={valuesOf(name, data)}
              faults={faultsOf(name, data, trial.error)}
              share={data?.coverage.find(({ field }) => field === name)?.share}
            />
          ))}
        </div>
        <datalist id={list}>
          {pathsOf(data).map((path) => (
            <option key={path} value={path} />
          ))}
        </datalist>
        <AddField names={names} onAdd={(name) => setAdded([...added, name])} />
      </div>
    </Card>
  );
}

function AddField({ names, onAdd }: { names: readonly string[]; onAdd(name: string): void }) {
  const t = useText();
  const list = useId();
  const [name, setName] = useState('');
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '') return;
    onAdd(name.trim());
    setName('');
  };
  return (
    <form className={styles.inline} onSubmit={add}>
      <TextField
        label={t('another_field')}
        value={name}
        list={list}
        maxLength={100}
        spellCheck={false}
        placeholder="attributes.colour"
        onChange={({ target }) => setName(target.value)}
      />
      <datalist id={list}>
        {MORE.filter((one) => !names.includes(one)).map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Button type="submit">{t('add')}</Button>
    </form>
  );
}
