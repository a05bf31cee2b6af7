import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The browser of the tests: what CHROME_PATH names, else a Chromium on the path, else null.
 * @throws when CHROME_PATH names nothing that can be run.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  if (env.CHROME_PATH) {
    if (!executable(env.CHROME_PATH)) throw new Error(`CHROME_PATH is ${env.CHROME_PATH}, which cannot be run.`);
    return env.CHROME_PATH;
  }
  const places = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return NAMES.flatMap((name) => places.map((folder) => join(folder, name))).find(executable) ?? null;
}
