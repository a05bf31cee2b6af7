import { Redirect, Route, Switch } from 'wouter';
import { Page } from '../../components/page.tsx';
import { Empty } from '../../components/states.tsx';
import { useMember } from '../../shell/member.ts';
import { KeysTab } from './keys-tab.tsx';
import { LogTab } from './log-tab.tsx';
import { MembersTab } from './members-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { useText } from './text.ts';

/** What others would only be refused. */
const OWNERS = ['keys', 'members'] as const;

export default function SettingsSection() {
  const t = useText();
  const { slug, role } = useMember();
  const home = `/${slug}/settings`;
  const owns = role === 'owner';
  const tabs = [
    { href: `${home}/search`, label: t('tab_search') },
    ...(owns ? OWNERS.map((name) => ({ href: `${home}/${name}`, label: t(`tab_${name}`) })) : []),
    { href: `${home}/log`, label: t('tab_log') },
  ];
  return (
    <Page title={t('title')} lead={t('lead')} tabs={tabs}>
      <Switch>
        <Route path={`${home}/search`}>
          <SettingsTab />
        </Route>
        <Route path={`${home}/log`}>
          <LogTab />
        </Route>
        <Route path={`${home}/keys`}>{owns ? <KeysTab /> : <NotYours />}</Route>
        <Route path={`${home}/members`}>{owns ? <MembersTab /> : <NotYours />}</Route>
        <Route>
          <Redirect to={`${home}/search`} replace />
        </Route>
      </Switch>
    </Page>
  );
}

function NotYours() {
  const t = useText();
  return (
    <Empty icon="keys" title={t('owners_only')}>
      {t('owners_only_hint')}
    </Empty>
  );
}
