import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef, type ReactNode } from 'react';
import { useBaseText } from '../i18n/base.ts';
import { Icon } from './icon.tsx';
import { buttonClass } from './button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  /** Neither Escape nor a click beside it closes it. */
  insistent?: boolean;
  /** For forms whose fields stand beside each other. */
  wide?: boolean;
}

/** Holds the focus, and gives it back where it came from. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  insistent = false,
  wide = false,
}: DialogProps) {
  const t = useBaseText();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && !insistent && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          className={`${styles.popup} ${wide ? styles.wide : ''}`}
          // What is to be typed, rather than the cross that comes first.
          initialFocus={() => popup.current?.querySelector<HTMLElement>('[autofocus], input, textarea') ?? true}
        >
          <header className={styles.header}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {!insistent && (
              <Base.Close className={buttonClass('quiet')} aria-label={t('close')}>
                <Icon name="close" size={18} />
              </Base.Close>
            )}
          </header>
          {description && <Base.Description className={styles.description}>{description}</Base.Description>}
          <div className={styles.body}>{children}</div>
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
