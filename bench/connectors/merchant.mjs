import { createServer } from 'node:http';

/** Pages are made once: what is measured is the service. */
const [pages, size] = process.argv.slice(2).map(Number);
const words =
  'red blue green small large cotton steel wooden garden kitchen lamp chair table shirt shoe bag mug knife'.split(' ');
const pick = (n) => words[n % words.length];

function product(n) {
  return {
    id: `p-${n}`,
    title: `${pick(n)} ${pick(n * 7 + 3)} ${pick(n * 13 + 5)} ${n}`,
    url: `https://shop.example/p/${n}`,
    image: `https://shop.example/i/${n}.jpg`,
    description: Array.from({ length: 60 }, (_, i) => pick(n * 3 + i * i)).join(' '),
    price: (n % 900) + 0.99,
    currency: 'EUR',
    stock: n % 50,
    brand: `Brand ${n % 200}`,
    categories: [`${pick(n)} > ${pick(n + 4)}`],
    sku: `SKU-${n}`,
    attributes: { colour: pick(n), size: n % 12 },
  };
}

const bodies = Array.from({ length: pages }, (_, page) =>
  Buffer.from(
    JSON.stringify({ total: pages * size, items: Array.from({ length: size }, (_, i) => product(page * size + i)) }),
  ),
);
const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://merchant');
  const page = Number(url.searchParams.get('page'));
  const body = bodies[page - 1] ?? Buffer.from('{"items":[]}');
  const etag = `"${page}"`;
  const validators = url.searchParams.has('etag') ? { etag } : {};
  if (validators.etag && request.headers['if-none-match'] === etag) return response.writeHead(304).end();
  response.writeHead(200, { 'content-type': 'application/json', ...validators }).end(body);
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
