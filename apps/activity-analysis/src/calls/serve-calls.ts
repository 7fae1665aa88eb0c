import { watchMemory } from '@tributary/runtime/isolation/watch-memory';
import { Batch, type FromProcess, type ToProcess } from './call-messages.js';
import { failed } from './classify.js';
import { PluginClient } from './plugin-client.js';
import { processMemory } from './process-memory.js';

/** Makes this process call plugins for its parent. */
export function serveCalls(): void {
  watchMemory(processMemory);
  const results = new Batch<FromProcess['results'][number]>((batch) =>
    process.send?.({ results: batch } satisfies FromProcess, undefined, {}, () => undefined),
  );
  let client: PluginClient | undefined;
  process.on('message', (message: ToProcess) => {
    if ('settings' in message) client = new PluginClient(message.settings);
    else
      for (const { id, ...call } of message.calls)
        void client
          ?.call(call)
          .catch(() => failed('UNAVAILABLE'))
          .then((result) => results.add({ id, result }));
  });
  process.on('disconnect', () => process.exit(0));
  // A terminal sends it to the whole group; the parent decides when its calls end.
  process.on('SIGINT', () => undefined);
}
