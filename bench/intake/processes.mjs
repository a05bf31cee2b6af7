import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A server of the bench as a process of its own. */
export function start(children, script, env = {}) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const url = /ready at (\S+)/.exec(said)?.[1];
      if (url) resolve({ url, pid: child.pid });
    });
    child.on('exit', () => reject(new Error(`${script} ended: ${said}`)));
  });
}

/** Microseconds of processor time that a process has used; 0 where there is no /proc. */
export async function cpuOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10_000;
}
