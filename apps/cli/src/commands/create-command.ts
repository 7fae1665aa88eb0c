import { Command, InvalidArgumentError, Option } from 'commander';
import { UsageProblem } from '../output/failures.js';
import type { Format } from '../output/print.js';

interface CommandTexts {
  /** One line, as the list of commands shows it. */
  summary: string;
  /** Facts that a person should know besides. */
  details?: string;
  /** At least one line that can be copied. */
  examples: readonly [string, ...string[]];
}

export interface CommandKind extends CommandTexts {
  formats?: readonly Format[];
  /** The resource that the command is about, beside its arguments. Default: the platform. */
  of?: 'datamart' | 'organisation' | 'user' | 'platform';
  /** False: no option prints the request. */
  sends?: boolean;
  /** Whether it uses a saved login: then an option chooses among several. */
  usesLogin?: boolean;
}

export interface CommonOptions {
  output: Format;
  curl?: boolean;
  profile?: string;
  datamart?: string;
  organisation?: string;
  user?: string;
}

/** A command with the options that all have, and its examples in its help. */
export function createCommand(name: string, kind: CommandKind): Command {
  const { formats = ['table', 'csv', 'json'], of, sends = true, usesLogin = true } = kind;
  const command = described(name, kind);
  command.addOption(new Option('-o, --output <format>', 'how to print the data').choices(formats).default('table'));
  if (of === 'datamart') command.option('--datamart <id>', 'instead of the one that `tributary use` has chosen');
  if (of === 'organisation') command.option('--organisation <id>', 'instead of the one of the chosen datamart');
  if (of === 'user') command.option('--user <id>', 'of another user, instead of the owner of the token in use');
  if (usesLogin) command.option('--profile <name>', 'the login of that name, as `login --profile` saved it');
  if (sends) command.option('--curl', 'print the request for curl, and send nothing');
  return command;
}

/** A command that only holds others. */
export function createGroup(name: string, texts: CommandTexts, commands: readonly Command[]): Command {
  const group = described(name, texts);
  for (const command of commands) group.addCommand(command);
  return group;
}

/** Makes a command of its own the default of a group: `import FILE` beside `import list`. */
export function addCommands(parent: Command, commands: readonly Command[]): Command {
  for (const command of commands) parent.addCommand(command);
  return parent;
}

function described(name: string, { summary, details, examples }: CommandTexts): Command {
  return new Command(name)
    .summary(summary)
    .description(details === undefined ? `${summary}.` : `${summary}. ${details}`)
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError(`(--help shows what there is)`)
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`);
}

/** A whole number of an option, at least 1. */
export function positiveInteger(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || !Number.isSafeInteger(value))
    throw new InvalidArgumentError('It must be a whole number from 1 on.');
  return value;
}

/** An option that may be given several times, or once with commas. */
export const names = (text: string, before: readonly string[] = []): string[] =>
  [...before, ...text.split(',').map((name) => name.trim())].filter((name) => name !== '');

/** An option that may be given several times. */
export const repeated = (text: string, before: readonly string[] = []): string[] => [...before, text];

/** Ids of the API that are numbers. They become part of paths. */
export function numericId(what: string, text: string): string {
  if (!/^\d+$/.test(text)) throw new UsageProblem(`"${text}" is no id of ${what}: it is a number`);
  return text;
}
