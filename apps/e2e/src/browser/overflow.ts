import type { Page } from 'playwright-core';

/** The elements that make the page wider than the screen. One in a box of its own that scrolls does not. */
export async function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const wide = [...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > width + 1);
    return ['the page: ' + document.documentElement.scrollWidth, ...wide.slice(0, 8).map((one) =>
      one.tagName + ' ' + one.className + ' ' + Math.round(one.getBoundingClientRect().right) + ' ' + (one.textContent ?? '').slice(0, 40))];
  })()`);
}
