import { useTitle, type Conflict, type Rule } from './rules.ts';
import styles from './rules.module.css';
import { useText } from './text.ts';

/** Kinds in which one of the two rules has its way. */
const DECIDED: ReadonlySet<Conflict['kind']> = new Set(['redirect', 'replace_query', 'pin_hidden', 'pinned_twice']);
const SHOWN = 5;

/** Where a rule and others want different things of one search. */
export function Conflicts({ rule, conflicts }: { rule: Rule; conflicts: readonly Conflict[] }) {
  const t = useText();
  const own = conflicts.filter(({ rules }) => rules.some(({ id }) => id === rule.id));
  if (own.length === 0) return null;
  return (
    <ul className={styles.rivals}>
      {own.slice(0, SHOWN).map((conflict) => (
        <Line key={conflict.kind + conflict.rules.map(({ id }) => id).join()} rule={rule} conflict={conflict} />
      ))}
      {own.length > SHOWN && <li>{t('conflicts_more', { count: own.length - SHOWN })}</li>}
    </ul>
  );
}

function Line({ rule, conflict: { kind, rules, query, items } }: { rule: Rule; conflict: Conflict }) {
  const t = useText();
  const other = rules.find(({ id }) => id !== rule.id)?.name;
  const first = rules[0]?.id === rule.id;
  return (
    <li>
      {t.rich(`conflict_${kind}`, { other: <bdi>{other}</bdi>, items: <Titles ids={items} /> })}{' '}
      {kind !== 'same_condition' &&
        (query === '' ? t('conflict_always') : t.rich('conflict_when', { query: <bdi>{query}</bdi> }))}{' '}
      {DECIDED.has(kind) && t(first ? 'prevails' : 'yields')}
    </li>
  );
}

function Titles({ ids }: { ids: readonly string[] }) {
  return ids.slice(0, SHOWN).map((id, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <Title id={id} />
    </span>
  ));
}

function Title({ id }: { id: string }) {
  return <bdi>{useTitle(id) ?? id}</bdi>;
}
