import { useState, type ReactNode } from 'react';
import { Badge } from '../../../components/badge.tsx';
import styles from '../rules.module.css';

interface GroupProps {
  title: string;
  /** Entries that are in it. */
  count?: number;
  open?: boolean;
  /** Something in it is not sound: it is open. */
  faulty?: boolean;
  children: ReactNode;
}

/** A part of the editor that folds: what a rule does not use takes one line. */
export function Group({ title, count = 0, open: first = count > 0, faulty = false, children }: GroupProps) {
  const [open, setOpen] = useState(first);
  return (
    <details
      className={styles.group}
      open={open || faulty}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {title} {count > 0 && <Badge tone="accent">{count}</Badge>}
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  );
}
