import { serveParent } from '@tributary/runtime/isolation/serve-parent';
import { Batch, processMemory, type FromProcess, type ToProcess } from './call-messages.js';
import { failed } from './classify.js';
import { PluginClient } from './plugin-client.js';

// The main file of the process that calls plugins: no answer of a plugin is read where requests are served.
let client: PluginClient | undefined;
const send = serveParent<ToProcess, FromProcess>(processMemory, (message) => {
  if ('settings' in message) {
    client = new PluginClient(message.settings);
    // Its first message says that it has started.
    send({ results: [] }).catch(() => undefined);
  } else
    for (const { id, ...call } of message.calls)
      void client
        ?.call(call)
        .catch(() => failed('UNAVAILABLE'))
        .then((result) => results.add({ id, result }));
});
const results = new Batch<FromProcess['results'][number]>((batch) => {
  send({ results: batch }).catch(() => undefined);
});
