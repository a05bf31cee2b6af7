import { spawn } from 'node:child_process';
import { once } from 'node:events';

test('nobody reads the log: the process goes on, and counts what it drops', async () => {
  const logger = JSON.stringify(new URL('./logger.ts', import.meta.url).href);
  const script = `
    import { createLogger, droppedLines } from ${logger};
    const log = createLogger('info');
    for (let line = 0; line < 2_000; line++) {
      log.info('x'.repeat(10_000));
      await new Promise(setImmediate);
    }
    process.stderr.write(String(droppedLines()));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const [said] = (await once(child.stderr, 'data')) as [Buffer];
    expect(Number(said.toString())).toBeGreaterThan(1_000);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
