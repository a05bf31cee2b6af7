import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Unreachable } from '../api/problem.ts';
import { Icon } from '../components/icon.tsx';
import { useBaseText } from '../i18n/base.ts';
import styles from './shell.module.css';

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** Above everything while what is on screen can not be fetched anew. */
export function ConnectionNotice() {
  const t = useBaseText();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const cache = useQueryClient().getQueryCache();
  const cut = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => cache.getAll().some(({ state }) => (state.fetchFailureReason ?? state.error) instanceof Unreachable),
  );
  if (online && !cut) return <div role="status" className="visually-hidden" />;
  return (
    <div role="status" className={styles.notice}>
      <Icon name="offline" size={18} />
      {t(online ? 'unreachable' : 'offline')}
    </div>
  );
}
