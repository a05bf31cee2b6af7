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
  /** Its name, where what is on it is none; what can be read on it must be part of it. */
  label?: string;
  className?: string;
  children: ReactNode;
}

/** Within the main landmark, where a screen reader looks for content; it is there whenever a menu can be opened. */
const inMain = {
  get current() {
    return document.querySelector<HTMLElement>('main');
  },
};

export function Menu({ trigger, label, className, children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger className={className} aria-label={label}>
        {trigger}
      </Base.Trigger>
      <Base.Portal container={inMain}>
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
