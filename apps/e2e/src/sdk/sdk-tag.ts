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
  const onSite = (run: (shop: TagSite) => Promise<void>) => () => onTagSite(platform(), run);

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
    'names a wrong attribute in one warning, and harms nothing',
    onSite(async (shop) => {
      const warnings: string[] = [];
      shop.page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
      shop.tag({ 'data-datamart': 'shop', 'data-collect-key': undefined });
      await shop.goto('/a');
      await shop.page.evaluate("tributary.identify({ account: 'ana' }); tributary.track('one').then(() => 0)");
      await shop.page.evaluate("tributary.consent('1', true).then((answer) => Object.keys(answer))");
      expect(warnings).toEqual([expect.stringMatching(/data-collect-key, data-datamart/)]);
      expect([shop.api.requests, await shop.onDevice()]).toEqual([0, []]);
      await shop.expectNoProblems();
    }),
  );
}
