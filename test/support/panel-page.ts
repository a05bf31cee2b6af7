import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Role } from '../../src/kernel/tenant-context.ts';
import { MembersService } from '../../src/modules/accounts/index.ts';
import { startTestApp, type TestApp, type TestTenant } from './app.ts';
import { openPage, startBrowser, type OpenPage } from './browser.ts';
import { PASSWORD } from './panel.ts';

let people = 0;

export interface OpenPanel extends OpenPage {
  email: string;
  /** Opens a page of the shop: `suggestions/runs`. */
  go(path: string): Promise<void>;
}

/** A person who has just come by the link that a command prints. */
export async function openPanel(
  browser: Browser,
  service: TestApp,
  shop: TestTenant,
  role: Role,
  options: BrowserContextOptions = {},
): Promise<OpenPanel> {
  const email = `${role}-page-${++people}@people.example`;
  const { link } = await service.app.get(MembersService).invite(shop.context, { email, role }, { trusted: true });
  const opened = await openPage(browser, { locale: 'en-GB', ...options });
  const { page } = opened;
  // Some steps are several requests and a script that is loaded for them.
  opened.context.setDefaultTimeout(60_000);
  await page.goto(service.url + link.path);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const go = async (path: string): Promise<void> => {
    await page.goto(`${service.url}/panel/${shop.slug}/${path}`);
    await page.locator('#page-title').waitFor();
  };
  return Object.assign(opened, { email, go });
}

export interface PanelTests {
  service: TestApp;
  browser: Browser;
  shop: TestTenant;
  opened: OpenPanel;
  page: Page;
}

interface PanelTestsOptions {
  start?(): Promise<TestApp>;
  /** Before the page is opened. */
  prepare?(panel: Pick<PanelTests, 'service' | 'shop'>): Promise<unknown>;
}

/**
 * Inside a `describe`: a service and a browser for all its tests, a new shop and a page of it for each. A page with faults, or
 * one in which a stored script has run, fails its test. The fields are there from `beforeAll` and `beforeEach` on.
 */
export function panelTests(role: Role, { start = startTestApp, prepare }: PanelTestsOptions = {}): PanelTests {
  const panel = {} as PanelTests;
  beforeAll(async () => {
    panel.service = await start();
    panel.browser = await startBrowser();
  });
  afterAll(async () => {
    await panel.browser?.close();
    await panel.service?.close();
  });
  beforeEach(async () => {
    panel.shop = await panel.service.createTenant();
    await prepare?.(panel);
    panel.opened = await openPanel(panel.browser, panel.service, panel.shop, role);
    panel.page = panel.opened.page;
  });
  afterEach(async () => {
    expect(unexpected(panel.opened)).toEqual([]);
    expect(await panel.page.evaluate(`'hacked' in window`)).toBe(false);
    await panel.opened.context.close();
  });
  return panel;
}

/** In the page of the account. */
export async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByText('The password is saved.').waitFor();
}

/** Faults but for refusals that a test has asked for. */
export const unexpected = ({ faults }: OpenPage): string[] =>
  faults.filter((fault) => !/Failed to load resource/.test(fault));
