import { findProgram, isExecutable } from './programs.ts';

/**
 * The browser of the tests: what CHROME_PATH names, else a Chromium on the path, else null.
 * @throws when CHROME_PATH names nothing that can be run.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  if (!env.CHROME_PATH) return findProgram(['chromium', 'chromium-browser', 'google-chrome'], env);
  if (!isExecutable(env.CHROME_PATH)) throw new Error(`CHROME_PATH is ${env.CHROME_PATH}, which cannot be run.`);
  return env.CHROME_PATH;
}
