import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';

const WORDS = ['lamp', 'red shoes', 'wireless headphones', 'Sofá azul', 'usb c cable', 'desk', 'knife set', 'sneekers'];
/** Searches of one session. */
const PER_SESSION = 3;

/**
 * Search events for as long as `goesOn` says so, `depth` requests on their way on each connection: written together and
 * answered in their order, which leaves more of the machine to the service than one at a time. `onAnswer` is told each
 * answer's status.
 */
export async function stream({ url, path, key, connections, depth, goesOn, onAnswer }) {
  const { hostname, port, host } = new URL(url);
  const messages = WORDS.map((word, number) => messageOf({ host, path, key }, word, number));
  const lane = () =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let number = 0;
      let session = '';
      let waiting = 0;
      let text = '';
      const fill = () => {
        const batch = [];
        for (; waiting < depth && goesOn(); waiting++, number++) {
          if (number % PER_SESSION === 0) session = randomUUID();
          batch.push(messages[number % messages.length](session));
        }
        if (batch.length > 0) socket.write(batch.join(''));
        else if (waiting === 0) socket.end(() => resolve());
      };
      socket.setNoDelay(true);
      socket.on('connect', fill).on('error', reject);
      socket.on('close', () => (waiting > 0 ? reject(new Error('the service closed a connection')) : resolve()));
      socket.on('data', (chunk) => {
        text += chunk.latin1Slice();
        for (let end = endOf(text); end > 0; end = endOf(text)) {
          onAnswer(Number(text.slice(9, 12)));
          text = text.slice(end);
          waiting--;
        }
        // Refilled by halves, so that requests travel together.
        if (waiting <= depth / 2) fill();
      });
    });
  await Promise.all(Array.from({ length: connections }, lane));
}

/** Where the first answer of the text ends, 0 when it is not whole. */
function endOf(text) {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
  return text.length >= head + 4 + length ? head + 4 + length : 0;
}

/** A search event as bytes on the wire; all but the ids is made once. */
function messageOf({ host, path, key }, word, number) {
  const channel = number % 2 ? 'overlay' : 'results_page';
  const rest = `"query":${JSON.stringify(word)},"results_count":${number},"channel":"${channel}"}`;
  const body = (session, id) => `{"session_id":"${session}","event_id":"${id}",${rest}`;
  const id = randomUUID();
  const head =
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
    `User-Agent: Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0\r\nContent-Length: ${Buffer.byteLength(body(id, id))}\r\n\r\n`;
  return (session) => head + body(session, randomUUID());
}
