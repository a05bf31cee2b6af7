import { decodeXML } from 'entities';
import { demoCatalogue } from './catalogue.ts';
import { demoImage } from './image.ts';

const catalogue = demoCatalogue();

const TAG = /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)>/g;

/** Throws unless the text is well-formed XML of elements, quoted attributes and escaped text. */
function elementsOf(svg: string): { names: string[]; text: string } {
  const open: string[] = [];
  const names: string[] = [];
  for (const [tag, closing, name = '', attributes = '', empty] of svg.matchAll(TAG)) {
    if (closing && open.pop() !== name) throw new Error(`unbalanced ${tag}`);
    if (closing) continue;
    names.push(name);
    if (!empty) open.push(name);
    const keys = [...attributes.matchAll(/([\w:-]+)=/g)].map(([, key]) => key);
    if (new Set(keys).size !== keys.length) throw new Error(`an attribute twice in ${tag}`);
  }
  const text = svg.replaceAll(TAG, '');
  if (open.length > 0 || /[<>]|&(?!(amp|lt|gt|quot|#39);)/.test(text)) throw new Error(`not well-formed: ${svg}`);
  return { names, text: decodeXML(text) };
}

describe('the drawing of a product', () => {
  it('is a well-formed image without anything that runs or loads', () => {
    for (const document of catalogue) {
      const svg = demoImage(document);
      const { names, text } = elementsOf(svg);
      expect(names[0]).toBe('svg');
      expect(text).toContain(document.title);
      expect(svg).not.toMatch(/[{}]|undefined|NaN|<script|href|\son\w+=/);
      expect(svg.length).toBeLessThan(6_000);
    }
  });

  it('shows the colour of the variant', () => {
    const [black, navy] = ['Black', 'Navy'].map((colour) =>
      demoImage(catalogue.find(({ title }) => title.endsWith(`Crew-Neck T-Shirt in ${colour}`))!),
    );
    expect(black).toContain('#2a2a2e');
    expect(navy).toContain('#25375c');
  });

  it('escapes what a merchant could write', () => {
    const hostile = {
      ...catalogue[0]!,
      title: `"><script>alert(1)</script> & 'x'\u0000\u0001`,
      brand: '<b> & Söhne',
      categories: ['__proto__'],
      attributes: { colour: '"/><image href="x"/>' },
    };
    const svg = demoImage(hostile);
    const { names, text } = elementsOf(svg);
    expect(names).not.toContain('script');
    expect(names).not.toContain('image');
    expect(text).toContain(`"><script>alert(1)</script> & 'x'`);
    expect([...svg].every((character) => character >= ' ')).toBe(true);
  });
});
