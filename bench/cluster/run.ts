/**
 * Beyond one process: `npm run bench:cluster -- [part…] [--judged folder] [--products n] [--seconds n]`. Parts:
 * `conformance`, `relevance` (needs a judged catalogue), `rebuild`, `processes`, `node`; all by default. Needs the cluster
 * of test/support/opensearch built. Prints what it measured; nothing passes or fails.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { measureConformance } from './conformance.ts';
import { measureNode } from './node.ts';
import { measureProcesses } from './processes.ts';
import { measureRebuild } from './rebuild.ts';
import { measureRelevance } from './relevance.ts';

const PARTS = ['conformance', 'relevance', 'rebuild', 'processes', 'node'] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    judged: { type: 'string' },
    products: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '10' },
  },
});
const wanted = positionals.length > 0 ? positionals : PARTS;
const unknown = wanted.filter((part) => !(PARTS as readonly string[]).includes(part));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Choose among ${PARTS.join(', ')}.`);
  process.exit(2);
}
const [products, seconds] = [Number(values.products), Number(values.seconds)];
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]!.model}\n`);
if (wanted.includes('conformance')) await measureConformance();
if (wanted.includes('relevance')) {
  if (values.judged === undefined) console.log('relevance: left out, there is no --judged folder.\n');
  else await measureRelevance(values.judged);
}
if (wanted.includes('rebuild')) await measureRebuild(products);
if (wanted.includes('processes')) await measureProcesses(seconds);
if (wanted.includes('node')) await measureNode(seconds);
