import type { Command } from 'commander';

type Load = () => Promise<Command>;

/** The commands, in the order of their list. Each is loaded when it runs, so that the others do not slow down its start. */
export const verbs: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['login', async () => (await import('./session/login.command.js')).loginCommand()],
  ['logout', async () => (await import('./session/logout.command.js')).logoutCommand()],
  ['whoami', async () => (await import('./session/whoami.command.js')).whoamiCommand()],
  ['use', async () => (await import('./session/use.command.js')).useCommand()],
  ['tail', async () => (await import('./feed/tail.command.js')).tailCommand()],
  ['import', async () => (await import('./imports/import.command.js')).importCommand()],
  ['person', async () => (await import('./people/person.command.js')).personCommand()],
  ['report', async () => (await import('./reports/report.command.js')).reportCommand()],
  ['collections', async () => (await import('./platform/collections.command.js')).collectionsCommand()],
]);

/** All commands, for the list of them and for completions. */
export const loadVerbs = (): Promise<Command[]> => Promise.all([...verbs.values()].map((load) => load()));
