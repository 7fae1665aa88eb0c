import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import type { ConsoleOptions } from '../browser/browser.js';
import { stepsOn } from '../suite/step.js';
import { showKept, withKeptPages } from './kept-page.js';
import { onTagSite } from './sdk-tag.js';
import type { TagSite } from './tag-site.js';

/** The script tag while browsers, networks and clocks behave as those of people do. */
export function sdkTagLife(platform: () => Platform): void {
  const step = stepsOn(platform);
  const onSite = (run: (shop: TagSite) => Promise<void>, options?: ConsoleOptions) => () =>
    onTagSite(platform(), run, options);
  const track = (name: string) => `tributary.track('${name}').then(() => 0)`;
  const flush = 'tributary.flush({ timeoutMs: 60000 }).then(({ kept }) => kept)';

  step('reports a page that the browser has kept once more, on the way back', () =>
    withKeptPages(
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
          await showKept(shop.page, 'back', /\/a/);
          await shop.expectEvents(person, ['/a', '/b', '/a']);
        },
        { hasBackForwardCache: true },
      ),
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
    'sends each once by a clock that is hours ahead, then before 1970, then right',
    onSite(async (shop) => {
      await shop.page.addInitScript({
        content: `shift = 6 * 3_600_000;
          const RealDate = Date;
          Date = class extends RealDate {
            constructor(...given) { super(...(given.length === 0 ? [RealDate.now() + shift] : given)); }
            static now() { return RealDate.now() + shift; }
          };`,
      });
      await shop.goto('/a');
      expect(Number(await shop.page.evaluate('Date.now()'))).toBeGreaterThan(Date.now() + 5 * 3_600_000);
      const person = `user_agent_id=${await shop.visitor()}`;
      await shop.expectEvents(person, ['/a']);
      await shop.page.evaluate('shift = -60 * 365 * 86_400_000');
      expect(await shop.page.evaluate('Date.now()')).toBeLessThan(0);
      await shop.page.evaluate(track('early'));
      await shop.page.evaluate(`shift = 0; ${track('right')}`);
      expect(await shop.page.evaluate(flush)).toBe(0);
      await shop.goto('/b');
      await shop.expectEvents(person, ['/a', 'early', 'right', '/b']);
      await shop.expectNoProblems();
    }),
  );
}
