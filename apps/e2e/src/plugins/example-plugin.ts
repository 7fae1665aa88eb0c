import { type Json, ok, PluginDouble, type PluginScript, status } from '@tributary/testing/plugin-double';
import type { WorkerCredentials } from '../client/plugins.js';

/** An analyzer that renames the first event to `hello`, adds `processed_by`, and fails on an activity without events. */
export interface ExamplePlugin {
  name: string;
  start: (setting: {
    /** For files of the plugin. */
    directory: string;
    gatewayUrl: string;
    /** Address of this machine, as the platform sees it. */
    host: string;
    port: number;
    worker: WorkerCredentials;
    /** The text of `processed_by`, which a plugin of the SDK reads from the platform. */
    processedBy: string;
  }) => Promise<{ log: () => string; stop: () => Promise<unknown> }>;
}

/** Without an SDK: the tier core has none. */
export const exampleDouble: ExamplePlugin = {
  name: 'a plugin without SDK',
  start: async ({ host, port, processedBy }) => {
    const double = await PluginDouble.start(renameFirst(processedBy), { host, port });
    return { log: () => JSON.stringify(double.calls), stop: () => double.close() };
  },
};

const renameFirst =
  (processed_by: string): PluginScript =>
  ({ activity }) => {
    const [first, ...others] = activity['$events'] as Json[];
    return first === undefined
      ? status(500)
      : ok({ ...activity, processed_by, $events: [{ ...first, $event_name: 'hello' }, ...others] });
  };
