import { Toast } from '@base-ui/react/toast';
import { useCallback, type ReactNode } from 'react';
import { useBaseText } from '../i18n/base.ts';
import { buttonClass } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './toast.module.css';

/** Says what was done, with a way back where there is one. Screen readers hear it, and it goes by itself. */
export function useToast(): (title: string, undo?: { label: string; run(): void }) => void {
  const { add } = Toast.useToastManager();
  return useCallback(
    (title, undo) => {
      add({
        title,
        timeout: undo ? 8_000 : 4_000,
        ...(undo && { actionProps: { children: undo.label, onClick: undo.run } }),
      });
    },
    [add],
  );
}

function Toasts() {
  const t = useBaseText();
  return Toast.useToastManager().toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast}>
      <Toast.Content className={styles.content}>
        <Toast.Title className={styles.title} render={<p />} />
        <Toast.Action className={styles.action} />
        <Toast.Close className={buttonClass('quiet')} aria-label={t('close')}>
          <Icon name="close" size={16} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
