/** A document as the peers index it: the same six fields for all of them. */
export function fieldsOf({ document }) {
  return {
    id: document.id,
    title: document.title,
    brand: document.brand ?? '',
    category: document.categories?.[0] ?? '',
    attrs: Object.values(document.attributes ?? {}).join(' '),
    sku: document.sku ?? '',
    description: document.description ?? '',
    price: document.price ?? 0,
  };
}

/** What a bench query asks of a peer. */
export function questionOf({ query }) {
  const { filter } = query;
  return {
    words: query.text.words,
    prefix: query.text.lastIsPrefix,
    price: filter ? [filter.gte, filter.lte] : null,
    facets: query.facets.length > 0,
    sort: query.sort.by === 'field',
  };
}

export function countFacets(hits) {
  return ['brand', 'category'].map((field) => {
    const counts = new Map();
    for (const hit of hits) counts.set(hit[field], (counts.get(hit[field]) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 20);
  });
}
