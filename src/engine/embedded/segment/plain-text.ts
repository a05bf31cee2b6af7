import { Parser } from 'htmlparser2';

const MARKUP = /[<&]/;
/** Their content is no text of the page. */
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg']);
/** Inside a sentence: they do not separate words. */
const INLINE = new Set('a abbr b bdi bdo cite code em font i kbd mark q s small span strong sub sup u wbr'.split(' '));

/** The text of an HTML fragment, entities decoded; text without markup is returned as it is. */
export function plainText(text: string): string {
  if (!MARKUP.test(text)) return text;
  let plain = '';
  let silent = 0;
  const separate = (name: string): void => {
    if (!INLINE.has(name)) plain += ' ';
  };
  const parser = new Parser(
    {
      onopentagname(name) {
        if (SILENT.has(name)) silent++;
        separate(name);
      },
      onclosetag(name) {
        if (SILENT.has(name) && silent > 0) silent--;
        separate(name);
      },
      ontext(part) {
        if (silent === 0) plain += part;
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(text);
  return plain;
}
