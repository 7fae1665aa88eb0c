import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { stepsOn } from '../suite/step.js';
import { onTagSite } from './sdk-tag.js';
import type { TagSite } from './tag-site.js';

/** The script tag and what the person wants. */
export function sdkTagConsent(platform: () => Platform): void {
  const step = stepsOn(platform);
  const onSite = (run: (shop: TagSite) => Promise<void>) => () => onTagSite(platform(), run);
  const track = (name: string) => `tributary.track('${name}').then(() => 0)`;
  const choose = (isAccepted: boolean) => `tributary.consent('7', ${isAccepted})`;
  /** Longer than activities wait for others, so that what would be sent has been. */
  const settle = 'tributary.flush({ timeoutMs: 1000 }).then(() => 0)';

  /** Nothing has been sent, and nothing is on the device. */
  async function expectNothing(shop: TagSite): Promise<void> {
    await shop.page.evaluate(settle);
    expect(shop.api.requests).toBe(0);
    expect(await shop.onDevice()).toEqual([]);
  }

  step(
    'stores and sends nothing before an acceptance, then all of the visit, and remembers it',
    onSite(async (shop) => {
      shop.tag({ 'data-consent': 'required' });
      await shop.goto('/a');
      await shop.page.evaluate(track('early'));
      await expectNothing(shop);
      await shop.page.reload();
      await shop.goto('/b');
      await shop.page.evaluate(track('early'));
      await expectNothing(shop);
      expect(await shop.page.evaluate(choose(true))).toEqual({ id: expect.any(String), not_effective: 'possible' });
      const person = `user_agent_id=${await shop.visitor()}`;
      await shop.expectEvents(person, ['$set_user_choice', '/b', 'early']);
      expect(await shop.choicesOf(person)).toMatchObject([{ $processing_id: '7', $choice_acceptance_value: true }]);
      await shop.goto('/c');
      await shop.expectEvents(person, ['$set_user_choice', '/b', 'early', '/c']);
      await shop.expectNoProblems();
    }),
  );

  step(
    'sends a refusal under the identifier that there is, and removes it',
    onSite(async (shop) => {
      shop.tag({ 'data-consent': 'required' });
      await shop.goto('/a');
      await shop.page.evaluate(choose(true));
      const person = `user_agent_id=${await shop.visitor()}`;
      const tab = await shop.page.context().newPage();
      await shop.goto('/b', tab);
      await shop.expectEvents(person, ['$set_user_choice', '/a', '/b']);
      expect(await shop.page.evaluate(choose(false))).toEqual({ id: expect.any(String) });
      await eventually(async () =>
        expect(await shop.choicesOf(person)).toMatchObject([{ $processing_id: '7', $choice_acceptance_value: false }]),
      );
      const names = ['$set_user_choice', '/a', '/b', '$set_user_choice'];
      // Neither this tab nor the other one goes on.
      for (const one of [shop.page, tab]) {
        await one.evaluate(track('late'));
        await one.evaluate(settle);
        expect(await one.evaluate('Object.keys(localStorage)')).toEqual([]);
      }
      await shop.goto('/c');
      await shop.page.evaluate(settle);
      expect(await shop.page.evaluate('Object.keys(localStorage)')).toEqual([]);
      await shop.expectEvents(person, names);
    }),
  );

  step(
    'sends a refusal that did not get out from the next page, which stores and sends nothing else',
    onSite(async (shop) => {
      shop.tag({ 'data-consent': 'required' });
      await shop.goto('/a');
      await shop.page.evaluate(choose(true));
      const person = `user_agent_id=${await shop.visitor()}`;
      await shop.expectEvents(person, ['$set_user_choice', '/a']);
      shop.api.isDown = true;
      await shop.page.evaluate(choose(false));
      await shop.page.goto('about:blank');
      shop.api.isDown = false;
      await shop.goto('/b');
      await shop.expectEvents(person, ['$set_user_choice', '/a', '$set_user_choice']);
      // The view of this page waits.
      const counts = await shop.page.evaluate('tributary.flush({ timeoutMs: 5000 })');
      expect(counts).toEqual({ sent: 1, refused: 0, dropped: 0, kept: 1, reason: 'consent' });
      expect(await shop.page.evaluate('Object.keys(localStorage)')).toEqual([]);
    }),
  );

  step(
    'sends no refusal of a person without an identifier',
    onSite(async (shop) => {
      shop.tag({ 'data-consent': 'required' });
      await shop.goto('/a');
      expect(await shop.page.evaluate(choose(false))).toEqual({});
      await shop.page.evaluate(track('late'));
      await shop.page.evaluate("history.pushState(null, '', '/b')");
      await expectNothing(shop);
      await shop.expectNoProblems();
      // (control) Of a person whom the page knows it does.
      await shop.page.evaluate("tributary.identify({ account: 'ana' })");
      expect(await shop.page.evaluate(choose(false))).toEqual({ id: expect.any(String) });
      await shop.expectEvents('compartment_id=default,user_account_id=ana', ['$set_user_choice']);
      expect(await shop.onDevice()).toEqual([]);
    }),
  );

  step(
    'takes Global Privacy Control as a refusal where the page says so',
    onSite(async (shop) => {
      await shop.page.addInitScript({
        content: "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true });",
      });
      shop.tag({ 'data-respect-gpc': '' });
      await shop.goto('/a');
      await shop.page.evaluate(track('one'));
      await expectNothing(shop);
      await shop.expectNoProblems();
      // (control) Elsewhere it does not count.
      shop.tag();
      await shop.goto('/b');
      const person = `user_agent_id=${await shop.visitor()}`;
      await shop.expectEvents(person, ['/b']);
      // A page that respects it removes what there is.
      shop.tag({ 'data-respect-gpc': 'true' });
      const { requests } = shop.api;
      await shop.goto('/c');
      await shop.page.evaluate(settle);
      expect(await shop.page.evaluate('Object.keys(localStorage)')).toEqual([]);
      expect(shop.api.requests).toBe(requests);
    }),
  );
}
