import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  icon?: IconName;
  /** The action runs: it can not be pressed again, and keeps its place. */
  busy?: boolean;
  children?: ReactNode;
}

export function buttonClass(kind: ButtonProps['kind'] = 'plain'): string {
  return `${styles.button} ${styles[kind]}`;
}

export function Button({ kind = 'plain', icon, busy = false, children, disabled, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(kind)} ${className ?? ''}`}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {icon && <Icon name={icon} size={18} />}
      {children}
    </button>
  );
}
