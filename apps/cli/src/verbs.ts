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
  ['plan', async () => (await import('./plan/plan.command.js')).planCommand()],
  ['import', async () => (await import('./imports/import.command.js')).importCommand()],
  ['person', async () => (await import('./people/person.command.js')).personCommand()],
  ['people', async () => (await import('./people/people.command.js')).peopleCommand()],
  ['flagged', async () => (await import('./people/flagged.command.js')).flaggedCommand()],
  ['segment', async () => (await import('./segments/segment.command.js')).segmentCommand()],
  ['report', async () => (await import('./reports/report.command.js')).reportCommand()],
  ['collections', async () => (await import('./platform/collections.command.js')).collectionsCommand()],
  ['dashboard', async () => (await import('./dashboards/dashboard.command.js')).dashboardCommand()],
  ['warehouse', async () => (await import('./warehouses/warehouse.command.js')).warehouseCommand()],
  ['plugin', async () => (await import('./plugins/plugin.command.js')).pluginCommand()],
  ['throttling', async () => (await import('./plugins/throttling.command.js')).throttlingCommand()],
  ['datamart', async () => (await import('./administration/datamart.command.js')).datamartCommand()],
  ['channel', async () => (await import('./administration/channel.command.js')).channelCommand()],
  ['compartment', async () => (await import('./administration/compartment.command.js')).compartmentCommand()],
  ['processing', async () => (await import('./administration/processing.command.js')).processingCommand()],
  ['analyzer', async () => (await import('./administration/analyzer.command.js')).analyzerCommand()],
  ['user', async () => (await import('./administration/user.command.js')).userCommand()],
  ['token', async () => (await import('./access/token.command.js')).tokenCommand()],
  ['key', async () => (await import('./access/key.command.js')).keyCommand()],
  ['collect-key', async () => (await import('./access/collect-key.command.js')).collectKeyCommand()],
  ['audit', async () => (await import('./audit/audit.command.js')).auditCommand()],
  ['sign', async () => (await import('./access/sign.command.js')).signCommand()],
  ['apply', async () => (await import('./configuration/apply.command.js')).applyCommand()],
  ['open', async () => (await import('./platform/open.command.js')).openCommand()],
  ['api', async () => (await import('./platform/api.command.js')).apiCommand()],
  ['mcp', async () => (await import('./mcp/mcp.command.js')).mcpCommand()],
  ['completion', async () => (await import('./completion/completion.command.js')).completionCommand(loadVerbs)],
]);

/** All commands, for the list of them and for completions. */
export const loadVerbs = (): Promise<Command[]> => Promise.all([...verbs.values()].map((load) => load()));
