import type { Browser, Page } from 'playwright-core';
import type { TestApp, TestTenant } from '../support/app.ts';
import { describeInBrowser, openPage } from '../support/browser.ts';
import { ask } from '../support/client.ts';
import { panelTests, type OpenPanel } from '../support/panel-page.ts';

const HOSTILE = '<img src=x onerror=window.hacked=1>';

describeInBrowser('keys, members and settings in the panel', () => {
  const panel = panelTests('owner');
  let service: TestApp;
  let browser: Browser;
  let shop: TestTenant;
  let opened: OpenPanel;
  let page: Page;
  beforeEach(() => {
    ({ service, browser, shop, opened, page } = panel);
  });

  const own = (method: string, path: string, body?: object, key = shop.keys.secret) =>
    ask(service.url, method, `/v1/${shop.slug}/${path}`, { key, ...(body && { body }) });
  /** What is shown once; the dialog before it may still be going. */
  const once = () => page.getByRole('dialog', { name: /^The (new key|one-time link)$/ });
  const valueOf = (label: string) => once().getByLabel(label, { exact: true }).inputValue();
  const close = async () => {
    await once().getByRole('button', { name: 'Close' }).click();
    await once().waitFor({ state: 'detached' });
  };

  test('a key is made, works, is replaced and revoked; hostile names are text', async () => {
    await opened.go('settings/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(HOSTILE);
    await dialog.getByLabel('Kind').selectOption('secret');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const made = await valueOf('Key');
    expect(made).toMatch(/^mb_sk_live_/);
    expect((await own('GET', 'settings', undefined, made)).status).toBe(200);
    await close();
    const row = page.getByRole('row').filter({ hasText: HOSTILE });
    await row.getByRole('button', { name: 'Replace' }).click();
    await dialog.getByRole('button', { name: 'Replace' }).click();
    const next = await valueOf('Key');
    expect(next).not.toBe(made);
    expect((await own('GET', 'settings', undefined, next)).status).toBe(200);
    await close();
    await row.filter({ hasText: 'Active' }).getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await row.filter({ hasText: 'Revoked' }).waitFor();
    expect((await own('GET', 'settings', undefined, next)).body.code).toBe('revoked_api_key');
  });

  test('somebody is invited, comes by the link, changes roles and goes', async () => {
    await opened.go('settings/members');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('no address');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByLabel('Email').inputValue()).toBe('no address');
    await dialog.getByLabel('Email').fill('new@people.example');
    await dialog.getByLabel('Role').selectOption('viewer');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const link = await valueOf('Link');
    await close();
    const guest = await openPage(browser, { locale: 'en-GB' });
    await guest.page.goto(link);
    await guest.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    // A viewer finds no keys, by the menu or by the address.
    await guest.page.goto(`${service.url}/panel/${shop.slug}/settings/keys`);
    await guest.page.getByText('This is for owners').waitFor();
    await guest.context.close();
    await page.getByLabel('Role of new@people.example').selectOption('editor');
    await page.getByText('Saved', { exact: true }).first().waitFor();
    const row = page.getByRole('row').filter({ hasText: 'new@people.example' });
    await row.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('new@people.example is removed').first().waitFor();
    await row.waitFor({ state: 'detached' });
    expect((await own('GET', 'members')).body.total).toBe(1);
  });

  test('the only owner cannot step down, and is told why', async () => {
    await opened.go('settings/members');
    await page.getByLabel(`Role of ${opened.email}`).selectOption('viewer');
    await page.getByText(/is the only owner/).waitFor();
    expect(await page.getByLabel(`Role of ${opened.email}`).inputValue()).toBe('owner');
  });

  test('settings: a wrong value is told at its place, a right one is saved and stands in the log', async () => {
    await opened.go('settings/search');
    const zone = page.getByLabel('Time zone');
    await zone.fill('Mars/Olympus');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('timezone must be an IANA time zone').waitFor();
    expect(await zone.inputValue()).toBe('Mars/Olympus');
    await zone.fill('Europe/Madrid');
    await page.getByLabel('Forgive typos').selectOption('false');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    expect((await own('GET', 'settings')).body).toMatchObject({ timezone: 'Europe/Madrid', typo_tolerance: false });
    await page.getByText(`Last changed by ${opened.email}`).waitFor();
    await opened.go('settings/log?kind=settings');
    const row = page.getByRole('row').filter({ hasText: opened.email });
    await row.getByText('UTC → Europe/Madrid').waitFor();
  });

  test('two people at once: the later one is told, and decides', async () => {
    await opened.go('settings/search');
    const hour = page.getByLabel('Hour of the nightly run');
    await hour.fill('5');
    await own('PATCH', 'settings', { smart_hour: 7 });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/First secret key changed this at/).waitFor();
    expect(await hour.inputValue()).toBe('5');
    expect((await own('GET', 'settings')).body.smart_hour).toBe(7);
    await page.getByRole('button', { name: 'Take their version' }).click();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=smart_hour]')?.value === '7');
    await hour.fill('6');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    expect((await own('GET', 'settings')).body.smart_hour).toBe(6);
  });
});
