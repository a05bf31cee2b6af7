import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { v7 } from 'uuid';

const WORDS = ['lamp', 'red shoes', 'wireless headphones', 'Sofá azul', 'usb c cable', 'desk', 'knife set', 'sneekers'];

/** A search event as bytes on the wire, with an id as our SDK makes it. */
function message({ host, path, key, headers }, number) {
  const body = JSON.stringify({
    session_id: randomUUID(),
    event_id: v7(),
    query: WORDS[number % WORDS.length],
    results_count: number % 50,
    channel: number % 2 ? 'overlay' : 'results_page',
  });
  return (
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${headers}` +
    `User-Agent: Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

/**
 * Keeps one request in flight on each connection, or, with `perSecond`, starts them at that pace. On bare sockets: Node's
 * own client costs more than the servers that are measured here.
 */
export async function load({ url, path, key, connections, seconds, headers = '', status = 202, perSecond = null }) {
  const { hostname, port, host } = new URL(url);
  const started = performance.now();
  const until = started + seconds * 1_000;
  const times = [];
  let number = 0;
  let failed = 0;
  const due = () => (perSecond === null ? Infinity : ((performance.now() - started) / 1_000) * perSecond);
  const lane = () =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let from = 0;
      let text = '';
      const next = () => {
        if (performance.now() >= until) return socket.end(() => resolve());
        if (number >= due()) return void setTimeout(next, 1);
        from = performance.now();
        socket.write(message({ host, path, key, headers }, number++));
      };
      socket.setNoDelay(true);
      socket.on('connect', next).on('error', reject);
      socket.on('data', (chunk) => {
        text += chunk.latin1Slice();
        const head = text.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
        if (text.length < head + 4 + length) return;
        if (!text.startsWith(`HTTP/1.1 ${status}`)) failed++;
        text = '';
        times.push(performance.now() - from);
        next();
      });
    });
  await Promise.all(Array.from({ length: connections }, lane));
  const elapsed = (performance.now() - started) / 1_000;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { requests: times.length, perSecond: times.length / elapsed, failed, p50: at(0.5), p99: at(0.99) };
}
