import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/page.tsx';
import { Empty } from '../../components/states.tsx';
import type { Schemas } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMember } from '../../shell/member.ts';
import type { Hit } from './draft.ts';
import { Why } from './why.tsx';
import { useText } from './text.ts';
import styles from './preview.module.css';

interface ResultsProps {
  title: string;
  found: Schemas['SearchResponse'];
  /** Hits to compare with: what is new or stands elsewhere is marked. */
  before?: readonly Hit[];
  onPin(hit: Hit): void;
  onHide(hit: Hit): void;
}

export function Results({ title, found, before, onPin, onHide }: ResultsProps) {
  const t = useText();
  return (
    <Card title={title}>
      <Understood found={found} />
      {found.hits.length === 0 && <Empty title={t('finds_nothing')}>{t('finds_nothing_hint')}</Empty>}
      <ol className={styles.hits}>
        {found.hits.map((hit) => (
          <HitRow key={hit.id} hit={hit} moved={before && movement(hit, before)} onPin={onPin} onHide={onHide} />
        ))}
      </ol>
    </Card>
  );
}

type Movement = { kind: 'new' } | { kind: 'same' } | { kind: 'up' | 'down'; places: number };

function movement({ id, position }: Hit, before: readonly Hit[]): Movement {
  const then = before.find((one) => one.id === id)?.position;
  if (then === undefined) return { kind: 'new' };
  if (then === position) return { kind: 'same' };
  return { kind: then > position ? 'up' : 'down', places: Math.abs(then - position) };
}

/** What became of the query on its way. */
function Understood({ found }: Pick<ResultsProps, 'found'>) {
  const t = useText();
  const { rules, synonyms, typos, relaxation } = found.applied;
  const list = (words: readonly string[]): string => words.join(', ');
  return (
    <div className={styles.understood}>
      <p role="status">
        {t('finds', { count: found.total })}
        {found.total_relaxed > 0 && ` ${t('finds_relaxed', { count: found.total_relaxed })}`}
      </p>
      {found.redirect && <p>{t.rich('redirects', { url: <bdi>{found.redirect}</bdi> })}</p>}
      {typos.map(({ from, to }) => (
        <p key={from}>{t.rich('typo', { from: <bdi>{from}</bdi>, to: <bdi>{to}</bdi> })}</p>
      ))}
      {synonyms.map(({ from, to, id }) => (
        <p key={id + to}>{t.rich('synonym', { from: <bdi>{from}</bdi>, to: <bdi>{to}</bdi> })}</p>
      ))}
      {rules.length > 0 && <p>{t.rich('rules', { names: <bdi>{list(rules.map(({ name }) => name))}</bdi> })}</p>}
      {relaxation && <p>{t.rich('relaxed', { words: <bdi>{list(relaxation.optional)}</bdi> })}</p>}
    </div>
  );
}

function HitRow({
  hit,
  moved,
  onPin,
  onHide,
}: { hit: Hit; moved: Movement | undefined } & Pick<ResultsProps, 'onPin' | 'onHide'>) {
  const t = useText();
  const format = useFormat();
  const { mayEdit } = useMember();
  return (
    <li className={styles.hit}>
      <div className={styles.what}>
        <p className={styles.title}>
          <bdi>{hit.title}</bdi>
        </p>
        <p className={styles.facts}>
          {hit.brand && <bdi>{hit.brand}</bdi>}
          {hit.price !== undefined && hit.currency && <span>{format.money(hit.price, hit.currency)}</span>}
          {hit.explain?.pinned && <Badge tone="accent">{t('is_pinned')}</Badge>}
          {hit.explain?.relaxed && <Badge tone="warn">{t('is_relaxed')}</Badge>}
          {moved?.kind === 'new' && <Badge tone="good">{t('is_new')}</Badge>}
          {moved?.kind === 'up' && <Badge tone="good">{t('is_up', { count: moved.places })}</Badge>}
          {moved?.kind === 'down' && <Badge>{t('is_down', { count: moved.places })}</Badge>}
        </p>
        <Why hit={hit} />
      </div>
      {mayEdit && (
        <div className={styles.acts}>
          <Button kind="quiet" icon="pin" aria-label={t('pin', { title: hit.title })} onClick={() => onPin(hit)} />
          <Button kind="quiet" icon="close" aria-label={t('hide', { title: hit.title })} onClick={() => onHide(hit)} />
        </div>
      )}
    </li>
  );
}
