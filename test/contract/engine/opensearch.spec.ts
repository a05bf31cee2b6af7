import { createOpenSearchEngine } from '../../../src/engine/opensearch/index.ts';
import { OpenSearchCluster } from '../../support/opensearch.ts';
import { findOpenSearch } from '../../support/programs.ts';
import { describeConformance } from './conformance.ts';

const runs = findOpenSearch() ? describe : describe.skip;

runs('with OpenSearch', () => {
  let cluster: OpenSearchCluster;
  beforeAll(async () => {
    cluster = await OpenSearchCluster.start();
  }, 300_000);
  afterAll(() => cluster.stop());

  describeConformance('the OpenSearch engine', async () => createOpenSearchEngine({ nodes: cluster.nodes }));
});
