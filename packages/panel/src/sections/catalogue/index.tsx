import { Redirect, Route, Switch } from 'wouter';
import { Page } from '../../components/page.tsx';
import { useMember } from '../../shell/member.ts';
import { ConnectorPage } from './connectors/connector-page.tsx';
import { ConnectorsTab } from './connectors/connectors-tab.tsx';
import { Wizard } from './connectors/wizard.tsx';
import { HealthTab } from './health-tab.tsx';
import { ItemsTab } from './items-tab.tsx';
import { useText } from './text.ts';

export default function CatalogueSection() {
  const t = useText();
  const { slug } = useMember();
  const home = `/${slug}/catalogue`;
  const tabs = (['health', 'items', 'connectors'] as const).map((name) => ({
    href: `${home}/${name}`,
    label: t(`tab_${name}`),
  }));
  return (
    <Page title={t('title')} lead={t('lead')} tabs={tabs}>
      <Switch>
        <Route path={`${home}/health`}>
          <HealthTab />
        </Route>
        <Route path={`${home}/items`}>
          <ItemsTab />
        </Route>
        <Route path={`${home}/connectors`}>
          <ConnectorsTab />
        </Route>
        <Route path={`${home}/connectors/new`}>
          <Wizard />
        </Route>
        <Route path={`${home}/connectors/:id`}>{({ id }) => <ConnectorPage id={id} />}</Route>
        <Route>
          <Redirect to={`${home}/health`} replace />
        </Route>
      </Switch>
    </Page>
  );
}
