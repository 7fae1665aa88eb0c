import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { openConsole, type ConsoleBrowser } from '../browser/browser.js';
import { Client } from '../client/client.js';
import { stepsOn } from '../suite/step.js';
import { Site } from './site.js';

interface StoredActivity {
  $id: string;
  $type: string;
  n?: number;
  session_id?: string;
  $events?: { $event_name: string; $properties: Record<string, unknown> }[];
}

export let platform: Platform;
export let site: Site;
export let browser: ConsoleBrowser;
export let page: Page;
export const step = stepsOn(() => platform);

beforeAll(async () => void (platform = await startPlatform({ shape: 'embedded' })));
afterAll(() => (platform as Platform | undefined)?.stop());
beforeEach(async () => {
  site = await Site.start(platform);
  browser = await openConsole(site);
  page = browser.page;
});
afterEach(async () => {
  await browser.close();
  site.stop();
});

/** A further tab of the same browser. */
export async function openTab(path = '/'): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(site.url + path);
  return tab;
}
export const start = (tab: Page, options = '{}') => tab.evaluate(`start(${options})`);
export const queue = (tab: Page, from: number, count: number) => tab.evaluate(`queue(${from}, ${count}).then(() => 0)`);
export const flush = (tab: Page) => tab.evaluate('client.flush({ timeoutMs: 60000 })');
export const browserId = (tab: Page) => tab.evaluate<string>("localStorage.getItem('tributary.browser.1')");

/** What the product has stored of this browser, oldest first. */
export async function storedOf(id: string): Promise<StoredActivity[]> {
  const path = `/datamarts/1/user_points/user_agent_id=${id}/user_activities?max_results=500`;
  const stored = await new Client(platform.url, platform.token).list<StoredActivity & { id: string }>(path);
  return stored.toReversed();
}

export const perLife = 15;

/** A tab that queues activities, and ends. */
export interface Life {
  isDown: boolean;
  lostAnswers: number;
  ms: number;
  end: 'close' | 'reload' | 'about:blank' | 'chrome://crash';
}
export const life: fc.Arbitrary<Life> = fc.record({
  isDown: fc.boolean(),
  lostAnswers: fc.integer({ min: 0, max: 2 }),
  ms: fc.integer({ min: 0, max: 150 }),
  end: fc.constantFrom('close', 'reload', 'about:blank', 'chrome://crash'),
});

/** Waits until each of the activities 0 … count-1 is stored exactly once. */
export async function expectEachOnce(id: string, count: number): Promise<void> {
  await eventually(async () => {
    const numbers = (await storedOf(id)).flatMap(({ n }) => (n === undefined ? [] : [n]));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, n) => n));
  });
}
