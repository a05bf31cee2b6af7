import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { Skeleton } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { PAGE, type Suggestion } from './suggestions.ts';
import { useText } from './text.ts';
import styles from './review.module.css';

const ROW_HEIGHT = 60;

interface SuggestionListProps {
  /** Null until the first page has come. */
  total: number | null;
  rows: ReadonlyMap<number, Suggestion>;
  chosen: string;
  ticked: ReadonlySet<string>;
  /** Absent for whoever may not decide. */
  tick: ((id: string) => void) | undefined;
  choose(id: string): void;
  /** Which pages are on screen. */
  showPages(pages: readonly number[]): void;
}

/** Draws only what is on screen, however many there are. */
export function SuggestionList({ total, rows, chosen, ticked, tick, choose, showPages }: SuggestionListProps) {
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const visible = virtual.getVirtualItems();
  const first = Math.floor((visible[0]?.index ?? 0) / PAGE);
  const last = Math.floor((visible.at(-1)?.index ?? 0) / PAGE);
  useEffect(() => {
    showPages(Array.from({ length: last - first + 1 }, (_, at) => first + at));
  }, [first, last, showPages]);
  const place = [...rows].find(([, row]) => row.id === chosen)?.[0] ?? null;
  useEffect(() => {
    if (place === null) return;
    virtual.scrollToIndex(place, { align: 'auto' });
    // By keyboard from row to row: the focus goes along.
    const row = scroller.current?.querySelector<HTMLElement>('[aria-current="true"]');
    if (scroller.current?.contains(document.activeElement)) row?.focus({ preventScroll: true });
    // The virtualizer is the same object for as long as the list is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [place]);

  if (total === null) return <Skeleton rows={8} />;
  return (
    <div ref={scroller} className={styles.scroller} tabIndex={-1}>
      <ul className={styles.rows} style={{ blockSize: virtual.getTotalSize() }}>
        {visible.map(({ index, start }) => (
          <li
            key={index}
            className={styles.row}
            style={{ transform: `translateY(${start}px)`, blockSize: ROW_HEIGHT }}
            aria-setsize={total}
            aria-posinset={index + 1}
          >
            {rows.has(index) ? (
              <Row
                row={rows.get(index)!}
                chosen={rows.get(index)!.id === chosen}
                ticked={ticked.has(rows.get(index)!.id)}
                tick={tick}
                choose={choose}
              />
            ) : (
              <span className={styles.coming}>{t('coming')}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RowProps extends Pick<SuggestionListProps, 'tick' | 'choose'> {
  row: Suggestion;
  chosen: boolean;
  ticked: boolean;
}

function Row({ row, chosen, ticked, tick, choose }: RowProps) {
  const t = useText();
  const format = useFormat();
  return (
    <div className={styles.rowInner} data-chosen={chosen || undefined}>
      {tick && (
        <label className={styles.tick}>
          <input type="checkbox" checked={ticked} onChange={() => tick(row.id)} />
          <span className="visually-hidden">{t('tick', { failed: row.failed, suggested: row.suggested })}</span>
        </label>
      )}
      <button
        type="button"
        className={styles.rowButton}
        aria-current={chosen ? 'true' : undefined}
        onClick={() => choose(row.id)}
      >
        <span className={styles.words}>
          <bdi>{row.failed}</bdi>
          <span className={styles.arrow} aria-hidden="true">
            →
          </span>
          <bdi>{row.suggested}</bdi>
        </span>
        <span className={styles.meta}>
          {t(`kind_${row.kind}`)} · {t('sessions', { count: row.evidence.sessions })}
          {row.evidence.replay?.held && ` · ${t('held_short')}`}
        </span>
        <span className={styles.confidence}>{format.percent(row.confidence)}</span>
      </button>
    </div>
  );
}
