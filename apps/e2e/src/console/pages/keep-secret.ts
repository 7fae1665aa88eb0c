import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

/** Reads what a dialog shows once. It must not close before the reader has confirmed to have kept it. */
export async function keepSecret(page: Page): Promise<string> {
  // The dialog with the form may still be fading out.
  const dialog = page.getByRole('dialog').filter({ hasText: 'this once only' });
  const secret = page.getByLabel('the secret', { exact: true });
  const value = await secret.innerText();
  const close = dialog.getByRole('button', { name: 'Close' });
  await page.keyboard.press('Escape');
  expect(await close.isDisabled()).toBe(true);
  await page.getByLabel('I have kept it').check();
  await close.click();
  await secret.waitFor({ state: 'detached' });
  return value;
}
