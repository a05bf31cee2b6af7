/** A product in the shape that `POST /api/v1/index` takes. */
export interface DemoDocument {
  id: string;
  title: string;
  url: string;
  docType: 'product';
  description: string;
  image: string;
  price: number;
  currency: string;
  stock: number;
  brand: string;
  categories: string[];
  sku: string;
  gtin: string;
  tags: string[];
  rating: number;
  popularity: number;
  created_at: string;
  attributes: Record<string, string | string[]>;
}
