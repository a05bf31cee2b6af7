import { rm } from 'node:fs/promises';

export default async function globalTeardown() {
  const { server, folder } = globalThis.mirabelTestRun;
  await server.stop();
  // What was killed may still be writing its last.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
