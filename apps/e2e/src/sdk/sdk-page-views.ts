import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import type { Page } from 'playwright-core';
import { openConsole } from '../browser/browser.js';
import { stepsOn } from '../suite/step.js';
import { activitiesOf } from './activities-of.js';
import { showKept, withKeptPages } from './kept-page.js';
import { Site } from './site.js';

/** A page that reports its views, and how it was shown. The account is in its address. */
const page = `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,">
<script src="/tributary.iife.js"></script><script src="/pages.iife.js"></script><script src="/shop.js"></script>
<script>
  shown = [];
  addEventListener('pageshow', ({ persisted }) => shown.push(persisted));
  account = new URLSearchParams(location.search).get('account');
  if (account) {
    start({ pages: Tributary.pages(), identifyBrowser: false });
    client.identify({ account });
  }
</script></head><body></body></html>`;

/** The page views of sites: one for each that a person sees. */
export function sdkPageViews(platform: () => Platform): void {
  const step = stepsOn(platform);

  async function onSite(run: (tab: Page, url: string) => Promise<void>): Promise<void> {
    const site = await Site.start(platform(), page);
    const browser = await openConsole(site, { path: '/start', hasBackForwardCache: true });
    try {
      await run(browser.page, site.url);
    } finally {
      await browser.close();
      site.stop();
    }
  }

  /** The paths of the views of an account, when there are so many; then no more come with a later activity. */
  async function expectViews(tab: Page, account: string, expected: string[]): Promise<void> {
    const paths = async () =>
      (await activitiesOf(platform(), account)).map(({ n, $events: [event] = [] }) => {
        return n === undefined ? new URL(String(event?.$properties['$url'])).pathname : 'end';
      });
    await eventually(async () => expect(await paths()).toHaveLength(expected.length));
    await tab.evaluate('queue(1, 1)');
    await tab.evaluate('client.flush({ timeoutMs: 60000 })');
    await eventually(async () => expect(await paths()).toContain('end'));
    expect((await paths()).sort()).toEqual([...expected, 'end'].sort());
  }

  step('are one for each way back to a page that the browser has kept', () =>
    withKeptPages(() =>
      onSite(async (tab, url) => {
        const account = randomUUID();
        await tab.goto(`${url}/a?account=${account}`);
        await expectSent(tab);
        await tab.goto(`${url}/b?account=${account}`);
        await expectSent(tab);
        await showKept(tab, 'back', /\/a/);
        await expectSent(tab);
        await showKept(tab, 'forward', /\/b/);
        await expectSent(tab);
        await expectViews(tab, account, ['/a', '/b', '/a', '/b']);
      }),
    ),
  );

  step('(control) are asked of kept pages: one that listens to unload is loaded', () =>
    onSite(async (tab, url) => {
      await tab.goto(`${url}/a`);
      await tab.evaluate("addEventListener('unload', () => undefined)");
      await tab.goto(`${url}/b`);
      await expect(showKept(tab, 'back', /\/a/)).rejects.toThrow(/UnloadHandler/);
    }),
  );

  /** The views until now are sent. They are queued after the task that shows the page. */
  const expectSent = (tab: Page) =>
    tab.evaluate('new Promise((resolve) => setTimeout(resolve, 50)).then(() => client.flush({ timeoutMs: 60000 }))');

  /** Lets pages begin in a state, and end it: an automated Chromium neither hides tabs nor renders pages ahead. */
  const beginAs = (tab: Page, state: 'hidden' | 'prerendering') =>
    tab.addInitScript({
      content: `state = true;
        Object.defineProperty(Document.prototype, '${state}', { get: () => state });
        become = (value) => {
          state = value;
          document.dispatchEvent(new Event('${state === 'hidden' ? 'visibilitychange' : 'prerenderingchange'}'));
        };`,
    });

  step('are none for a page that is rendered ahead, until it is shown', () =>
    onSite(async (tab, url) => {
      await beginAs(tab, 'prerendering');
      await tab.goto(`${url}/never?account=ahead`);
      await expectSent(tab);
      await tab.goto(`${url}/a?account=ahead`);
      await tab.evaluate("history.pushState(null, '', '/b?account=ahead')");
      await expectSent(tab);
      await tab.evaluate('become(false)');
      await expectSent(tab);
      await expectViews(tab, 'ahead', ['/b']);
    }),
  );

  step('are one of a tab that was opened in the background, when it is seen, and none for a switch of tabs', () =>
    onSite(async (tab, url) => {
      await beginAs(tab, 'hidden');
      await tab.goto(`${url}/a?account=hidden`);
      await tab.evaluate("history.pushState(null, '', '/b?account=hidden')");
      await expectSent(tab);
      await tab.evaluate('for (const isHidden of [false, true, false]) become(isHidden)');
      await expectSent(tab);
      await tab.evaluate('for (const isHidden of [true, false]) become(isHidden)');
      await expectViews(tab, 'hidden', ['/b']);
    }),
  );
}
