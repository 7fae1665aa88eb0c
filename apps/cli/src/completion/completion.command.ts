import { Argument, type Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { printJson, printText } from '../output/print.js';
import { bashScript } from './bash-script.js';
import { describeCommands, type DescribedCommand } from './describe-commands.js';
import { fishScript } from './fish-script.js';
import { zshScript } from './zsh-script.js';

const scripts: Record<string, (commands: readonly DescribedCommand[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** @param load the commands, this one among them */
export const completionCommand = (load: () => Promise<Command[]>): Command =>
  createCommand('completion', {
    summary: 'Print completions for a shell',
    examples: [
      'source <(tributary completion bash)          # in ~/.bashrc',
      'source <(tributary completion zsh)           # in ~/.zshrc, after compinit',
      'tributary completion fish > ~/.config/fish/completions/tributary.fish',
    ],
    sends: false,
    usesLogin: false,
    formats: ['table', 'json'],
  })
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
    .action(async (shell: string, { output }: CommonOptions) => {
      const commands = describeCommands(await load());
      if (output === 'json') printJson(commands);
      else printText(scripts[shell]?.(commands) ?? '');
    });
