import { Command } from 'commander';

/**
 * The names that a mistyped one is likely to mean, as the suggestions of commands are found.
 *
 * @returns `(Did you mean users?)` or `(Did you mean one of a, b?)`; nothing if none is near
 */
export function suggest(name: string, known: Iterable<string>): string {
  if (name.startsWith('-')) return '';
  let problem = '';
  const program = new Command('tributary')
    .exitOverride()
    .configureOutput({ writeErr: (text) => (problem += text) })
    // Without an action, the program would print its help instead.
    .usage('');
  for (const each of new Set(known)) program.command(each);
  try {
    program.parse([name], { from: 'user' });
  } catch {
    return /\(Did you mean .*\)/.exec(problem)?.[0] ?? '';
  }
  return '';
}
