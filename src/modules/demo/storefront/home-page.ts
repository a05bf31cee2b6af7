import type { DemoDocument } from '../catalogue/index.ts';
import { html } from './html.ts';
import { DEPARTMENTS, departmentUrl, type PageContent } from './layout.ts';
import { productCards } from './product-cards.ts';

/** Searches that show what the engine forgives: a typo, a code, another language, a long question, a word for many things. */
const TRIES = ['sneekers', 'waterproof jacket', 'kaffeemuhle', 'something to read by at night', 'mug', 'vo5620bk'];

const POPULAR = 8;

export function homePage(catalogue: readonly DemoDocument[]): PageContent {
  const byPopularity = catalogue.filter(({ stock }) => stock > 0).toSorted((a, b) => b.popularity - a.popularity);
  const inDepartment = (name: string): DemoDocument | undefined =>
    byPopularity.find(({ categories }) => categories[0]?.startsWith(name));
  // One of a kind: eight mugs would be no shop window.
  const popular = new Map(byPopularity.toReversed().map((product) => [product.categories[0], product] as const));
  const [first, second, third] = ['Home', 'Clothing', 'Kitchen'].map(inDepartment);
  return {
    title: 'Larkspur · good things, kept simple',
    kind: 'home',
    body: html`<section class="hero">
        <div>
          <h1>Good things,<br />kept simple.</h1>
          <p>
            ${catalogue.length} products for the home, the wardrobe and the way there. Look around, or just start
            typing.
          </p>
          <p class="tries-title" id="tries">Try a search</p>
          <ul class="tries" aria-labelledby="tries">
            ${TRIES.map((text) => html`<li><a href="/demo/search?q=${encodeURIComponent(text)}">${text}</a></li>`)}
          </ul>
        </div>
        <div class="window" aria-hidden="true">
          ${[first, second, third].map((product) => product && html`<img src="${product.image}" alt="" width="400" height="400" />`)}
        </div>
      </section>
      <section aria-labelledby="departments">
        <h2 id="departments">Departments</h2>
        <ul class="tiles">
          ${DEPARTMENTS.slice(0, 8).map((name) => {
            const product = inDepartment(name);
            return (
              product &&
              html`<li>
                <a href="${departmentUrl(name)}"
                  ><img src="${product.image}" alt="" width="400" height="400" loading="lazy" /><span>${name}</span></a
                >
              </li>`
            );
          })}
        </ul>
      </section>
      <section aria-labelledby="popular">
        <h2 id="popular">Popular now</h2>
        ${productCards([...popular.values()].toSorted((a, b) => b.popularity - a.popularity).slice(0, POPULAR))}
      </section>`,
  };
}
