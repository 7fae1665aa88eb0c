import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { openConsole, type ConsoleBrowser } from '../browser/browser.js';
import { Client } from '../client/client.js';
import { stepsOn } from '../suite/step.js';
import { Site } from './site.js';
import { life, perLife, type Life } from './tab-life.js';

interface StoredActivity {
  $id: string;
  $type: string;
  n?: number;
  session_id?: string;
  $events?: { $event_name: string; $properties: Record<string, unknown> }[];
}

/** The SDK on a web site, in tabs that end in any way. */
export function sdkBrowser(platform: () => Platform): void {
  const step = stepsOn(platform);
  let site: Site;
  let browser: ConsoleBrowser;
  let page: Page;

  beforeEach(async () => {
    site = await Site.start(platform());
    browser = await openConsole(site);
    page = browser.page;
  });
  afterEach(async () => {
    await browser.close();
    site.stop();
  });

  /** A further tab of the same browser. */
  async function openTab(path = '/'): Promise<Page> {
    const tab = await page.context().newPage();
    await tab.goto(site.url + path);
    return tab;
  }
  const start = (tab: Page, options = '{}') => tab.evaluate(`start(${options})`);
  const queue = (tab: Page, from: number, count: number) => tab.evaluate(`queue(${from}, ${count}).then(() => 0)`);
  const flush = (tab: Page) => tab.evaluate('client.flush({ timeoutMs: 60000 })');
  const browserId = (tab: Page) => tab.evaluate<string>("localStorage.getItem('tributary.browser.1')");

  /** The stored activities of this browser, oldest first. */
  async function storedOf(id: string): Promise<StoredActivity[]> {
    const path = `/datamarts/1/user_points/user_agent_id=${id}/user_activities?max_results=500`;
    const stored = await new Client(platform().url, platform().token).list<StoredActivity & { id: string }>(path);
    return stored.toReversed();
  }

  /** Waits until each of the activities 0 … count-1 is stored exactly once. */
  async function expectEachOnce(id: string, count: number): Promise<void> {
    await eventually(async () => {
      const numbers = (await storedOf(id)).flatMap(({ n }) => (n === undefined ? [] : [n]));
      expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, n) => n));
    });
  }

  step('reports the pages of a single-page app as one session of one browser', async () => {
    await page.goto(`${site.url}/start?utm_source=paper&utm_medium=print&secret=1`);
    const cleanUrl = "(url) => url.replace(/secret=.*/, 'secret=')";
    await start(page, `{ defaults: { $site_id: '1' }, pages: Tributary.pages({ cleanUrl: ${cleanUrl} }) }`);
    await eventually(async () => expect(await browserId(page)).toMatch(/^web:1:[0-9a-f]{32}$/));
    await page.evaluate("history.pushState(null, '', '/item/7'); document.title = 'Item 7'; 0");
    await flush(page);
    await page.evaluate("history.replaceState({ scroll: 5 }, '', '/item/7'); history.pushState(null, '', '/basket')");
    const tab = await openTab('/other');
    await start(tab, '{ pages: Tributary.pages() }');
    const id = await browserId(tab);
    expect(id).toBe(await browserId(page));
    await eventually(async () => {
      const stored = await storedOf(id);
      const views = stored.map(({ $type, $events: [view] = [] }) => [
        $type,
        view?.$event_name,
        view?.$properties['$url'],
      ]);
      expect(views.sort()).toEqual([
        ['SITE_VISIT', '$page_view', `${site.url}/start?utm_source=paper&utm_medium=print&secret=`],
        ['TOUCH', '$page_view', `${site.url}/basket`],
        ['TOUCH', '$page_view', `${site.url}/item/7`],
        ['TOUCH', '$page_view', `${site.url}/other`],
      ]);
      expect(new Set(stored.map(({ session_id }) => session_id)).size).toBe(1);
      for (const activity of stored)
        expect(activity).toMatchObject({
          $origin: { $source: 'paper', $channel: 'print' },
          $user_agent_info: { $browser_family: 'CHROME', $form_factor: 'PERSONAL_COMPUTER' },
        });
    });
    await browser.expectNoViolations();
  });

  step('shares the queue among tabs: one sends at a time, and each activity is stored once', async () => {
    const tab = await openTab();
    site.lostAnswers = 3;
    // The first one makes the browser's id.
    await start(page);
    await queue(page, 0, 1);
    await start(tab);
    await Promise.all([queue(page, 1, 99), queue(tab, 100, 100)]);
    const results = await Promise.all([flush(page), flush(tab)]);
    expect(results).toEqual([expect.objectContaining({ kept: 0 }), expect.objectContaining({ kept: 0 })]);
    await expectEachOnce(await browserId(page), 200);
    expect(site.mostAtOnce).toBe(1);
  });

  step('goes on with the id that another tab has made, and keeps its own until there is one', async () => {
    await start(page);
    await queue(page, 0, 1);
    const own = await browserId(page);
    const other = `web:1:${'f'.repeat(32)}`;
    const store = (call: string) => page.evaluate(`localStorage.${call}`);
    await store("removeItem('tributary.browser.1')");
    await queue(page, 1, 1);
    expect(await browserId(page)).toBeNull();
    await store(`setItem('tributary.browser.1', '${other}')`);
    await queue(page, 2, 1);
    expect(await flush(page)).toMatchObject({ kept: 0 });
    for (const [id, expected] of [
      [own, [0, 1]],
      [other, [2]],
    ] as const)
      await eventually(async () => expect((await storedOf(id)).map(({ n }) => n).sort()).toEqual(expected));
  });

  step('keeps what the server does not take, over reloads and the end of tabs', async () => {
    site.isDown = true;
    const tab = await openTab();
    await Promise.all([page, tab].map((one) => start(one)));
    await queue(page, 0, 50);
    await queue(tab, 50, 50);
    await page.reload();
    await start(page);
    await queue(page, 100, 10);
    await tab.close();
    // The process of the page ends without any event.
    await page.goto('chrome://crash').catch(() => undefined);
    const after = await openTab();
    site.isDown = false;
    await start(after);
    expect(await flush(after)).toMatchObject({ kept: 0 });
    await expectEachOnce(await browserId(after), 110);
  });

  step('loses nothing in tabs that end in any way at any moment, while answers are lost', async () => {
    const queued = new Set<number>();
    await page.context().exposeBinding('reportQueued', (_source, n: number) => queued.add(n));
    await start(page);
    await queue(page, 0, 1);
    const live = async (one: Life, index: number) => {
      const tab = await openTab();
      Object.assign(site, { isDown: one.isDown, lostAnswers: one.lostAnswers });
      await start(tab);
      await tab.evaluate(`queueAndReport(${1 + index * perLife}, ${perLife})`);
      await sleep(one.ms);
      if (one.end === 'close') return tab.close();
      // The process of a crashed page ends without any event.
      await (one.end === 'reload' ? tab.reload() : tab.goto(one.end)).catch(() => undefined);
    };
    const lives = fc.array(life, { minLength: 8, maxLength: 8 });
    const property = fc.asyncProperty(lives, async (all) => {
      for (const [index, one] of all.entries()) await live(one, index);
      Object.assign(site, { isDown: false, lostAnswers: 0 });
      await eventually(async () => expect(await flush(page)).toMatchObject({ kept: 0 }));
      expect(queued.size).toBeGreaterThan(0);
      const id = await browserId(page);
      await eventually(async () => {
        const numbers = (await storedOf(id)).map(({ n }) => n);
        expect(numbers).toEqual([...new Set(numbers)]);
        expect([...queued].filter((n) => !numbers.includes(n))).toEqual([]);
      });
    });
    await fc.assert(property, { numRuns: 1, endOnFailure: true });
  });

  step('uses a database that was too slow to open, once it is there', async () => {
    site.isDown = true;
    // Longer than the SDK waits.
    const created = page.evaluate(`createSlowly('tributary:${site.url}/data:1', 8000)`);
    await start(page);
    await queue(page, 0, 1);
    await created;
    let count = 1;
    await eventually(async () => {
      await queue(page, count, 1);
      count += 1;
      expect(await page.evaluate('countEntries()')).toBeGreaterThan(0);
    });
    site.isDown = false;
    expect(await flush(page)).toMatchObject({ kept: 0 });
    await expectEachOnce(await browserId(page), count);
  });

  step('(control) would lose it with a queue in memory', async () => {
    site.isDown = true;
    await start(page, "{ storage: 'memory' }");
    await queue(page, 0, 5);
    await page.reload();
    site.isDown = false;
    await start(page, "{ storage: 'memory' }");
    await queue(page, 5, 1);
    expect(await flush(page)).toMatchObject({ sent: 1, kept: 0 });
    const id = await browserId(page);
    await eventually(async () => expect((await storedOf(id)).map(({ n }) => n)).toEqual([5]));
  });

  step('sends at once when the device is online again', async () => {
    await start(page, '{ maxRetryDelayMs: 3600000 }');
    await page.evaluate("client.on('kept', ({ retryInMs }) => (pause = retryInMs)); pause = 0");
    await page.context().setOffline(true);
    await queue(page, 0, 3);
    // Attempts that fail, until the next one is more than a suite away.
    await eventually(async () => {
      await page.evaluate("dispatchEvent(new Event('online')); 0");
      expect(await page.evaluate('pause')).toBeGreaterThan(600_000);
    });
    await page.context().setOffline(false);
    await expectEachOnce(await browserId(page), 3);
  });

  step('sends what is queued when the page is left', async () => {
    await start(page, '{ lingerMs: 3600000 }');
    await queue(page, 0, 20);
    const id = await browserId(page);
    await page.goto('about:blank');
    await expectEachOnce(id, 20);
    expect(site.requests).toBe(1);
  });

  step('(control) would not, without the events of the page', async () => {
    const stop = '(event) => event.stopImmediatePropagation()';
    await page.evaluate(
      `for (const name of ['pagehide', 'visibilitychange']) addEventListener(name, ${stop}, { capture: true })`,
    );
    await start(page, '{ lingerMs: 3600000 }');
    await queue(page, 0, 20);
    await page.goto('about:blank');
    await openTab();
    expect(site.requests).toBe(0);
  });

  step('stores and identifies nothing before consent, and removes all when it is denied', async () => {
    await start(page, "{ consent: 'pending', pages: Tributary.pages() }");
    await queue(page, 0, 2);
    await page.evaluate('client.flush({ timeoutMs: 200 })');
    expect(await page.evaluate('stored()')).toEqual([]);
    expect(site.requests).toBe(0);
    await page.evaluate("client.setConsent('granted')");
    expect(await flush(page)).toMatchObject({ sent: 3, kept: 0 });
    const id = await browserId(page);
    const names = async () => (await storedOf(id)).map(({ n, $events: [event] = [] }) => n ?? event?.$event_name);
    await eventually(async () => expect((await names()).sort()).toEqual(['$page_view', 0, 1]));
    site.isDown = true;
    await queue(page, 2, 1);
    await page.evaluate("client.setConsent('denied')");
    // A request that has begun before may still be on its way: it must not reach the site after its recovery.
    await flush(page);
    site.isDown = false;
    expect(await flush(page)).toMatchObject({ kept: 0 });
    expect(await page.evaluate('stored()')).toEqual([`tributary:${site.url}/data:1`]);
    expect(await page.evaluate(`countEntries()`)).toBe(0);
    await page.evaluate("client.setConsent('granted')");
    await page.evaluate(
      `client.activity({ $type: 'TOUCH', n: 3, $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: '${id}' }] })`,
    );
    await eventually(async () => expect((await names()).sort()).toEqual(['$page_view', 0, 1, 3]));
    expect(await browserId(page)).not.toBe(id);
  });

  step('signs requests', async () => {
    const client = new Client(platform().url, platform().token);
    const key = await client.post<{ secret_key: string; id: string }>('/users/1/message_authentication_keys', {
      scheme: 'HMAC_SHA256',
      key_id: 'sdk-1',
    });
    await start(page, `{ auth: { keyId: 'sdk-1', secret: '${key.secret_key}' } }`);
    await queue(page, 0, 2);
    expect(await flush(page)).toMatchObject({ sent: 2, kept: 0 });
    await start(page, "{ auth: { keyId: 'sdk-1', secret: '0f1e' } }");
    await queue(page, 2, 1);
    expect(await page.evaluate('client.flush({ timeoutMs: 10000 })')).toMatchObject({
      kept: 1,
      reason: 'unauthorized',
    });
    await expectEachOnce(await browserId(page), 2);
  });
}
