import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './explain.module.css';

/** A question mark that opens what a figure means. `label` says whose. */
export function Explain({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Popover.Root>
      <Popover.Trigger className={styles.mark} aria-label={label}>
        <Icon name="help" size={16} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} className={styles.place}>
          <Popover.Popup className={styles.popup}>
            <Popover.Description render={<div />}>{children}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
