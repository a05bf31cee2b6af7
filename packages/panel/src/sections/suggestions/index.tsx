import { Route, Switch } from 'wouter';
import { Page } from '../../components/page.tsx';
import { LookOnly } from '../../components/states.tsx';
import { useMember } from '../../shell/member.ts';
import { CalibrationPage } from './calibration-page.tsx';
import { EgressPage } from './egress-page.tsx';
import { MemoryPage } from './memory-page.tsx';
import { RepeatedClicksPage } from './repeated-clicks-page.tsx';
import { ReviewPage } from './review-page.tsx';
import { RunsPage } from './runs-page.tsx';
import { useText } from './text.ts';

export default function SuggestionsPage() {
  const t = useText();
  const { slug, mayEdit } = useMember();
  const base = `/${slug}/suggestions`;
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      tabs={[
        { href: base, label: t('tab_review') },
        { href: `${base}/repeated-clicks`, label: t('tab_repeated') },
        { href: `${base}/runs`, label: t('tab_runs') },
        { href: `${base}/calibration`, label: t('tab_calibration') },
        { href: `${base}/memory`, label: t('tab_memory') },
        { href: `${base}/egress`, label: t('tab_egress') },
      ]}
    >
      {!mayEdit && <LookOnly />}
      <Switch>
        <Route path={`${base}/repeated-clicks`} component={RepeatedClicksPage} />
        <Route path={`${base}/runs`} component={RunsPage} />
        <Route path={`${base}/calibration`} component={CalibrationPage} />
        <Route path={`${base}/memory`} component={MemoryPage} />
        <Route path={`${base}/egress`} component={EgressPage} />
        <Route component={ReviewPage} />
      </Switch>
    </Page>
  );
}
