import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describeInBrowser, openPage, startBrowser } from '../support/browser.ts';
import { ask } from '../support/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort, startServiceProcess, type StartedService } from '../support/service-process.ts';

/** The service as a process of its own, with its demo shop: it can be killed under a page. */
describeInBrowser('a service that dies and comes back', () => {
  let database: TestDatabase;
  let dataDir: string;
  let env: Record<string, string>;
  let service: StartedService;
  let browser: Browser;
  beforeAll(async () => {
    [database, dataDir, browser] = await Promise.all([
      createTestDatabase(),
      mkdtemp(join(tmpdir(), 'mirabel-faults-')),
      startBrowser(),
    ]);
    env = {
      DATABASE_URL: database.url,
      MB_DATA_DIR: dataDir,
      MB_DEMO: 'true',
      MB_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: String(await freePort()),
    };
    service = await startServiceProcess(env);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.program.stop('SIGKILL');
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const overview = async () =>
    (await ask(service.url, 'GET', '/v1/demo/metrics/overview', { key: service.keys.secret })).body;

  test('the panel and the page of results say so and recover by themselves; what was bought meanwhile arrives', async () => {
    const { page, faults } = await openPage(browser);
    const box = page.getByRole('combobox', { name: 'Search' });
    await page.goto(`${service.url}/demo/search?q=lamp`);
    await page.locator('.card').first().waitFor();
    await service.program.stop('SIGKILL');

    await page.getByRole('checkbox').first().check();
    await page.getByText('Search is not available right now.').first().waitFor();
    await box.fill('mug');
    await page.locator('.panel').getByText('Search is not available right now.').waitFor();
    await page.evaluate(() => {
      const order = { order_id: 'offline-1', currency: 'EUR', items: [{ item_id: 'x', revenue: '5.00', quantity: 1 }] };
      void (window as unknown as { mb: { trackConversion(order: object): unknown } }).mb.trackConversion(order);
    });

    const converted = page.waitForResponse(
      (response) => response.url().endsWith('/track/conversion') && response.ok(),
      { timeout: 90_000 },
    );
    service = await startServiceProcess(env);
    await page.getByRole('option', { name: /Mug/ }).first().waitFor({ timeout: 40_000 });
    await page.locator('.card').first().waitFor({ timeout: 40_000 });
    await converted;
    expect((await overview()).conversions).toBe(1);
    expect(faults.filter((fault) => !/Failed to load resource/.test(fault))).toEqual([]);
  });

  test('offline: the next key after coming back finds again, and the answer on screen stays', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(`${service.url}/demo/search?q=lamp`);
    await page.locator('.card').first().waitFor();
    const box = page.getByRole('combobox', { name: 'Search' });
    await context.setOffline(true);
    await box.fill('mug');
    await page.locator('.panel').getByRole('button', { name: 'Try again' }).waitFor();
    await expect(page.locator('.card').first().isVisible()).resolves.toBe(true);
    await context.setOffline(false);
    await page.getByRole('option', { name: /Mug/ }).first().waitFor();
    await context.close();
  });
});
