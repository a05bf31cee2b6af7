import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Role } from '../../src/kernel/tenant-context.ts';
import { MembersService } from '../../src/modules/accounts/index.ts';
import type { TestApp, TestTenant } from './app.ts';
import { openPage, type OpenPage } from './browser.ts';
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

/** In the page of the account. */
export async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByText('The password is saved.').waitFor();
}

/** Faults but for refusals that a test has asked for. */
export const unexpected = ({ faults }: OpenPage): string[] =>
  faults.filter((fault) => !/Failed to load resource/.test(fault));
