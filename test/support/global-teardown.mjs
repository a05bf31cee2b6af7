import { rm } from 'node:fs/promises';

export default async function globalTeardown() {
  const { server, dataDir } = globalThis.mirabelTestServer;
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
