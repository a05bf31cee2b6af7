import { performance } from 'node:perf_hooks';
import { normalize } from '../../dist/src/text/index.js';
import { TenantsService } from '../../dist/src/modules/tenants/index.js';
import { learningOf } from './learning.mjs';
import { confidenceOf, judge, score, WEIGHTS } from './learning.mjs';
import { seeded } from '../engine/random.ts';
import { fit } from './fit.ts';
import { loadShop } from './load.mjs';
import { calibrationError, qualityOf, reliability, rightness } from './measures.ts';
import { trafficOf } from './sessions.ts';
import { WRONG_LANGUAGES, wrongShop } from './wrong-shop.ts';
import { electronicsShop, isRight, japaneseShop, languageShop, mixedShop } from './shop.ts';

const DAYS = 10;
const DAY = 86_400_000;
/** Mode `hybrid` and mode `auto` apply from here. */
const THRESHOLDS = { hybrid: 0.65, auto: 0.85 };
const SPELLING = ['typo', 'compound', 'plural', 'code'];

/** What each family may be judged by. */
const COMMON = ['expected', 'rate', 'attraction', 'volume', 'bought', 'shared', 'gain', 'rescueKnown', 'failedUnknown'];
const FEATURES = {
  spelling: ['closeness', 'sound', 'length', 'apart'],
  form: [],
  meaning: ['company', 'apart', 'foreign', 'abbreviation'],
};

/** Weights are fitted on other shops, other languages and other random numbers than they are judged by. */
const TRAINING = (data, random) => [
  electronicsShop(data, random, 'icecat', 2_500),
  languageShop(data, random, 'pt-PT'),
  languageShop(data, random, 'da-DK'),
  japaneseShop(data, random),
  mixedShop(data, random, 'fr'),
  mixedShop(data, random, 'ru'),
];
const TESTING = (data, random) => [
  electronicsShop(data, random, 'pricerunner', 4_000),
  languageShop(data, random, 'ro-RO'),
  languageShop(data, random, 'es'),
  languageShop(data, random, 'pl-PL'),
  japaneseShop(data, random),
  mixedShop(data, random, 'de'),
  mixedShop(data, random, 'el'),
];
/** Where nothing is to be learned: how sure the learner is of it, apart from how right it is elsewhere. */
const WRONG = (data, random) => WRONG_LANGUAGES.map((language) => wrongShop(data, random, language));

export async function benchQuality({ context, database, data, seed, fitting }) {
  const seen = [];
  for (const one of fitting ? [seed, seed + 1, seed + 2] : [1_000_000 + seed]) {
    const random = seeded(one);
    for (const shop of (fitting ? TRAINING : TESTING)(data, random)) {
      seen.push(await learn({ context, database, shop, random }));
    }
  }
  if (fitting) return printWeights(seen.flatMap(({ judged }) => judged));
  printQuality(seen);
  const random = seeded(2_000_000 + seed);
  for (const shop of WRONG(data, random)) printWrong(await learn({ context, database, shop, random }));
}

async function learn({ context, database, shop, random }) {
  const start = Math.floor(Date.now() / DAY) * DAY - DAYS * DAY;
  const tenant = await tenantOf(context, shop);
  const traffic = trafficOf(shop, random, start, DAYS);
  await loadShop(database, tenant, shop, traffic, start, DAYS);
  const started = performance.now();
  const { gatherer, reader } = learningOf(database);
  const { pairs, counts } = await gatherer.gather(
    tenant,
    { from: start, to: start + DAYS * DAY, seen: null },
    { maxQueryLength: 20, locale: shop.locale },
  );
  const scoring = await reader.read(tenant, pairs, { locale: shop.locale });
  const candidates = await score(pairs, scoring);
  const seconds = (performance.now() - started) / 1_000;
  const truth = new Map(shop.habits.map((habit) => [normalize(habit.failed), habit]));
  const causeOf = (failed, rescue) => {
    const habit = truth.get(failed);
    return habit && normalize(habit.rescue) === rescue ? habit.cause : 'noise';
  };
  const judged = pairs
    .map((pair) => judge(pair, scoring))
    .filter((one) => one !== null)
    .map((one) => ({ ...one, cause: causeOf(one.pair.failed, one.pair.rescue) }))
    .map((one) => ({ ...one, right: one.cause !== 'noise' && isRight(one.cause) }));
  return {
    shop,
    counts,
    candidates,
    judged,
    pairs,
    causeOf,
    seconds,
    events: traffic.searches.length + traffic.clicks.length,
  };
}

let tenants = 0;

async function tenantOf(context, shop) {
  const { id, slug } = await context.get(TenantsService).create(`bench-${shop.name.toLowerCase()}-${++tenants}`);
  return { tenantId: id, slug };
}

const percent = (share) => (Number.isFinite(share) ? `${(share * 100).toFixed(1)} %` : '-');

function printQuality(seen) {
  for (const { shop, counts, candidates, pairs, events, seconds } of seen) {
    console.log(
      `${shop.name.padEnd(14)} ${shop.items.length} items, ${shop.habits.length} habits, ${events} events: ` +
        `${counts.failed_queries} failed queries, ${pairs.length} pairs, ${candidates.length} candidates, ${seconds.toFixed(1)} s`,
    );
  }
  const outcomes = seen.flatMap(({ candidates, causeOf }) =>
    candidates.map((candidate) => {
      const cause = causeOf(normalize(candidate.originalQuery), normalize(candidate.suggestedQuery));
      return { ...candidate, cause, right: cause !== 'noise' && isRight(cause) };
    }),
  );
  const known = seen.flatMap(({ pairs, causeOf }) => pairs.map(({ failed, rescue }) => causeOf(failed, rescue)));
  const possible = (...causes) => known.filter((cause) => causes.includes(cause)).length;
  const table = [
    ['typos and variants', SPELLING, possible('typo', 'variant'), ['typo', 'variant']],
    ['synonyms', ['synonym', 'translation'], possible('synonym', 'translation'), ['synonym', 'translation']],
  ];
  for (const [name, kinds, total, causes] of table) {
    const mine = outcomes.filter(({ kind }) => kinds.includes(kind));
    for (const [mode, threshold] of Object.entries(THRESHOLDS)) {
      const { proposed, precision } = qualityOf(mine, total, threshold);
      const found = outcomes.filter(
        ({ cause, confidence }) => causes.includes(cause) && confidence >= threshold,
      ).length;
      console.log(
        `${name}, from ${threshold} (${mode}): ${proposed} proposed, precision ${percent(precision)}, recall ${percent(found / total)} of ${total} with three sessions`,
      );
    }
  }
  const sure = rightness(outcomes, THRESHOLDS.auto, 2);
  const likely = rightness(outcomes, THRESHOLDS.hybrid, THRESHOLDS.auto);
  console.log(
    `right at ${THRESHOLDS.auto} and more: ${percent(sure.share)} of ${sure.count}; from ${THRESHOLDS.hybrid}: ${percent(likely.share)} of ${likely.count}`,
  );
  console.log(`expected calibration error ${calibrationError(outcomes).toFixed(3)} over ${outcomes.length} candidates`);
  console.log(`right in each tenth of confidence, %: ${reliability(outcomes)}`);
  const wrong = outcomes.filter(({ cause }) => cause === 'wrong');
  console.log(
    `wrong on purpose: ${wrong.length} candidates, highest confidence ${Math.max(0, ...wrong.map(({ confidence }) => confidence))}`,
  );
  if (process.env.BENCH_SHOW) show(outcomes);
}

function printWrong({ shop, candidates, causeOf }) {
  const wrong = candidates
    .filter((one) => causeOf(normalize(one.originalQuery), normalize(one.suggestedQuery)) === 'wrong')
    .toSorted((a, b) => b.confidence - a.confidence);
  const above = wrong.filter(({ confidence }) => confidence > THRESHOLDS.hybrid);
  console.log(
    `${shop.name}: ${wrong.length} candidates wrong on purpose, highest confidence ${wrong[0]?.confidence ?? 0}, ` +
      `${above.length} above ${THRESHOLDS.hybrid} ${above.map((one) => `«${one.originalQuery}» → «${one.suggestedQuery}»`).join(', ')}`,
  );
}

function show(outcomes) {
  const line = (one) =>
    `  ${one.confidence.toFixed(2)} ${one.kind} ${one.cause} «${one.originalQuery}» → «${one.suggestedQuery}» ${one.evidence.rescues}/${one.evidence.sessions}`;
  console.log('\nwrong and sure');
  for (const one of outcomes.filter(({ right, confidence }) => !right && confidence >= 0.65).slice(0, 60))
    console.log(line(one));
  console.log('right and unsure');
  for (const one of outcomes.filter(({ right, confidence }) => right && confidence < 0.65).slice(0, 60))
    console.log(line(one));
}

function printWeights(judged) {
  const reserved = judged.filter(({ reservation }) => reservation !== null);
  console.log(`with a reservation: ${reserved.length}, ${reserved.filter(({ right }) => right).length} right`);
  for (const family of Object.keys(WEIGHTS)) {
    const mine = judged.filter((one) => one.family === family && one.reservation === null);
    const names = [...COMMON, ...FEATURES[family]];
    console.log(`${family}: ${mine.length} examples, ${mine.filter(({ right }) => right).length} right`);
    const weights = fit(mine, names);
    console.log(JSON.stringify(weights));
    const outcomes = mine.map(({ features, right }) => ({ confidence: confidenceOf(features, weights, null), right }));
    console.log(`  right in each tenth: ${reliability(outcomes)}`);
    console.log(`  calibration error on the examples ${calibrationError(outcomes).toFixed(3)}`);
  }
}
