import { DemoShop } from './modules/demo/index.ts';
import type { RunningService } from './start-service.ts';

/** What a person sees when the service is up: where it is, the demo shop's keys, and three calls that work as pasted. */
export async function welcome({ app, settings, url }: RunningService, seconds: number): Promise<string> {
  const lines = ['', `Mirabel is ready at ${url} (${seconds.toFixed(1)} s)`, `  API documentation  ${url}/docs`];
  const shop = app.get(DemoShop);
  const demo = settings.demo ? await shop.ensure() : null;
  if (!demo) {
    lines.push('', 'Create a tenant with: npm run mirabel -- tenant create <slug>', '');
    return lines.join('\n') + '\n';
  }
  const { slug, keys, products } = demo;
  const link = await shop.signInLink();
  lines.push(
    `  Demo shop          ${url}/demo`,
    `                     tenant "${slug}", ${products} products`,
    '',
    `  Panel              ${url}${link.path}`,
    '                     signs its owner in, once',
    '',
    `  Public key         ${keys.public}`,
    `  Secret key         ${keys.secret}`,
    `  Indexer key        ${keys.indexer}`,
    '',
    'Search the demo shop:',
    `  curl -s '${url}/v1/${slug}/search?q=sneekers&per_page=3' -H 'Authorization: Bearer ${keys.public}'`,
    'Push a product:',
    `  curl -s '${url}/api/v1/index' -H 'Authorization: Bearer ${keys.indexer}' -H 'Content-Type: application/json' -d '{"source":"tour","documents":[{"id":"tour-1","title":"Red paper kite","url":"/demo/p/tour-1","price":19.9,"currency":"EUR"}]}'`,
    'Teach it a synonym:',
    `  curl -s '${url}/v1/${slug}/synonyms' -H 'Authorization: Bearer ${keys.secret}' -H 'Content-Type: application/json' -d '{"type":"two_way","terms":["sneakers","kicks"]}'`,
    '',
    'Stop with Ctrl-C; the data stays in ' + settings.dataDir,
    '',
  );
  return lines.join('\n') + '\n';
}
