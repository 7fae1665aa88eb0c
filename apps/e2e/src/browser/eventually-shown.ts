import { eventually } from '@tributary/testing/eventually';

/**
 * Repeats steps on a page until they pass, each time with a longer time-out: a page that is opened again each time would never
 * be complete on a machine that always needs longer.
 */
export function eventuallyShown(steps: (timeout: number) => Promise<unknown>, firstMs = 3_000): Promise<unknown> {
  let timeout = firstMs / 1.5;
  return eventually(() => steps((timeout *= 1.5)));
}
