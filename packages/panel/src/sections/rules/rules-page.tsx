import { useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Failure } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useMember } from '../../shell/member.ts';
import { Conflicts } from './conflicts.tsx';
import { RuleDialog } from './editor/rule-dialog.tsx';
import { ListFrame } from './list-frame.tsx';
import { RowActions } from './row-actions.tsx';
import { useConflicts, useRuleChange, useRules, type Conflict, type Rule } from './rules.ts';
import { useText } from './text.ts';
import styles from './rules.module.css';

export function RulesPage() {
  const [open, setOpen] = useState<Rule | 'new' | null>(null);
  const list = useRules();
  const conflicts = useConflicts();
  return (
    <ListFrame what="rule" list={list} onNew={() => setOpen('new')}>
      <ul className={styles.list}>
        {list.data?.pages
          .flatMap(({ rows }) => rows)
          .map((rule) => (
            <li key={rule.id}>
              <RuleCard rule={rule} conflicts={conflicts} onEdit={() => setOpen(rule)} />
            </li>
          ))}
      </ul>
      {open && <RuleDialog rule={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </ListFrame>
  );
}

interface RuleCardProps {
  rule: Rule;
  conflicts: readonly Conflict[];
  onEdit(): void;
}

function RuleCard({ rule, conflicts, onEdit }: RuleCardProps) {
  const t = useText();
  const { mayEdit } = useMember();
  const change = useRuleChange();
  const { pin = [], hide = [], boost = [], bury = [], filter, redirect, banner, replace_query } = rule.actions;
  return (
    <article className={styles.card} data-off={rule.enabled ? undefined : ''}>
      <div className={styles.what}>
        <h2>
          <bdi>{rule.name}</bdi>
        </h2>
        <p className={styles.facts}>
          {rule.conditions.length === 0 ? (
            <span>{t('every_search')}</span>
          ) : (
            rule.conditions.map(({ match, pattern }) => (
              <span key={match + pattern}>{t.rich(`when_${match}`, { pattern: <bdi>{pattern}</bdi> })}</span>
            ))
          )}
        </p>
        <p className={styles.badges}>
          {!rule.enabled && <Badge>{t('off')}</Badge>}
          <Schedule rule={rule} />
          {pin.length > 0 && <Badge tone="accent">{t('pins', { count: pin.length })}</Badge>}
          {hide.length > 0 && <Badge tone="accent">{t('hides', { count: hide.length })}</Badge>}
          {boost.length + bury.length > 0 && <Badge tone="accent">{t('moves')}</Badge>}
          {filter && <Badge tone="accent">{t('filters')}</Badge>}
          {banner && <Badge tone="accent">{t('has_banner')}</Badge>}
          {redirect && <Badge tone="accent">{t('redirects')}</Badge>}
          {replace_query && <Badge tone="accent">{t('replaces')}</Badge>}
          {rule.priority !== 0 && <Badge>{t('priority_is', { priority: rule.priority })}</Badge>}
        </p>
        <Conflicts rule={rule} conflicts={conflicts} />
        {change.error && <Failure small error={change.error} />}
      </div>
      {mayEdit && (
        <div className={styles.acts} role="group" aria-label={t('actions_for', { name: rule.name })}>
          <RowActions row={rule} change={change} onEdit={onEdit} />
        </div>
      )}
    </article>
  );
}

function Schedule({ rule: { starts_at, ends_at } }: { rule: Rule }) {
  const t = useText();
  const format = useFormat();
  const now = Date.now();
  if (ends_at && Date.parse(ends_at) <= now)
    return <Badge tone="warn">{t('ended', { at: format.date(ends_at) })}</Badge>;
  if (starts_at && Date.parse(starts_at) > now)
    return <Badge tone="warn">{t('begins', { at: format.dateTime(starts_at) })}</Badge>;
  return ends_at ? <Badge>{t('ends', { at: format.dateTime(ends_at) })}</Badge> : null;
}
