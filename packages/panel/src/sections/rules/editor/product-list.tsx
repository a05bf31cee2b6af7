import { useState, type DragEvent, type ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { useSettled } from '../../../shell/settled.ts';
import { useProducts, useTitle } from '../rules.ts';
import styles from '../rules.module.css';
import { useText } from '../text.ts';

interface ProductListProps {
  label: string;
  ids: readonly string[];
  /** Their order counts: they can be moved, by dragging and by buttons. */
  ordered?: boolean;
  /** Beside a product. */
  about?: (at: number) => ReactNode;
  error?: string | undefined;
  onChange(ids: string[]): void;
}

export function ProductList({ label, ids, ordered = false, about, error, onChange }: ProductListProps) {
  const t = useText();
  const [dragged, setDragged] = useState<number | null>(null);
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= ids.length || from === to) return;
    const next = [...ids];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  const drop = (event: DragEvent, to: number): void => {
    event.preventDefault();
    if (dragged !== null) move(dragged, to);
    setDragged(null);
  };
  return (
    <fieldset className={styles.products}>
      <legend>{label}</legend>
      <ol className={styles.chosen}>
        {ids.map((id, at) => (
          <li
            key={id}
            draggable={ordered}
            data-dragged={dragged === at ? '' : undefined}
            onDragStart={() => setDragged(at)}
            onDragOver={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(null)}
            onDrop={(event) => drop(event, at)}
          >
            <Product id={id} />
            {about?.(at)}
            <span className={styles.moves}>
              {ordered && (
                <>
                  <Button
                    kind="quiet"
                    disabled={at === 0}
                    aria-label={t('move_up', { id })}
                    onClick={() => move(at, at - 1)}
                  >
                    ↑
                  </Button>
                  <Button
                    kind="quiet"
                    disabled={at === ids.length - 1}
                    aria-label={t('move_down', { id })}
                    onClick={() => move(at, at + 1)}
                  >
                    ↓
                  </Button>
                </>
              )}
              <Button
                kind="quiet"
                icon="close"
                aria-label={t('take_out', { id })}
                onClick={() => onChange(ids.filter((other) => other !== id))}
              />
            </span>
          </li>
        ))}
      </ol>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <Finder label={label} taken={ids} onAdd={(id) => onChange([...ids, id])} />
    </fieldset>
  );
}

function Product({ id }: { id: string }) {
  const t = useText();
  const title = useTitle(id);
  return (
    <span className={styles.product}>
      <bdi>{title ?? id}</bdi>
      {title === null && <span className={styles.gone}>{t('no_product')}</span>}
    </span>
  );
}

/** Finds products as shoppers do. */
function Finder({ label, taken, onAdd }: { label: string; taken: readonly string[]; onAdd(id: string): void }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const words = useSettled(typed.trim());
  const { data } = useProducts(words);
  const found = words === '' ? [] : (data?.hits ?? []).filter(({ id }) => !taken.includes(id));
  return (
    <>
      <TextField
        label={t('find_products', { list: label })}
        hideLabel
        type="search"
        placeholder={t('find_example')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        // Enter looks, it does not send the rule.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {found.length > 0 && (
        <ul className={styles.found}>
          {found.map(({ id, title }) => (
            <li key={id}>
              <Button
                kind="quiet"
                onClick={() => {
                  onAdd(id);
                  setTyped('');
                }}
              >
                + <bdi>{title}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data && words !== '' && data.hits.length === 0 && <p className={styles.gone}>{t('no_products')}</p>}
    </>
  );
}
