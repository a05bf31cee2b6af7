import { useState, type ReactNode } from 'react';
import { useBaseText } from '../i18n/base.ts';
import { Button } from './button.tsx';
import styles from './chart.module.css';

interface ChartFrameProps {
  title: string;
  tools?: ReactNode;
  /** The same figures for whoever does not see the picture, or wants to copy them. */
  table: ReactNode;
  children: ReactNode;
}

/** A chart and its table twin, one at a time. */
export function ChartFrame({ title, tools, table, children }: ChartFrameProps) {
  const t = useBaseText();
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className={styles.frame}>
      <figcaption className={styles.caption}>
        <h2>{title}</h2>
        <div className={styles.tools}>
          {tools}
          <Button kind="quiet" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {t('as_table')}
          </Button>
        </div>
      </figcaption>
      {asTable ? table : children}
    </figure>
  );
}
