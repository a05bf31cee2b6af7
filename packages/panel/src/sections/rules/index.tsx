import { Route, Switch } from 'wouter';
import { useMember } from '../../shell/member.ts';
import { RulesPage } from './rules-page.tsx';
import { SynonymsPage } from './synonyms-page.tsx';

/** What merchants teach the search: rules for words, and words that mean the same. */
export default function RulesAndSynonyms() {
  const { slug } = useMember();
  return (
    <Switch>
      <Route path={`/${slug}/rules/synonyms`}>
        <SynonymsPage />
      </Route>
      <Route>
        <RulesPage />
      </Route>
    </Switch>
  );
}
