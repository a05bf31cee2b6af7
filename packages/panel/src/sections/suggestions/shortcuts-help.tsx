import { Popover } from '@base-ui/react/popover';
import { buttonClass } from '../../components/button.tsx';
import { useText } from './text.ts';
import styles from './review.module.css';

const KEYS = [['j', 'k'], ['a'], ['r'], ['z'], ['x']] as const;

export function ShortcutsHelp({ on, setOn }: { on: boolean; setOn(on: boolean): void }) {
  const t = useText();
  return (
    <Popover.Root>
      <Popover.Trigger className={`${buttonClass('quiet')} ${styles.helpButton}`}>{t('shortcuts')}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} className={styles.helpPlace}>
          <Popover.Popup className={styles.help}>
            <Popover.Title render={<h2 />}>{t('shortcuts')}</Popover.Title>
            <dl className={styles.keys}>
              {KEYS.map((keys) => (
                <div key={keys[0]}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{t(`key_${keys[0]}`)}</dd>
                </div>
              ))}
            </dl>
            <label className={styles.switch}>
              <input type="checkbox" checked={on} onChange={({ target }) => setOn(target.checked)} />
              {t('shortcuts_on')}
            </label>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
