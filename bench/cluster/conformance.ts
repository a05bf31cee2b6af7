import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Report {
  testResults: { assertionResults: { ancestorTitles: string[]; status: string }[] }[];
}

const SUITE = ' answers as the port demands';

/** Every conformance case on both engines, counted by what it is about; the tests say what a failed one found. */
export async function measureConformance(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mirabel-bench-conformance-'));
  const file = join(folder, 'report.json');
  try {
    const specs = 'test/contract/engine/(embedded|opensearch).spec';
    spawnSync(process.execPath, ['scripts/test.mjs', specs, '--silent', '--json', '--outputFile', file], {
      stdio: 'ignore',
    });
    const report = JSON.parse(await readFile(file, 'utf8')) as Report;
    console.log('conformance: cases passed of all');
    console.table(countByBehaviour(report));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function countByBehaviour({ testResults }: Report): Record<string, Record<string, string>> {
  const counts = new Map<string, Map<string, { passed: number; all: number }>>();
  for (const { ancestorTitles, status } of testResults.flatMap(({ assertionResults }) => assertionResults)) {
    // The suites have tests of their own beside the shared cases.
    const at = ancestorTitles.findIndex((title) => title.endsWith(SUITE));
    const [engine, behaviour] = [ancestorTitles[at]?.slice(0, -SUITE.length), ancestorTitles[at + 1]];
    if (!engine || !behaviour) continue;
    for (const row of [behaviour, 'all']) {
      const engines = counts.get(row) ?? new Map();
      const count = engines.get(engine) ?? { passed: 0, all: 0 };
      count.all++;
      if (status === 'passed') count.passed++;
      counts.set(row, engines.set(engine, count));
    }
  }
  const rows = [...counts].map(([behaviour, engines]) => {
    const cells = [...engines].map(([engine, { passed, all }]) => [engine, `${passed} of ${all}`]);
    return [behaviour, Object.fromEntries(cells) as Record<string, string>] as const;
  });
  return Object.fromEntries(rows.sort(([a], [b]) => Number(a === 'all') - Number(b === 'all')));
}
