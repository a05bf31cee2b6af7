import type { Browser } from 'playwright-core';
import { MembersService } from '../../src/modules/accounts/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { describeInBrowser, openPage, startBrowser } from '../support/browser.ts';
import { PASSWORD } from '../support/panel.ts';
import { choosePassword, openPanel, unexpected } from '../support/panel-page.ts';
import { SmartShop } from '../support/smart.ts';

const HOUR = 3_600_000;

describeInBrowser('signing in to the panel', () => {
  let service: TestApp;
  let browser: Browser;
  let shop: TestTenant;
  beforeAll(async () => {
    service = await startTestApp();
    browser = await startBrowser();
  });
  beforeEach(async () => {
    // A new one each time: one test goes to the next day, in whose night older shops have a run.
    shop = await service.createTenant();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  test('by link once, then by a password; a wrong one is told and loses nothing', async () => {
    const opened = await openPanel(browser, service, shop, 'owner');
    const { page, email, context } = opened;
    await page.getByRole('link', { name: 'Choose a password' }).click();
    await choosePassword(page);
    await page.getByRole('button', { name: /Account and appearance/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('not this one at all');
    await page.keyboard.press('Enter');
    await page.getByText('Email or password is wrong.').waitFor();
    await expect(page.getByLabel('Email').inputValue()).resolves.toBe(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(unexpected(opened)).toEqual([]);
    await context.close();
  });

  test.each([
    ['expired', 'This sign-in took too long, or was begun in another window. Begin again.'],
    ['%3Cb%3Eodd', 'The sign-in did not work.'],
  ])('single sign-on that came back with %s says so once, in words', async (reason, words) => {
    const { page, context } = await openPage(browser, { locale: 'en-GB' });
    await page.goto(`${service.url}/panel/?sign_in=${reason}`);
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
    await page.waitForFunction(() => window.location.search === '');
    expect(await page.getByRole('alert').count()).toBe(1);
    await context.close();
  });

  test('a link that was used says what to do', async () => {
    const { link } = await service.app
      .get(MembersService)
      .invite(shop.context, { email: 'twice@people.example', role: 'viewer' }, { trusted: true });
    for (const expected of ['Overview', 'This link does not work any more']) {
      const { page, context } = await openPage(browser, { locale: 'en-GB' });
      await page.goto(service.url + link.path);
      await page.getByRole('heading', { name: expected }).waitFor();
      const cookies = await context.cookies();
      expect(cookies.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite }))).toEqual(
        expected === 'Overview' ? [{ name: 'mb_panel', httpOnly: true, sameSite: 'Strict' }] : [],
      );
      await context.close();
    }
  });

  test('an ended session asks for the password over the page; what was typed is saved after it', async () => {
    const opened = await openPanel(browser, service, shop, 'editor');
    const { page, go, context } = opened;
    await go('account');
    await choosePassword(page);
    await go('suggestions/memory');
    const memory = page.getByLabel('What Smart should know of your shop');
    await memory.fill('We do not sell kayaks.');
    service.clock.advance(13 * HOUR);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect(memory.inputValue()).resolves.toBe('We do not sell kayaks.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await expect(memory.inputValue()).resolves.toBe('We do not sell kayaks.');
    expect(unexpected(opened)).toEqual([]);
    await context.close();
  });

  test('a shop of others is not shown, and a viewer is offered no change', async () => {
    const other = await service.createTenant();
    const { page, go, context } = await openPanel(browser, service, shop, 'viewer');
    await go('suggestions/memory');
    await page.getByText('Changes need the role editor or owner.').waitFor();
    await expect(page.getByRole('button', { name: 'Save', exact: true }).count()).resolves.toBe(0);
    await go('suggestions/runs');
    // Hours have gone by above: there is a nightly run by now, or none, by the time of day.
    await page.getByText('No run yet').or(page.getByRole('table')).first().waitFor();
    await expect(page.getByRole('button', { name: 'Run now' }).count()).resolves.toBe(0);
    await page.goto(`${service.url}/panel/${other.slug}/overview`);
    await page.getByRole('heading', { level: 1, name: 'You have no access to this shop' }).waitFor();
    await context.close();
  });

  test('a page of another site changes nothing with the session of the browser', async () => {
    const { context } = await openPanel(browser, service, shop, 'owner');
    const foreign = await context.newPage();
    // The same machine under another name is another site.
    await foreign.goto(`${service.url.replace('127.0.0.1', 'localhost')}/health/live`);
    const outcomes = await foreign.evaluate(
      async ([url, slug]) => {
        const attempt = (path: string, options: RequestInit): Promise<string> =>
          fetch(url + path, { credentials: 'include', ...options }).then(
            ({ type, status }) => `${type} ${status}`,
            () => 'refused',
          );
        const headers = { 'X-Mirabel-Panel': '1', 'content-type': 'application/json' };
        return [
          await attempt(`/v1/${slug}/settings`, { method: 'PATCH', headers, body: '{"business_memory_md":"theirs"}' }),
          await attempt(`/v1/${slug}/settings`, { headers }),
          await attempt(`/v1/${slug}/smart/runs`, { method: 'POST', mode: 'no-cors' }),
        ];
      },
      [service.url, shop.slug] as const,
    );
    // The last one is sent, without the cookie, and its answer is withheld from the page.
    expect(outcomes).toEqual(['refused', 'refused', 'refused']);
    const smart = new SmartShop(service, shop);
    expect((await smart.ask('GET', '/settings')).body.business_memory_md).not.toBe('theirs');
    const runs: { trigger: string }[] = (await smart.ask('GET', '/smart/runs')).body.rows;
    expect(runs.filter(({ trigger }) => trigger === 'manual')).toEqual([]);
    await context.close();
  });

  test.each([
    ['de-DE', 'Übersicht'],
    ['es-ES', 'Resumen'],
    ['fr-FR', 'Vue d’ensemble'],
  ])('in the language of the browser: %s', async (locale, title) => {
    const { link } = await service.app
      .get(MembersService)
      .invite(shop.context, { email: `${locale}@people.example`, role: 'viewer' }, { trusted: true });
    const { page, context } = await openPage(browser, { locale });
    await page.goto(service.url + link.path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await expect(page.locator('html').getAttribute('lang')).resolves.toBe(locale.slice(0, 2));
    await context.close();
  });

  test('the chosen language and appearance stay', async () => {
    const { page, context } = await openPanel(browser, service, shop, 'viewer');
    const choose = async (kind: RegExp, name: string): Promise<void> => {
      await page.getByRole('button', { name: kind }).click();
      await page.getByRole('menuitemradio', { name }).click();
    };
    await choose(/Account and appearance/, 'Dark');
    await choose(/Account and appearance/, 'Deutsch');
    await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
    await expect(page.locator('html').getAttribute('data-theme')).resolves.toBe('dark');
    await context.close();
  });
});
