import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Without a list all rules: WCAG 2.2 to AA and best practices. What it finds, to read. */
export async function audit(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Transitions between colours are no state.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(axe);
  const options = {
    resultTypes: ['violations'],
    ...(rules ? { runOnly: rules, rules: { 'target-size': { enabled: true } } } : {}),
  };
  const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.flat()}: ${failureSummary}`),
  );
}
