import { useFormat } from '../../i18n/format.ts';
import type { Hit } from './draft.ts';
import { useText } from './text.ts';
import styles from './preview.module.css';

const KNOWN = [
  'words',
  'typos',
  'synonyms',
  'match',
  'boost',
  'behaviour',
  'popularity',
  'placement',
  'about',
  'fields',
] as const;
type Known = (typeof KNOWN)[number];
const isKnown = (name: string): name is Known => (KNOWN as readonly string[]).includes(name);

/** The rules by which a hit stands where it does, the deciding ones first. A sort by a field has a rule of its name. */
export function Why({ hit }: { hit: Hit }) {
  const t = useText();
  const format = useFormat();
  const rules = hit.explain?.rules ?? [];
  if (rules.length === 0) return null;
  return (
    <details className={styles.why}>
      <summary>{t('why')}</summary>
      <dl>
        {rules.map(({ name, value, better, detail }) => (
          <div key={name}>
            <dt>{isKnown(name) ? t(`rule_${name}`) : <bdi>{name}</bdi>}</dt>
            <dd>
              {format.number(value, 3)} <span>{t(better === 'higher' ? 'more_is_better' : 'less_is_better')}</span>
              {detail && <bdi className={styles.detail}>{detail}</bdi>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
