import type { Command } from 'commander';

type Load = () => Promise<Command>;

/** The commands, in the order of their list. Each is loaded when it runs, so that the others do not slow down its start. */
export const verbs: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['login', async () => (await import('./session/login.command.js')).loginCommand()],
  ['logout', async () => (await import('./session/logout.command.js')).logoutCommand()],
  ['whoami', async () => (await import('./session/whoami.command.js')).whoamiCommand()],
  ['use', async () => (await import('./session/use.command.js')).useCommand()],
  ['send', async () => (await import('./activities/send.command.js')).sendCommand()],
  ['tail', async () => (await import('./feed/tail.command.js')).tailCommand()],
  ['trace', async () => (await import('./activities/trace.command.js')).traceCommand()],
  ['refused', async () => (await import('./refusals/refused.command.js')).refusedCommand()],
  ['import', async () => (await import('./imports/import.command.js')).importCommand()],
  ['person', async () => (await import('./people/person.command.js')).personCommand()],
  ['segment', async () => (await import('./segments/segment.command.js')).segmentCommand()],
  ['report', async () => (await import('./reports/report.command.js')).reportCommand()],
  ['collections', async () => (await import('./platform/collections.command.js')).collectionsCommand()],
  ['dashboard', async () => (await import('./dashboards/dashboard.command.js')).dashboardCommand()],
  ['warehouse', async () => (await import('./warehouses/warehouse.command.js')).warehouseCommand()],
  ['plugin', async () => (await import('./plugins/plugin.command.js')).pluginCommand()],
  ['throttling', async () => (await import('./plugins/throttling.command.js')).throttlingCommand()],
  ['token', async () => (await import('./access/token.command.js')).tokenCommand()],
  ['key', async () => (await import('./access/key.command.js')).keyCommand()],
  ['collect-key', async () => (await import('./access/collect-key.command.js')).collectKeyCommand()],
  ['sign', async () => (await import('./access/sign.command.js')).signCommand()],
  ['completion', async () => (await import('./completion/completion.command.js')).completionCommand(loadVerbs)],
]);

/** All commands, for the list of them and for completions. */
export const loadVerbs = (): Promise<Command[]> => Promise.all([...verbs.values()].map((load) => load()));
