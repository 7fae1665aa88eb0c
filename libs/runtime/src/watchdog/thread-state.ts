import { readFileSync } from 'node:fs';

/**
 * True while the main thread computes or waits for a processor, false while it waits in the kernel: for a disk, a pipe or
 * another thread. Systems other than Linux do not show it; there it counts as computing.
 */
export function isComputing(pid = process.pid): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
    // The name of the program stands in parentheses and may contain any character.
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('R');
  } catch {
    return true;
  }
}
