import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import { testingConfig } from '@tributary/testing/config';
import type { Page } from 'playwright-core';
import type { ConsoleBrowser } from './browser.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The others find the same in light and in dark. */
const rulesOnColours = ['color-contrast', 'link-in-text-block'];

interface Violation {
  id: string;
  help: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** Colours on their way from light to dark are not those that a page chose. Loaders, which never end, do not count. */
const untilColoursSettle = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished)).then(() => 0)`;

/**
 * Fails if axe finds a violation on the page as it is now: each with its elements.
 *
 * @param rules the ids of those to check; all unless given
 */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // Evaluated by the browser's debugger. The policy of the page forbids a script element.
  await page.evaluate(`if (!globalThis.axe) { ${axe} } 0`);
  await page.evaluate(untilColoursSettle);
  const options = rules ? { runOnly: { type: 'rule', values: rules } } : {};
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, ${JSON.stringify(options)}).then((results) => results.violations)`,
  );
  expect(
    violations.map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      elements: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    })),
  ).toEqual([]);
}

/** The same in light, and of the colours in dark. With `CONSOLE_PICTURES` it writes a picture of both. Leaves the page in light. */
export async function expectAccessibleInLightAndDark(browser: ConsoleBrowser, picture: string): Promise<void> {
  for (const dark of [false, true]) {
    await browser.show({ dark });
    if (testingConfig().CONSOLE_PICTURES) await browser.screenshot(picture, { dark });
    await expectAccessible(browser.page, dark ? rulesOnColours : undefined);
  }
  await browser.page.emulateMedia({ colorScheme: 'light' });
}
