import type { PluginScript, ReceivedCall } from '@tributary/testing/plugin-double';

/** Counts the open calls of each datamart or organisation, as the plugin sees them. */
export class OpenCalls {
  private readonly open = new Map<string, number>();
  readonly most = new Map<string, number>();

  /** @param groupOf what the calls are counted by */
  constructor(private readonly groupOf: (datamart_id: string) => string = (datamart_id) => datamart_id) {}

  /** Counts a call from here to the end of the script. */
  around =
    (script: PluginScript): PluginScript =>
    async (call, count) => {
      const group = this.groupOf(datamartOf(call));
      const now = (this.open.get(group) ?? 0) + 1;
      this.open.set(group, now);
      this.most.set(group, Math.max(now, this.most.get(group) ?? 0));
      try {
        return await script(call, count);
      } finally {
        this.open.set(group, (this.open.get(group) ?? 0) - 1);
      }
    };
}

const datamartOf = ({ text }: ReceivedCall) => (JSON.parse(text) as { datamart_id: string }).datamart_id;

/** The most arrivals in any window of that length. */
export function mostInWindow(arrivals: number[], windowMs: number): number {
  let [first, most] = [0, 0];
  for (const [index, at] of arrivals.entries()) {
    while ((arrivals[first] ?? at) <= at - windowMs) first++;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
