import { type Asked, type Item, type Reply } from './merchant.ts';

/** A shop system as its API answers, with a few products of our own invention. */
export interface Shape {
  preset: string;
  path: string;
  answer: (asked: Asked) => Reply;
  /** How many products it has, and one of them as a document. */
  count: number;
  sample: Item;
}

const COUNT = 7;
const numbers = Array.from({ length: COUNT }, (_, i) => i + 1);
const number = (asked: Asked, name: string, fallback: number): number =>
  Number(asked.url.searchParams.get(name) ?? fallback);

function woo(n: number): Item {
  return {
    id: n,
    name: `Lamp ${n}`,
    slug: `lamp-${n}`,
    permalink: `https://shop.example/product/lamp-${n}/`,
    date_created_gmt: '2026-02-03T04:05:06',
    date_modified_gmt: '2026-03-03T04:05:06',
    type: n === 7 ? 'grouped' : 'simple',
    catalog_visibility: 'visible',
    description: `<p>Lights <b>room ${n}</b></p>\n`,
    sku: n === 7 ? '' : `L-${n}`,
    price: `${n}.50`,
    regular_price: n === 7 ? '' : `${n}.50`,
    total_sales: n * 10,
    stock_quantity: n === 7 ? null : n,
    stock_status: 'instock',
    average_rating: '4.50',
    categories: [{ id: 1, name: 'Lighting', slug: 'lighting' }],
    tags: [{ id: 2, name: 'warm', slug: 'warm' }],
    images: [{ id: 3, src: `https://shop.example/i/${n}.jpg`, alt: '' }],
  };
}

function shopify(n: number): Item {
  return {
    id: 1_000 + n,
    title: `Mug ${n}`,
    handle: `mug-${n}`,
    body_html: `<p>Holds ${n} dl</p>`,
    vendor: 'Clay & Co',
    product_type: 'Mugs',
    created_at: '2026-01-02T03:04:05-04:00',
    updated_at: '2026-01-03T03:04:05-04:00',
    tags: 'red, glazed, Kitchen',
    images: [{ position: 1, src: `https://cdn.example/mug-${n}.png` }],
    variants: [{ id: n, price: `${n}9.00`, sku: `MUG-${n}`, inventory_quantity: n, option1: 'Red' }],
  };
}

function magento(n: number): Item {
  return {
    id: n,
    sku: `WB-${n}`,
    name: `Bag ${n}`,
    attribute_set_id: 15,
    price: 20 + n,
    status: 1,
    type_id: 'simple',
    media_gallery_entries: [{ media_type: 'image', file: `/w/b/wb-${n}.jpg` }],
    custom_attributes: [
      { attribute_code: 'short_description', value: 'short' },
      { attribute_code: 'description', value: `<p>Carries ${n} books</p>` },
      { attribute_code: 'url_key', value: `bag-${n}` },
    ],
  };
}

function commercetools(n: number): Item {
  const value = {
    type: 'centPrecision',
    currencyCode: n === 2 ? 'JPY' : 'EUR',
    centAmount: 1_999 + n,
    fractionDigits: 2,
  };
  return {
    id: `ct-${n}`,
    version: 3,
    productType: { typeId: 'product-type', id: 'x' },
    name: { en: `Chair ${n}`, de: `Stuhl ${n}` },
    slug: { en: `chair-${n}` },
    createdAt: '2026-01-02T03:04:05.678Z',
    lastModifiedAt: '2026-01-02T03:04:05.678Z',
    masterVariant: {
      id: 1,
      sku: `C-${n}`,
      prices: [{ id: 'p', value }],
      images: [{ url: `https://cdn.example/c${n}.jpg` }],
    },
  };
}

function medusa(n: number): Item {
  return {
    id: `prod_${n}`,
    title: `Shirt ${n}`,
    handle: `shirt-${n}`,
    description: null,
    thumbnail: `https://cdn.example/s${n}.png`,
    is_giftcard: false,
    collection_id: null,
    created_at: '2026-01-02T03:04:05.678Z',
    tags: [{ id: 't', value: 'cotton' }],
    categories: [{ id: 'c', name: 'Shirts' }],
    variants: [
      {
        id: `v${n}`,
        sku: `S-${n}`,
        ean: null,
        calculated_price: { calculated_amount: n + 0.99, currency_code: 'eur' },
      },
    ],
  };
}

function dummy(n: number): Item {
  return {
    id: n,
    title: `Cream ${n}`,
    description: 'Smooth',
    category: 'beauty',
    price: 9.99,
    discountPercentage: 5.5,
    rating: 4.1,
    stock: n,
    tags: ['skin', 'day'],
    brand: 'Soft',
    sku: `CR-${n}`,
    availabilityStatus: 'In Stock',
    minimumOrderQuantity: 2,
    meta: { createdAt: '2026-01-02T03:04:05.678Z', updatedAt: '2026-01-02T03:04:05.678Z', barcode: `400000000000${n}` },
    images: [`https://cdn.example/cr${n}.webp`],
    thumbnail: `https://cdn.example/cr${n}-t.webp`,
  };
}

/** Two or three a page, whatever was asked for: merchants cap. */
function byPage(asked: Asked, make: (n: number) => Item, name: string, size = 3): Item[] {
  const from = (number(asked, name, 1) - 1) * size;
  return numbers.slice(from, from + size).map(make);
}

function byOffset(asked: Asked, make: (n: number) => Item, name: string): Item[] {
  const from = number(asked, name, 0);
  return numbers.slice(from, from + 3).map(make);
}

export const SHAPES: Shape[] = [
  {
    preset: 'woocommerce',
    path: '/wp-json/wc/v3/products?status=publish',
    answer: (asked) => ({
      body: byPage(asked, woo, 'page'),
      headers: { 'x-wp-total': String(COUNT), 'x-wp-totalpages': '3' },
    }),
    count: COUNT,
    sample: {
      id: '2',
      title: 'Lamp 2',
      url: 'https://shop.example/product/lamp-2/',
      price: 2.5,
      stock: 2,
      sku: 'L-2',
      image: 'https://shop.example/i/2.jpg',
      categories: ['Lighting'],
      tags: ['warm'],
      rating: 4.5,
      created_at: '2026-02-03T04:05:06.000Z',
    },
  },
  {
    preset: 'woocommerce_legacy',
    path: '/wc-api/v3/products',
    answer: (asked) => ({
      body: {
        products: byPage(
          asked,
          (n) => {
            const { name, ...rest } = woo(n);
            return { ...rest, title: name, managing_stock: true, categories: ['Lighting'], tags: ['warm'] };
          },
          'page',
        ),
      },
    }),
    count: COUNT,
    sample: { id: '2', title: 'Lamp 2', price: 2.5, categories: ['Lighting'] },
  },
  {
    preset: 'shopify',
    path: '/products.json',
    answer: (asked) => ({ body: { products: byPage(asked, shopify, 'page') } }),
    count: COUNT,
    sample: {
      id: '1002',
      title: 'Mug 2',
      url: '/products/mug-2',
      price: 29,
      brand: 'Clay & Co',
      categories: ['Mugs'],
      tags: ['red', 'glazed', 'Kitchen'],
      sku: 'MUG-2',
      stock: 2,
      created_at: '2026-01-02T07:04:05.000Z',
    },
  },
  {
    preset: 'shopify_admin',
    path: '/admin/api/2026-10/products.json',
    answer: (asked) => {
      const at = number(asked, 'page_info', 1);
      const products = byPage(
        asked,
        (n) => ({ ...shopify(n), admin_graphql_api_id: `gid://${n}`, template_suffix: null }),
        'page_info',
      );
      const next = `<${asked.url.origin}${asked.url.pathname}?limit=250&page_info=${at + 1}>; rel="next"`;
      return { body: { products }, ...(at < 3 ? { headers: { link: next } } : {}) };
    },
    count: COUNT,
    sample: { id: '1002', title: 'Mug 2', price: 29 },
  },
  {
    preset: 'magento',
    path: '/rest/V1/products',
    answer: (asked) => ({
      body: { items: byPage(asked, magento, 'searchCriteria[currentPage]'), search_criteria: {}, total_count: COUNT },
    }),
    count: COUNT,
    sample: {
      id: 'WB-2',
      title: 'Bag 2',
      url: '/bag-2.html',
      price: 22,
      image: '/media/catalog/product/w/b/wb-2.jpg',
      description: '<p>Carries 2 books</p>',
    },
  },
  {
    preset: 'bigcommerce',
    path: '/stores/x/v3/catalog/products?include=images',
    answer: (asked) => ({
      body: {
        data: byPage(
          asked,
          (n) => ({
            id: n,
            name: `Sofa ${n}`,
            sku: `SO-${n}`,
            description: '<p>Soft</p>',
            price: 100 + n,
            calculated_price: 90 + n,
            inventory_level: n,
            base_variant_id: n,
            total_sold: n,
            gtin: '',
            upc: '',
            custom_url: { url: `/sofa-${n}/`, is_customized: false },
            images: [{ url_standard: `https://cdn.example/so${n}.jpg` }],
            date_created: '2026-01-02T03:04:05+00:00',
          }),
          'page',
        ),
        meta: { pagination: { total: COUNT, current_page: number(asked, 'page', 1), total_pages: 3 } },
      },
    }),
    count: COUNT,
    sample: { id: '2', title: 'Sofa 2', url: '/sofa-2/', price: 92, stock: 2, popularity: 2 },
  },
  {
    preset: 'prestashop',
    path: '/api/products?output_format=JSON&display=full',
    answer: () => ({
      body: {
        products: numbers.map((n) => ({
          id: n,
          id_category_default: '4',
          reference: `PS-${n}`,
          ean13: '',
          price: `${n}.900000`,
          manufacturer_name: false,
          link_rewrite: n === 1 ? [{ id: '1', value: 'clock-1' }] : `clock-${n}`,
          name: n === 1 ? [{ id: '1', value: 'Clock 1' }] : `Clock ${n}`,
          description: '<p>Ticks</p>',
        })),
      },
    }),
    count: COUNT,
    sample: { id: '2', title: 'Clock 2', url: '/2-clock-2.html', price: 2.9, sku: 'PS-2' },
  },
  {
    preset: 'commercetools',
    path: '/project/product-projections',
    answer: (asked) => {
      const results = byOffset(asked, commercetools, 'offset');
      return { body: { limit: 3, offset: number(asked, 'offset', 0), count: results.length, total: COUNT, results } };
    },
    count: COUNT,
    // Yen have no minor unit.
    sample: { id: 'ct-2', title: 'Chair 2', url: '/p/chair-2', price: 2_001, currency: 'JPY', sku: 'C-2' },
  },
  {
    preset: 'medusa',
    path: '/store/products',
    answer: (asked) => {
      const products = byOffset(asked, medusa, 'offset');
      return { body: { products, count: COUNT, offset: number(asked, 'offset', 0), limit: 3 } };
    },
    count: COUNT,
    sample: { id: 'prod_2', title: 'Shirt 2', price: 2.99, currency: 'EUR', tags: ['cotton'], categories: ['Shirts'] },
  },
  {
    preset: 'dummyjson',
    path: '/products',
    answer: (asked) => ({
      body: { products: byOffset(asked, dummy, 'skip'), total: COUNT, skip: number(asked, 'skip', 0), limit: 3 },
    }),
    count: COUNT,
    sample: {
      id: '2',
      title: 'Cream 2',
      url: '/products/2',
      price: 9.99,
      gtin: '4000000000002',
      tags: ['skin', 'day'],
    },
  },
];
