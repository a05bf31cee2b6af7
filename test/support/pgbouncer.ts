import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Daemon } from './daemon.ts';
import { findPgBouncer } from './programs.ts';
import { freePort } from './service-process.ts';

const NOBODY = 65_534;

/** A pooler in transaction mode before a database: no state of a session survives a transaction. */
export async function startPgBouncer(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'mirabel-pgbouncer-'));
  const listen = await freePort();
  const name = pathname.slice(1);
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${decodeURIComponent(password)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listen}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 200',
    'default_pool_size = 20',
    'ignore_startup_parameters = extra_float_digits',
  ];
  await writeFile(file, lines.join('\n'), { mode: 0o644 });
  const root = process.getuid?.() === 0;
  if (root) await chmod(folder, 0o755);
  const daemon = await new Daemon(findPgBouncer()!, [file], listen, root ? NOBODY : undefined).start();
  return {
    url: `postgres://anyone@127.0.0.1:${listen}/${name}`,
    stop: async () => {
      await daemon.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
