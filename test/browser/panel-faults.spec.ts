import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describeInBrowser, openPage, startBrowser } from '../support/browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort, startServiceProcess, type StartedService } from '../support/service-process.ts';

/** The service as a process of its own, so that it can be killed under a page. */
describeInBrowser('a panel whose service dies', () => {
  let database: TestDatabase;
  let dataDir: string;
  let service: StartedService;
  let browser: Browser;
  afterAll(async () => {
    await browser?.close();
    await service?.program.stop('SIGKILL');
    await database?.drop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  test('says so, keeps what is typed, and goes on when it is back; the printed link signs in', async () => {
    [database, dataDir, browser] = await Promise.all([
      createTestDatabase(),
      mkdtemp(join(tmpdir(), 'mirabel-panel-')),
      startBrowser(),
    ]);
    const env = {
      DATABASE_URL: database.url,
      MB_DATA_DIR: dataDir,
      MB_DEMO: 'true',
      MB_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: String(await freePort()),
    };
    service = await startServiceProcess(env);
    const { page, faults, context } = await openPage(browser, { locale: 'en-GB' });
    await page.goto(/(http\S+\/panel\/link\/\S+)/.exec(service.output)![1]!);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.goto(`${service.url}/panel/demo/suggestions/memory`);
    const memory = page.getByLabel('What Smart should know of your shop');
    await memory.fill('Typed before the service died.');
    await service.program.stop('SIGKILL');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The service can not be reached. Nothing you typed is lost.').waitFor();
    await expect(memory.inputValue()).resolves.toBe('Typed before the service died.');

    service = await startServiceProcess(env);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(faults.filter((fault) => !/Failed to load resource/.test(fault))).toEqual([]);
    await context.close();
  });
});
