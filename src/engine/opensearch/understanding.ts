import { fieldCosts } from '../embedded/search/match-cost.ts';
import { NO_USE, type TitleUse } from '../embedded/search/modifiers.ts';
import { directReadings, joinedReadings, wordGroups, type Group } from '../embedded/search/reading.ts';
import { nearByWord } from '../embedded/search/typo-lookup.ts';
import type { Segment } from '../embedded/segment/segment.ts';
import type { TextQuery } from '../port/index.ts';
import type { Catalogue } from './catalogue.ts';
import type { Json } from './cluster.ts';
import { spellingLead } from './document.ts';
import { levelsOf, readingsQuery, type Level } from './matching.ts';
import type { TitleUses } from './title-uses.ts';
import { Vocabulary } from './vocabulary.ts';

/** A query as one stage understands it. */
export interface Understood {
  text: TextQuery;
  /** Which words the catalogue knows; null in the exact stage. */
  known: boolean[] | null;
  /** Finds and scores the documents that have all words. */
  query: Json;
  segment: Segment;
  /** Typed words one by one. */
  groups: Group[];
  levels: Level[];
  use: Promise<TitleUse>;
}

/** Reads a query by the part of the catalogue's dictionary that it needs, first exactly, then forgivingly. */
export function understand(
  catalogue: Catalogue,
  text: TextQuery,
  learned: TitleUses,
): { exact(): Promise<Understood>; forgiving(): Promise<Understood> } {
  const { tenantId, generation } = catalogue.placement;
  const vocabulary = new Vocabulary(text, spellingLead(tenantId, generation), (aggs, suggest) =>
    catalogue.ask(aggs, suggest),
  );
  const levels = levelsOf(fieldCosts(text.searchableFields));
  let use: Promise<TitleUse> | null = null;
  const read = (known: boolean[] | null): Understood => {
    const segment = vocabulary.segment();
    const meant = known && text.typoTolerance ? nearByWord([segment], text, known) : [];
    const groups = wordGroups(segment, text, known, meant);
    const direct = directReadings(segment, text, groups, known);
    const readings = known ? [...direct, ...joinedReadings(segment, text, groups, known)] : direct;
    use ??= vocabulary.has(text.words.at(-1)!) ? learned.of(catalogue, text) : Promise.resolve(NO_USE);
    use.catch(() => {});
    return {
      text,
      known,
      query: readingsQuery(segment, readings, levels, text.words.length),
      segment,
      groups,
      levels,
      use,
    };
  };
  return {
    async exact() {
      await vocabulary.askExact();
      return read(null);
    },
    async forgiving() {
      await vocabulary.askForgiving();
      return read(vocabulary.known());
    },
  };
}
