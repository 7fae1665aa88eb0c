import type { Page } from 'playwright-core';

/** The time that a tab of the console waits for the answers of other tabs: `answerTimeoutMs` of other-tabs.ts. */
const answerTimeoutMs = 300;

/** A further tab of the browser that waits for other tabs until they answer, which takes longer on a busy machine. */
export async function openWaitingTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  const waits = `(work, ms, ...given) => set(work, ms === ${answerTimeoutMs} ? 120_000 : ms, ...given)`;
  await tab.addInitScript({ content: `{ const set = setTimeout; setTimeout = ${waits}; }` });
  return tab;
}
