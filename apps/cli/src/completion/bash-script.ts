import { quoted } from '@tributary/client/requests/curl';
import type { DescribedCommand } from './describe-commands.js';

/** Completions for bash. Where it knows no word, bash offers files. */
export const bashScript = (commands: readonly DescribedCommand[]): string => `# Completions of tributary for bash.
_tributary() {
  local word known='' candidates=''
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$known $word" in
      ${pathsOf(commands)}) known="$known $word" ;;
    esac
  done
  case "$known:$previous" in
${valueCases(commands).join('\n')}
    *) case "$known" in
${wordCases(commands).join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
complete -o default -F _tributary tributary
`;

/** ` import list`: the words after the program. */
const keyOf = ({ words }: DescribedCommand): string => words.map((word) => ` ${word}`).join('');

const pathsOf = (commands: readonly DescribedCommand[]): string =>
  commands
    .map(keyOf)
    .filter((key) => key !== '')
    .map(quoted)
    .join('|');

/** After an option with a value: its choices, or none, so that files are offered. */
const valueCases = (commands: readonly DescribedCommand[]): string[] =>
  commands.flatMap((command) =>
    command.options
      .filter(({ takesValue }) => takesValue)
      .map(({ flags, choices }) => {
        const keys = flags.map((flag) => quoted(`${keyOf(command)}:${flag}`)).join('|');
        return `    ${keys}) candidates=${quoted(choices.join(' '))} ;;`;
      }),
  );

const wordCases = (commands: readonly DescribedCommand[]): string[] =>
  commands.map((command) => {
    const { subcommands, choices, options } = command;
    const words = [...subcommands.map(({ name }) => name), ...choices, ...options.flatMap(({ flags }) => flags)];
    return `      ${quoted(keyOf(command))}) candidates=${quoted(words.join(' '))} ;;`;
  });
