import { keepHeapSmall } from './platform/heap.ts';
import { isStartFailure } from './start-failure.ts';
import { startService, type RunningService } from './start-service.ts';
import { welcome } from './welcome.ts';

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function fail(error: unknown): never {
  say(`Mirabel did not start: ${isStartFailure(error) ? (error as Error).message : (error as Error).stack}`);
  process.exit(1);
}

async function main(): Promise<void> {
  keepHeapSmall();
  let service: RunningService | null = null;
  let asked = 0;
  let since = 0;
  const end = (): void => {
    // Ctrl-C reaches us from the terminal and again through npm: only a person's second one deserves a word.
    if (++asked > 1 && asked < 5 && performance.now() - since > 1000)
      say('Stopping already; the database is being closed.');
    if (asked === 1) since = performance.now();
    if (!service || asked > 1) return;
    say('Stopping…');
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        say(String(error));
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  process.on('unhandledRejection', (error) => {
    say(`A promise failed unhandled: ${(error as Error)?.stack ?? String(error)}`);
    process.exit(1);
  });
  const started = performance.now();
  service = await startService({
    env: process.env,
    onProgress: (step) => say(`· ${step}`),
    onDatabaseLost: (detail) => {
      say(`The database ended unexpectedly.\n${detail}`);
      process.exit(1);
    },
  });
  if (asked > 0) {
    // The signal came while we were starting.
    await service.stop();
    process.exit(0);
  }
  process.stdout.write(await welcome(service, (performance.now() - started) / 1000));
}

main().catch(fail);
