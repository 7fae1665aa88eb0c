import type { DescribedCommand, DescribedOption } from './describe-commands.js';

/** Completions for fish, with the summaries beside the words. */
export const fishScript = (commands: readonly DescribedCommand[]): string =>
  ['# Completions of tributary for fish.', ...commands.flatMap(linesOf), ''].join('\n');

function linesOf(command: DescribedCommand): string[] {
  const base = `complete -c tributary -n ${fishQuoted(conditionOf(command))}`;
  return [
    ...command.subcommands.map(({ name, summary }) => `${base} -a ${fishQuoted(name)} -d ${fishQuoted(summary)}`),
    ...(command.choices.length > 0 ? [`${base} -a ${fishQuoted(command.choices.join(' '))}`] : []),
    ...command.options.map((option) => `${base} ${optionOf(option)}`),
  ];
}

function conditionOf({ words, subcommands }: DescribedCommand): string {
  if (words.length === 0) return '__fish_use_subcommand';
  const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
  const names = subcommands.map(({ name }) => name).join(' ');
  return names === '' ? seen : `${seen}; and not __fish_seen_subcommand_from ${names}`;
}

function optionOf({ flags, description, takesValue, choices }: DescribedOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)).join(' ');
  const value = choices.length > 0 ? ` -x -a ${fishQuoted(choices.join(' '))}` : takesValue ? ' -r' : '';
  return `${names}${value} -d ${fishQuoted(description)}`;
}

/** In single quotes, fish interprets only a backslash and the quote. */
const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
