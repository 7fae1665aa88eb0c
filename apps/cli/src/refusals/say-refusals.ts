import type { FailureGroups } from '@tributary/client/imports/group-failures';
import { say } from '../output/status-messages.js';

const mostGroups = 20;
export const mostLines = 5;

/** Lists why lines were refused: each reason once, with its first lines. */
export function sayRefusals(groups: FailureGroups): void {
  const { total } = groups;
  if (total === 0) return;
  say(`${total} ${total === 1 ? 'line was' : 'lines were'} refused:`);
  const list = groups.list();
  for (const { error_code, reason, count, examples } of list.slice(0, mostGroups)) {
    const lines = examples.slice(0, mostLines).map(({ line }) => line);
    const more = count > lines.length ? ', …' : '';
    say(`  ${count} × ${error_code}: ${reason} (${count === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more})`);
  }
  if (list.length > mostGroups) say(`  … and ${list.length - mostGroups} more reasons`);
}
