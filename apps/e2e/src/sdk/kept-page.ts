import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Page } from 'playwright-core';

/** Chromium had a reason of its own, such as memory, to drop a page that it had kept. */
class PageDropped extends Error {}

/** Runs a visit again, four times at most, in which Chromium has dropped a page. */
export async function withKeptPages(visit: () => Promise<void>): Promise<void> {
  for (let left = 4; ; left -= 1)
    try {
      return await visit();
    } catch (error) {
      if (!(error instanceof PageDropped) || left === 0) throw error;
    }
}

/**
 * Goes back or forward to a page that the browser has kept. Pages keep the `persisted` of each `pageshow` in `shown`.
 * @throws if it was loaded instead, with what the page does that prevents it
 */
export async function showKept(page: Page, way: 'back' | 'forward', address: RegExp): Promise<void> {
  const reasons: { type: string; reason: string }[] = [];
  const devtools = await page.context().newCDPSession(page);
  devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
    reasons.push(...notRestoredExplanations),
  );
  await devtools.send('Page.enable');
  // A page that was kept is not loaded: no call may wait for that.
  await page.evaluate(`setTimeout(() => history.${way}()); 0`);
  await page.waitForURL(address, { waitUntil: 'commit' });
  await eventually(async () => {
    if (reasons.length === 0) expect(await page.evaluate('shown')).toEqual([false, true]);
  });
  await devtools.detach();
  if (reasons.length === 0) return;
  const message = `The page was not kept: ${JSON.stringify(reasons)}`;
  throw reasons.every(({ type }) => type === 'Circumstantial') ? new PageDropped(message) : new Error(message);
}
