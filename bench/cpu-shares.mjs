// Divides a busy processor among the services as Kubernetes does, by means that need no root.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuRequestOf } from '@tributary/testing/load/cpu-request';
import { apps } from '@tributary/testing/processes/processes-program';

/** Gives each of the seven services the niceness that has about the weight of its CPU request. The stores keep theirs. */
export async function shareProcessors(side) {
  const processes = side.usage();
  for (const app of apps) {
    const [pid] = processes[app].pids;
    const niceness = nicenessOf(cpuRequestOf(app));
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), niceness);
    // If the kernel groups processes by session, niceness counts within a group only. Then the group needs it too.
    if (!groupsSessions()) continue;
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
    await sleep(150); // All users but root may write it ten times a second.
  }
}

/** A whole processor is 0. Each step has a fifth less weight than the one before. */
const nicenessOf = (millicores) => Math.min(Math.max(Math.round(Math.log(1_000 / millicores) / Math.log(1.25)), 0), 19);

function groupsSessions() {
  try {
    return readFileSync('/proc/sys/kernel/sched_autogroup_enabled', 'utf8').trim() === '1';
  } catch {
    return false;
  }
}
