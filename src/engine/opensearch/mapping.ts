import { CORE_NUMBERS, WORD_FIELDS } from './document.ts';

/** A set of terms to look up: no order, no norms, nothing to count by. */
const SET = { type: 'keyword', doc_values: false, norms: false } as const;
const COUNTED = { type: 'keyword', norms: false } as const;

/**
 * Words come analysed: `line` is cut at spaces only, all else is taken as it is. No field is made from what documents
 * hold, so that no merchant's attributes can grow the mapping.
 */
const MAPPINGS = {
  dynamic: false,
  _source: { includes: ['id', 'json', 'line', 'version'] },
  _routing: { required: true },
  properties: {
    kind: SET,
    tenant: SET,
    generation: SET,
    id: COUNTED,
    version: { type: 'long', index: false, doc_values: false },
    ...Object.fromEntries(Object.keys(WORD_FIELDS).map((name) => [name, SET])),
    words: COUNTED,
    names: SET,
    spell: SET,
    loose: COUNTED,
    closes: SET,
    line: { type: 'text', analyzer: 'words', norms: false },
    values: COUNTED,
    core: { properties: Object.fromEntries([...CORE_NUMBERS].map((name) => [name, { type: 'double' }])) },
    numbers: { type: 'nested', properties: { f: SET, v: { type: 'double' } } },
    texts: { type: 'nested', properties: { f: SET, s: COUNTED } },
    popularity: { type: 'double' },
  },
};

/** Shards of the index that small tenants share; a tenant's documents all lie in one of them. */
const SHARED_SHARDS = 4;

/** `shards`: 1 for a tenant's own index, so that counts are exact without asking every shard for more. */
export function indexTemplate(pattern: string, shared: boolean): Record<string, unknown> {
  return {
    index_patterns: [pattern],
    template: {
      settings: {
        number_of_shards: shared ? SHARED_SHARDS : 1,
        auto_expand_replicas: '0-1',
        // We refresh when something must be found; this is for what a process wrote before it died.
        refresh_interval: '5s',
        // How long a deletion outlives its document: a write that comes later than this could bring it back.
        gc_deletes: '1h',
        'unassigned.node_left.delayed_timeout': '5s',
        max_regex_length: 10_000,
        analysis: { analyzer: { words: { type: 'custom', tokenizer: 'whitespace' } } },
      },
      mappings: MAPPINGS,
    },
  };
}
