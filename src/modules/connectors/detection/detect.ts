import { isJsonObject, UNSAFE_KEYS, type JsonValue } from '../../../kernel/json.ts';
import type { ConnectorConfig } from '../connector.ts';
import { readPath } from '../mapping.ts';
import { detectMapping, type DetectedField } from './detect-mapping.ts';
import { detectPaging, type DetectedPaging } from './detect-paging.ts';
import { PRESETS, type Preset } from './presets.ts';

export interface Detection {
  preset: Preset | null;
  /** 0 to 1, of the whole proposal. */
  confidence: number;
  config: Omit<Partial<ConnectorConfig>, 'endpoint'>;
  fields: DetectedField[];
  paging: DetectedPaging;
  /** For people: why, and what to look at. */
  reasons: string[];
}

const SAMPLED = 20;
const MAX_DEPTH = 3;
const REQUIRED = ['id', 'title', 'url'];

/** Proposes a configuration from a merchant's answer. */
export function detect(value: JsonValue, headers: Readonly<Record<string, string>> = {}): Detection {
  const list = findList(value);
  const paging = detectPaging(value, headers);
  if (!list) {
    const reasons = ['No list of items was found in the answer.'];
    return { preset: null, confidence: 0, config: {}, fields: [], paging, reasons };
  }
  const known = findPreset(list.items);
  return known ? fromPreset(known, list, paging) : fromNames(list, paging);
}

interface FoundList {
  path: string;
  items: JsonValue[];
}

function fromPreset(
  { preset, score }: { preset: Preset; score: number },
  list: FoundList,
  paging: DetectedPaging,
): Detection {
  const mapping = preset.config.mapping ?? {};
  const fields = Object.entries(mapping).map(([field, path]): DetectedField => {
    const transform = preset.config.transforms?.[field] ?? null;
    return { field, path, transform, confidence: score };
  });
  const config = { ...preset.config, ...(list.path === '' ? { dataPath: null } : { dataPath: list.path }) };
  const byPreset = {
    config: { paginated: preset.config.paginated ?? 'page' },
    confidence: 0.9,
    reason: `As ${preset.name} does it.`,
  };
  // A header that names the next page is stronger than what the system usually does.
  const observed = paging.config.paginated === 'link' && paging.confidence >= 0.9;
  const reasons = [`The items look like those of ${preset.name}.`, ...(preset.note ? [preset.note] : [])];
  return {
    preset,
    confidence: score,
    config: observed ? { ...config, ...paging.config } : config,
    fields,
    paging: observed ? paging : byPreset,
    reasons,
  };
}

function fromNames(list: FoundList, paging: DetectedPaging): Detection {
  const fields = detectMapping(list.items);
  const transforms = Object.fromEntries(
    fields.filter((one) => one.transform).map((one) => [one.field, one.transform!]),
  );
  const missing = REQUIRED.filter((name) => !fields.some(({ field }) => field === name));
  const sure = REQUIRED.map((name) => fields.find(({ field }) => field === name)?.confidence ?? 0);
  const confidence = (sure.reduce((sum, one) => sum + one, 0) / REQUIRED.length) * 0.8 + paging.confidence * 0.2;
  return {
    preset: null,
    confidence: Math.round(confidence * 100) / 100,
    config: {
      ...paging.config,
      dataPath: ['', 'items', 'data', 'results'].includes(list.path) ? null : list.path,
      mapping: Object.fromEntries(fields.map(({ field, path }) => [field, path])),
      transforms: Object.keys(transforms).length > 0 ? transforms : null,
    },
    fields,
    paging,
    reasons: [
      paging.reason,
      ...missing.map((name) => `No path for ${name}, which every document needs: map it by hand.`),
    ],
  };
}

/** The list that looks most like one of products: the most objects, the nearest to the top. */
function findList(root: JsonValue): FoundList | null {
  let best: (FoundList & { score: number }) | null = null;
  const look = (value: JsonValue, path: string[]): void => {
    if (Array.isArray(value)) {
      const objects = value.slice(0, 200).filter(isJsonObject);
      const titled = objects.filter((item) => detectable(item)).length;
      const score = (objects.length + titled * 5) / (path.length + 1);
      if (objects.length > 0 && score > (best?.score ?? 0)) best = { path: path.join('.'), items: value, score };
      return;
    }
    if (!isJsonObject(value) || path.length >= MAX_DEPTH) return;
    for (const [key, entry] of Object.entries(value).slice(0, 100)) {
      if (key !== '' && !key.includes('.') && !UNSAFE_KEYS.has(key)) look(entry, [...path, key]);
    }
  };
  look(root, []);
  return best;
}

const detectable = (item: JsonValue): boolean =>
  isJsonObject(item) && Object.keys(item).some((key) => /title|name/i.test(key));

function findPreset(items: readonly JsonValue[]): { preset: Preset; score: number } | null {
  const sample = items.slice(0, SAMPLED);
  let best: { preset: Preset; score: number } | null = null;
  for (const preset of PRESETS) {
    const hits = preset.signature.filter((path) =>
      sample.some((item) => readPath(item, path.split('.')) !== undefined),
    ).length;
    const score = Math.round((hits / preset.signature.length) * 95) / 100;
    // Of two that fit equally the one that asks for more is the closer one.
    if (score >= 0.75 && score >= (best?.score ?? 0)) best = { preset, score };
  }
  return best;
}
