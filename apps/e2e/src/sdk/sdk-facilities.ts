import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import type { Page } from 'playwright-core';
import { openConsole } from '../browser/browser.js';
import { stepsOn } from '../suite/step.js';
import { activitiesOf } from './activities-of.js';
import { Site } from './site.js';

/** Uses of what a browser offers. */
const uses = {
  locks: "navigator.locks.request('x', () => 1)",
  indexedDB: `new Promise((resolve, reject) => {
    const request = indexedDB.open('x');
    Object.assign(request, { onsuccess: () => resolve(1), onerror: reject });
  })`,
  localStorage: "(localStorage.setItem('x', '1'), localStorage.getItem('x'))",
  random: 'crypto.getRandomValues(new Uint8Array(1))',
  performance: 'performance.now()',
};
type Facility = keyof typeof uses;

const deny = "{ throw new DOMException('The request was denied.', 'SecurityError'); }";
const replace = (object: string, name: string, getter: string) =>
  `Object.defineProperty(${object}, '${name}', { configurable: true, get() ${getter} });`;
const absent = '{ return undefined; }';

/** The ways in which browsers refuse it, by the script that makes a browser so. */
const failures: [facility: Facility, what: string, script: string][] = [
  ['locks', 'absent', replace('Navigator.prototype', 'locks', absent)],
  ['locks', 'denied when read', replace('Navigator.prototype', 'locks', deny)],
  ['locks', 'denied', `LockManager.prototype.request = async () => ${deny}`],
  ['locks', 'silent', 'LockManager.prototype.request = () => new Promise(() => {})'],
  ['indexedDB', 'absent', replace('globalThis', 'indexedDB', absent)],
  ['indexedDB', 'denied when read', replace('globalThis', 'indexedDB', deny)],
  ['indexedDB', 'denied', `IDBFactory.prototype.open = () => ${deny}`],
  ['indexedDB', 'silent', 'IDBFactory.prototype.open = () => ({})'],
  ['localStorage', 'absent', replace('globalThis', 'localStorage', absent)],
  ['localStorage', 'denied when read', replace('globalThis', 'localStorage', deny)],
  ['localStorage', 'full', `Storage.prototype.setItem = () => ${deny}`],
  ['random', 'absent', replace('globalThis', 'crypto', absent)],
  ['random', 'denied when read', replace('globalThis', 'crypto', deny)],
  ['random', 'denied', `Crypto.prototype.getRandomValues = () => ${deny}`],
  ['performance', 'absent', replace('globalThis', 'performance', absent)],
  ['performance', 'denied', `Performance.prototype.now = () => ${deny}`],
];

/** Whether a use throws, rejects, gives nothing or does not answer. */
const fails = (page: Page, facility: Facility) =>
  page.evaluate<boolean>(`Promise.race([
    Promise.resolve().then(() => ${uses[facility]}).then((value) => value === undefined, () => true),
    new Promise((resolve) => setTimeout(resolve, 1000, true)),
  ])`);

/** The SDK in browsers that refuse what it uses. */
export function sdkFacilities(platform: () => Platform): void {
  const step = stepsOn(platform);

  /** A tab sends the activities n and n + 1, and has no error. */
  async function expectDelivery(tab: Page, n: number): Promise<void> {
    await tab.evaluate('start({ pages: Tributary.pages() })');
    await tab.evaluate("client.identify({ account: 'facilities' })");
    await tab.evaluate(`queue(${n}, 2)`);
    expect(await tab.evaluate('client.flush({ timeoutMs: 120000 })')).toMatchObject({
      refused: 0,
      dropped: 0,
      kept: 0,
    });
    await eventually(async () => {
      // The tabs of a browser are one person.
      const numbers = (await activitiesOf(platform(), 'facilities')).map((activity) => activity.n);
      expect(numbers.filter((one) => one === n || one === n + 1).sort()).toEqual([n, n + 1]);
    });
  }

  step('sends all, though one of the facilities of the browser fails', async () => {
    const site = await Site.start(platform());
    const browser = await openConsole(site);
    try {
      // They wait for what is silent at the same time.
      await Promise.all(
        failures.map(async ([facility, , script], index) => {
          const tab = await browser.page.context().newPage();
          await tab.addInitScript({ content: script });
          await tab.goto(site.url);
          expect(await fails(tab, facility)).toBe(true);
          await expectDelivery(tab, 10 + 10 * index);
          await tab.close();
        }),
      );
      await browser.expectNoViolations();
      // (control) In another tab they do not.
      for (const facility of Object.keys(uses) as Facility[])
        await eventually(async () => expect(await fails(browser.page, facility)).toBe(false));
    } finally {
      await browser.close();
      site.stop();
    }
  });

  step('sends all while the person blocks the data of sites', async () => {
    const site = await Site.start(platform());
    const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
    const browser = await openConsole(site, { preferences: blocked });
    try {
      for (const facility of ['locks', 'indexedDB', 'localStorage'] as const)
        expect(await fails(browser.page, facility)).toBe(true);
      await expectDelivery(browser.page, 1);
      await browser.expectNoViolations();
    } finally {
      await browser.close();
      site.stop();
    }
  });
}
