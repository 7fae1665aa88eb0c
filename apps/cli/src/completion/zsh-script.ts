import { quoted } from '@tributary/client/requests/curl';
import type { DescribedCommand, DescribedOption } from './describe-commands.js';

/** Completions for zsh, with the summaries beside the words. */
export const zshScript = (commands: readonly DescribedCommand[]): string => `#compdef tributary
# Completions of tributary for zsh.
_tributary() {
  local word known=''
  local -a candidates
  for word in \${words[2,CURRENT-1]}; do
    case "$known $word" in
      ${commands
        .filter(({ words }) => words.length > 0)
        .map((command) => quoted(keyOf(command)))
        .join('|')}) known="$known $word" ;;
    esac
  done
  case "$known:\${words[CURRENT-1]}" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$known" in
${commands.map(wordCase).join('\n')}
  esac
  _describe 'tributary' candidates
  _files
}
compdef _tributary tributary
`;

const keyOf = ({ words }: DescribedCommand): string => words.map((word) => ` ${word}`).join('');

const valueCases = (command: DescribedCommand): string[] =>
  command.options
    .filter(({ takesValue }) => takesValue)
    .map(({ flags, choices }) => {
      const keys = flags.map((flag) => quoted(`${keyOf(command)}:${flag}`)).join('|');
      return `    ${keys}) ${choices.length > 0 ? `compadd ${choices.join(' ')}` : '_files'}; return ;;`;
    });

function wordCase(command: DescribedCommand): string {
  const words = [
    ...command.subcommands.map(({ name, summary }) => entry(name, summary)),
    ...command.choices.map((choice) => entry(choice, '')),
    ...command.options.flatMap(optionEntries),
  ];
  return `    ${quoted(keyOf(command))}) candidates=(${words.join(' ')}) ;;`;
}

const optionEntries = ({ flags, description }: DescribedOption): string[] =>
  flags.map((flag) => entry(flag, description));

/** A colon separates the word from its summary. */
const entry = (word: string, summary: string): string => quoted(`${word.replaceAll(':', '\\:')}:${summary}`);
