import { createReadStream } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';

/**
 * One engine in a process of its own, so that no heap weighs on another's times. Asked over IPC; times are taken here.
 */
const [name, folder, databaseUrl] = process.argv.slice(2);
const BATCH = 1_000;
/** Read before the clock starts: reading the catalogue is not indexing. */
const AHEAD = 20_000;

const peer = await import(`./peers/${name}.mjs`).catch((error) => {
  process.send({ missing: error.message });
  process.exit(0);
});
const idle = rss();
let subject;

const actions = {
  async index({ catalogue }) {
    subject = await peer.open({ folder, databaseUrl });
    let heldMs = 0;
    let documents = 0;
    let milliseconds = 0;
    for await (const changes of parts(catalogue)) {
      documents += changes.length;
      const started = performance.now();
      // A new one each time: what is read between the parts is not counted.
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      for (let at = 0; at < changes.length; at += BATCH) await subject.add(changes.slice(at, at + BATCH));
      delay.disable();
      heldMs = Math.max(heldMs, delay.max / 1e6);
      milliseconds += performance.now() - started;
    }
    const started = performance.now();
    await subject.finish();
    milliseconds += performance.now() - started;
    const result = { docsPerSecond: (documents / milliseconds) * 1000, rss: rss(), heldMs };
    if (!peer.reindexes) await subject.close();
    return result;
  },
  async load() {
    const started = performance.now();
    if (!peer.reindexes) subject = await peer.open({ folder, databaseUrl });
    const ms = performance.now() - started;
    globalThis.gc?.();
    return { ms, rss: rss(), idle };
  },
  async run({ queries }) {
    const answers = [];
    for (const query of queries) {
      const started = performance.now();
      const { ids, total } = await subject.search(query);
      answers.push({
        ms: performance.now() - started,
        total,
        found: query.wanted !== null && ids.includes(query.wanted),
      });
    }
    return answers;
  },
  async memory() {
    return { rss: rss() };
  },
};

process.on('message', async ({ action, ...rest }) => {
  try {
    process.send({ result: await actions[action](rest) });
  } catch (error) {
    process.send({ failed: error.stack });
  }
});
process.send({ ready: true, notes: peer.notes, reindexes: peer.reindexes ?? false });

function rss() {
  return Math.round(process.memoryUsage.rss() / 2 ** 20);
}

async function* parts(file) {
  let part = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const document = JSON.parse(line);
    part.push({ kind: 'upsert', id: document.id, document, json: Buffer.from(line) });
    if (part.length === AHEAD) {
      yield part;
      part = [];
    }
  }
  if (part.length > 0) yield part;
}
