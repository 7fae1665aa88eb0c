// Who has how much of the processors while all are busy: as in Kubernetes, by what any user of Linux may do.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuRequestOf } from '@tributary/testing/cpu-request';
import { apps } from '@tributary/testing/processes-program';

/** Makes the six services as nice as their requests of CPU tell; the stores stay as they are. */
export async function shareProcessors(platform) {
  for (const app of apps) {
    const { pid } = platform.process(app);
    const niceness = nicenessOf(cpuRequestOf(app));
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), niceness);
    // Where the kernel groups processes by session, that counts within the group alone, and the group has its own.
    if (!groupsSessions()) continue;
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
    await sleep(150); // All but root may do that ten times a second.
  }
}

/** A whole processor is 0; each step has a fifth less than the one before. */
const nicenessOf = (millicores) => Math.min(Math.max(Math.round(Math.log(1_000 / millicores) / Math.log(1.25)), 0), 19);

function groupsSessions() {
  try {
    return readFileSync('/proc/sys/kernel/sched_autogroup_enabled', 'utf8').trim() === '1';
  } catch {
    return false;
  }
}
