import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** Fails if axe finds a violation on the page as it is now: each with its elements. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated by the browser's debugger. The policy of the page forbids a script element.
  await page.evaluate(`${axe}; 0`);
  const violations = await page.evaluate<Violation[]>('axe.run(document).then((results) => results.violations)');
  expect(
    violations.map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      elements: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    })),
  ).toEqual([]);
}
