// CPU and memory of processes and of all that they have started, from /proc (Linux).
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** The role of a process in the tables; undefined for helpers without work of their own. */
function roleOf(command) {
  const app = /apps\/([a-z-]+)\/dist\/main\.js/.exec(command)?.[1];
  if (app) return app;
  if (command.includes('calls/call-process.js')) return 'plugin calls';
  if (command.includes('kafka.Kafka')) return 'broker';
  if (command.includes('baseline-server.mjs')) return 'baseline';
  if (command.includes('load-generator.mjs')) return 'generator';
  if (/(^|\/)postgres(\0|:| )/.test(command)) return 'postgresql';
  return undefined;
}

/** `{role: {cpu: seconds so far, rss: MiB now, pids}}` over all descendants of these processes, by default of this one. */
export function usage(ancestors = [process.pid]) {
  const processes = readProcesses();
  const roles = {};
  for (const [pid, { cpu, command, rss }] of processes) {
    const role = isDescendant(pid, ancestors, processes) ? roleOf(command) : undefined;
    if (!role) continue;
    roles[role] ??= { cpu: 0, rss: 0, pids: [] };
    roles[role].pids.push(pid);
    roles[role].cpu += cpu;
    roles[role].rss = Math.max(roles[role].rss, rss);
  }
  return roles;
}

/**
 * The usage of a container with this process: `{cpu: seconds so far, rss: MiB now}` of it and of all that it has started.
 */
export function containerUsage(pid, processes = readProcesses()) {
  const total = { cpu: 0, rss: 0 };
  for (const [member, { cpu, rss }] of processes) {
    if (!isDescendant(member, [pid], processes)) continue;
    total.cpu += cpu;
    total.rss += rss;
  }
  return total;
}

/** All processes of this machine, by pid. */
export function readProcesses() {
  const processes = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      processes.set(Number(name), {
        parent: Number(fields[1]),
        // Its own time, and that of its children that have ended: PostgreSQL starts short-lived ones.
        cpu: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond,
        command: readFileSync(`/proc/${name}/cmdline`, 'utf8'),
        rss: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1] ?? 0) / 1024,
      });
    } catch {
      // The process ended while it was read.
    }
  }
  return processes;
}

function isDescendant(pid, ancestors, processes) {
  for (let at = pid; at > 1; at = processes.get(at)?.parent ?? 0) if (ancestors.includes(at)) return true;
  return false;
}
