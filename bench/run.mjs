import { requireNode24 } from '../scripts/node-version.mjs';

await requireNode24();
const { build } = await import('../scripts/build.mjs');
await build();

/** `npm run bench -- service|overload|engine|relevance|connectors|intake|reports|month|soak|smart|behaviour|relearn|panel|cluster [arguments]`. Prints what it measured; nothing passes or fails. */
const [what = 'service', ...rest] = process.argv.slice(2);
const runs = {
  service: './service/run.mjs',
  overload: './service/overload.mjs',
  engine: './engine/run.mjs',
  relevance: './relevance/run.ts',
  connectors: './connectors/run.mjs',
  intake: './intake/run.mjs',
  reports: './intake/reports.mjs',
  month: './month/run.mjs',
  soak: './intake/soak.mjs',
  smart: './smart/run.mjs',
  behaviour: './behaviour/run.mjs',
  relearn: './behaviour/huge-day.mjs',
  panel: './panel/run.mjs',
  cluster: './cluster/run.ts',
};
if (!runs[what]) {
  console.error(`There is no bench "${what}". Choose ${Object.keys(runs).join(' or ')}.`);
  process.exit(2);
}
process.argv.splice(2, process.argv.length, ...rest);
await import(runs[what]);
