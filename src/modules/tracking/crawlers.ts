import { createRequire } from 'node:module';
import { GenerationCache } from '../../kernel/generation-cache.ts';

interface CrawlerEntry {
  pattern: string;
  tags?: string[];
}

/** Programs of shops, apps and tests are listed too; they are nobody's crawler. */
const NO_CRAWLERS = new Set(['http-library', 'browser-automation']);

const list = createRequire(import.meta.url)('crawler-user-agents') as CrawlerEntry[];
const crawlers = list.filter(({ tags }) => !tags?.some((tag) => NO_CRAWLERS.has(tag)));
const pattern = new RegExp(crawlers.map((entry) => `(?:${entry.pattern})`).join('|'));
/** 1,500 patterns take 0.1 ms; there are few user agents and many requests. */
const verdicts = new GenerationCache<boolean>(10_000);

/** True for a crawler that says so. HTTP libraries, automated browsers and a missing User-Agent are none. */
export function isCrawler(userAgent: string | undefined): boolean {
  if (!userAgent) return false;
  const known = verdicts.get(userAgent);
  if (known !== undefined) return known;
  const verdict = pattern.test(userAgent.slice(0, 1_024));
  verdicts.set(userAgent, verdict);
  return verdict;
}
