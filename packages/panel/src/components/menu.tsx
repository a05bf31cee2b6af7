import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './menu.module.css';

export interface MenuChoice {
  value: string;
  label: string;
}

interface MenuProps {
  /** What is on the button. */
  trigger: ReactNode;
  label: string;
  className?: string;
  children: ReactNode;
}

export function Menu({ trigger, label, className, children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger className={className} aria-label={label}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} className={styles.place}>
          <Base.Popup className={styles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({ children, onSelect }: { children: ReactNode; onSelect(): void }) {
  return (
    <Base.Item className={styles.item} onClick={onSelect}>
      {children}
    </Base.Item>
  );
}

interface MenuChoicesProps {
  label: string;
  value: string;
  choices: readonly MenuChoice[];
  onChoose(value: string): void;
}

export function MenuChoices({ label, value, choices, onChoose }: MenuChoicesProps) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: string) => onChoose(next)}>
      <Base.Group>
        <Base.GroupLabel className={styles.label}>{label}</Base.GroupLabel>
        {choices.map((choice) => (
          <Base.RadioItem key={choice.value} value={choice.value} className={styles.item} closeOnClick>
            <span className={styles.mark}>{choice.value === value && <Icon name="check" size={16} />}</span>
            {choice.label}
          </Base.RadioItem>
        ))}
      </Base.Group>
    </Base.RadioGroup>
  );
}
