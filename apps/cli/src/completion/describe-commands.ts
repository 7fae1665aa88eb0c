import type { Command } from 'commander';

export interface DescribedOption {
  /** `--output`, `-o`. */
  flags: readonly string[];
  description: string;
  takesValue: boolean;
  choices: readonly string[];
}

/** The words that can follow those of a command. */
export interface DescribedCommand {
  /** `['import', 'list']`; none for the program itself. */
  words: readonly string[];
  subcommands: readonly { name: string; summary: string }[];
  options: readonly DescribedOption[];
  /** The values of its arguments. */
  choices: readonly string[];
}

/** The tree of commands as a list, the program first. */
export function describeCommands(commands: readonly Command[]): DescribedCommand[] {
  const program = { words: [], subcommands: commands.map(nameAndSummary), options: [], choices: [] };
  return [program, ...commands.flatMap((command) => describe(command, []))];
}

function describe(command: Command, above: readonly string[]): DescribedCommand[] {
  const words = [...above, command.name()];
  const described = {
    words,
    subcommands: command.commands.map(nameAndSummary),
    options: command.createHelp().visibleOptions(command).map(describeOption),
    choices: command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  };
  return [described, ...command.commands.flatMap((each) => describe(each, words))];
}

const nameAndSummary = (command: Command) => ({ name: command.name(), summary: command.summary() });

const describeOption = (option: ReturnType<ReturnType<Command['createHelp']>['visibleOptions']>[number]) => ({
  flags: [option.short, option.long].filter((flag) => flag != null),
  description: option.description,
  takesValue: option.required || option.optional,
  choices: option.argChoices ?? [],
});
