import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { findChromium } from './chromium.ts';

const executablePath = findChromium();

/** `describe`, or a skipped one without a Chromium; the run says so when it starts (global-setup.mjs). */
export const describeInBrowser = executablePath ? describe : describe.skip;

/** One Chromium for a test file. Close it in `afterAll`. */
export async function startBrowser(): Promise<Browser> {
  if (!executablePath) throw new Error('There is no Chromium here.');
  // The sandbox needs rights that a container rarely gives; only pages of our own are opened.
  return chromium.launch({ executablePath, headless: true, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

export interface OpenPage {
  page: Page;
  /** A context is a fresh profile: its pages share storage like tabs do. */
  context: BrowserContext;
  /** Uncaught errors of its pages and what was logged as an error, as they came. */
  faults: string[];
}

/** A page in a profile of its own. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(60_000);
  const faults: string[] = [];
  context.on('weberror', (fault) => faults.push(String(fault.error())));
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return { page: await context.newPage(), context, faults };
}
