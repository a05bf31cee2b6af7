/** What is fetched from `/panel/` until a page is quiet, as it goes over the wire; each in a profile with an empty cache. */
export async function bytesByPage(browser, signedIn, url, slug) {
  const state = await signedIn.storageState();
  const measured = [];
  for (const [name, path, storageState] of [
    ['sign-in', '', undefined],
    ['overview', `${slug}/overview`, state],
    ['suggestions', `${slug}/suggestions`, state],
    ['opportunities', `${slug}/opportunities`, state],
  ]) {
    const context = await browser.newContext({
      locale: 'en-GB',
      // gzip is what the limit of 250 kB is about; browsers that take brotli get less.
      extraHTTPHeaders: { 'accept-encoding': 'gzip' },
      ...(storageState && { storageState }),
    });
    const page = await context.newPage();
    const sizes = [];
    page.on('requestfinished', (request) => {
      if (/\/panel\/(?!api)/.test(request.url())) sizes.push(request.sizes());
    });
    await page.goto(`${url}/panel/${path}`, { waitUntil: 'networkidle' });
    const bodies = (await Promise.all(sizes)).map(({ responseBodySize }) => responseBodySize);
    measured.push([name, { total: bodies.reduce((sum, size) => sum + size, 0), files: bodies.length }]);
    await context.close();
  }
  return measured;
}
