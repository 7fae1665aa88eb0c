import { createHash } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import type { ConsoleOptions } from '../browser/browser.js';
import { stepsOn } from '../suite/step.js';
import { TagSite } from './tag-site.js';

/** Runs with a site of its own. */
export const onTagSite = async (
  platform: Platform,
  run: (site: TagSite) => Promise<void>,
  options?: ConsoleOptions,
): Promise<void> => {
  const site = await TagSite.open(platform, options);
  try {
    await run(site);
  } finally {
    await site.close();
  }
};

/** The first step of a site with the script tag: its views and events are those of one visitor, without a cookie. */
export const sdkTagSmoke = (platform: () => Platform) =>
  stepsOn(platform)('reports the views and events of a page of another origin', () =>
    onTagSite(platform(), async (shop) => {
      shop.tag({ 'data-channel': 'shop' });
      await shop.goto('/start?utm_source=paper');
      const person = `user_agent_id=${await shop.visitor()}`;
      await shop.expectEvents(person, ['/start']);
      await shop.page.evaluate("history.pushState(null, '', '/item'); document.title = 'Item'; 0");
      await shop.expectEvents(person, ['/start', '/item']);
      await shop.page.evaluate("tributary.track('item added', { sku: 'a' }).then(() => 0)");
      await shop.page.evaluate('tributary.page({ step: 2 }).then(() => 0)');
      await shop.expectEvents(person, ['/start', '/item', 'item added', '/item']);
      const stored = await shop.storedOf(person);
      expect(stored.map(({ $type }) => $type)).toEqual(['SITE_VISIT', 'TOUCH', 'TOUCH', 'TOUCH']);
      expect(new Set(stored.map(({ session_id }) => session_id)).size).toBe(1);
      for (const one of stored) expect(one).toMatchObject({ $site_id: 'shop', $origin: { $source: 'paper' } });
      expect(stored[2]?.$events).toMatchObject([{ $properties: { sku: 'a' } }]);
      expect(stored[3]?.$events).toMatchObject([{ $properties: { step: 2, $title: 'Item' } }]);
      expect(await shop.page.context().cookies()).toEqual([]);
      await shop.expectNoProblems();
    }),
  );

/** The script tag on pages of another origin, under a strict policy. */
export function sdkTag(platform: () => Platform): void {
  const step = stepsOn(platform);
  const onSite = (run: (shop: TagSite) => Promise<void>, options?: ConsoleOptions) => () =>
    onTagSite(platform(), run, options);
  const track = (name: string) => `tributary.track('${name}').then(() => 0)`;
  const flush = 'tributary.flush({ timeoutMs: 60000 }).then(({ kept }) => kept)';

  step(
    '(control) is nothing for a page whose policy does not allow the origin',
    onSite(async (shop) => {
      shop.allow("'self'");
      await shop.page.goto(shop.site.url);
      await eventually(() => {
        expect(shop.browser.problems.violations.join()).toContain('sdk.js');
      });
      expect(shop.api.requests).toBe(0);
    }),
  );

  step(
    'is loaded with its integrity, which another content does not have',
    onSite(async (shop) => {
      const version = `${shop.api.url}/data/sdk-0.1.0.js`;
      const content = await (await fetch(version)).bytes();
      const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
      shop.tag({ src: version, crossorigin: '', integrity });
      await shop.goto('/a');
      await shop.expectEvents(`user_agent_id=${await shop.visitor()}`, ['/a']);
      await shop.expectNoProblems();
      shop.tag({ src: version, crossorigin: '', integrity: integrity.replace(/.{8}$/, 'AAAAAAAA') });
      await shop.page.goto(`${shop.site.url}/b`);
      expect(await shop.page.evaluate('typeof tributary')).toBe('undefined');
    }),
  );

  step(
    'reports a page that the browser has kept once more, on the way back',
    onSite(
      async (shop) => {
        await shop.page.addInitScript({
          content: "shown = []; addEventListener('pageshow', ({ persisted }) => shown.push(persisted));",
        });
        await shop.goto('/a');
        const person = `user_agent_id=${await shop.visitor()}`;
        await shop.expectEvents(person, ['/a']);
        await shop.goto('/b');
        await shop.expectEvents(person, ['/a', '/b']);
        await shop.page.evaluate('setTimeout(() => history.back()); 0');
        await shop.page.waitForURL(/\/a/, { waitUntil: 'commit' });
        await eventually(async () => expect(await shop.page.evaluate('shown')).toEqual([false, true]));
        await shop.expectEvents(person, ['/a', '/b', '/a']);
      },
      { hasBackForwardCache: true },
    ),
  );

  step(
    'is one visitor in two tabs',
    onSite(async (shop) => {
      await shop.goto('/a');
      const id = await shop.visitor();
      const tab = await shop.page.context().newPage();
      await shop.goto('/b', tab);
      expect(await shop.visitor(tab)).toBe(id);
      await shop.expectEvents(`user_agent_id=${id}`, ['/a', '/b']);
      const sessions = (await shop.storedOf(`user_agent_id=${id}`)).map(({ session_id }) => session_id);
      expect(new Set(sessions).size).toBe(1);
    }),
  );

  step(
    'sends what happened offline, once online',
    onSite(async (shop) => {
      await shop.goto('/a');
      const person = `user_agent_id=${await shop.visitor()}`;
      await shop.expectEvents(person, ['/a']);
      await shop.page.context().setOffline(true);
      for (const name of ['one', 'two']) await shop.page.evaluate(track(name));
      await shop.page.evaluate('tributary.flush({ timeoutMs: 100 })');
      await shop.expectEvents(person, ['/a']);
      await shop.page.context().setOffline(false);
      await shop.expectEvents(person, ['/a', 'one', 'two']);
    }),
  );

  step(
    'sends when the page is left, at once after it was loaded too',
    onSite(async (shop) => {
      await shop.goto('/a');
      const person = `user_agent_id=${await shop.visitor()}`;
      await shop.page.evaluate(track('first'));
      await shop.page.goto('about:blank');
      await shop.expectEvents(person, ['/a', 'first']);
      // Without timers, only the end of the page makes it send.
      const trackWithoutTimers = (name: string) => shop.page.evaluate(`setTimeout = () => 0; ${track(name)}`);
      await shop.goto('/last');
      await shop.expectEvents(person, ['/a', 'first', '/last']);
      await trackWithoutTimers('last');
      await shop.page.goto('about:blank');
      const before = ['/a', 'first', '/last', 'last'];
      await shop.expectEvents(person, before);
      // (control) Without the events of the page, what was queued last waits for the next page of the site.
      await shop.page.addInitScript({
        content: `if (location.pathname === '/b') for (const name of ['pagehide', 'visibilitychange'])
          addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true })`,
      });
      await shop.goto('/b');
      await shop.expectEvents(person, [...before, '/b']);
      const { requests } = shop.api;
      await trackWithoutTimers('later');
      await shop.page.goto('about:blank');
      expect(shop.api.requests).toBe(requests);
      await shop.goto('/c');
      await shop.expectEvents(person, [...before, '/b', 'later', '/c']);
    }),
  );

  step(
    'loses nothing while its host cannot be reached, nor by lost answers, and stores each once',
    onSite(async (shop) => {
      await shop.goto('/a');
      const person = `user_agent_id=${await shop.visitor()}`;
      await shop.expectEvents(person, ['/a']);
      const { requests } = shop.api;
      shop.api.isDown = true;
      const tab = await shop.page.context().newPage();
      await shop.page.evaluate(track('one'));
      await eventually(() => expect(shop.api.requests).toBeGreaterThan(requests));
      await shop.page.close();
      shop.api.isDown = false;
      shop.api.lostAnswers = 2;
      await shop.goto('/b', tab);
      await tab.evaluate(track('two'));
      expect(await tab.evaluate(flush)).toBe(0);
      expect(shop.api.lostAnswers).toBe(0);
      await shop.expectEvents(person, ['/a', 'one', '/b', 'two']);
    }),
  );

  step(
    'sends while the person blocks the data of sites',
    onSite(
      async (shop) => {
        await shop.goto('/a');
        await expect(shop.page.evaluate('localStorage.length')).rejects.toThrow(/denied/);
        await shop.page.evaluate("tributary.identify({ account: 'ana' })");
        await shop.page.evaluate(track('one'));
        expect(await shop.page.evaluate(flush)).toBe(0);
        await shop.expectEvents('compartment_id=default,user_account_id=ana', ['/a', 'one']);
        await shop.expectNoProblems();
      },
      { preferences: { profile: { default_content_setting_values: { cookies: 2 } } } },
    ),
  );

  step(
    'names a wrong attribute in one warning, and harms nothing',
    onSite(async (shop) => {
      const warnings: string[] = [];
      shop.page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
      shop.tag({ 'data-datamart': 'shop', 'data-collect-key': undefined });
      await shop.goto('/a');
      await shop.page.evaluate(`tributary.identify({ account: 'ana' }); ${track('one')}`);
      await shop.page.evaluate("tributary.consent('1', true).then((answer) => Object.keys(answer))");
      expect(warnings).toEqual([expect.stringMatching(/data-collect-key, data-datamart/)]);
      expect([shop.api.requests, await shop.onDevice()]).toEqual([0, []]);
      await shop.expectNoProblems();
    }),
  );
}
