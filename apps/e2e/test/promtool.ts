import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { observability } from './observability.js';

/** Runs promtool. @returns its exit code and output. @throws if it is not installed. */
export function promtool(args: string[], cwd = observability): { code: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { cwd, encoding: 'utf8' });
  if (error) throw new Error('promtool is not installed (Debian: the package prometheus)', { cause: error });
  return { code: status, output: `${stdout}${stderr}` };
}

/** Runs promtool with other rules in place of `alerts.yaml`. */
export function promtoolWith(rules: unknown, args: string[]): { code: number | null; output: string } {
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-rules-'));
  try {
    cpSync(observability, directory, { recursive: true });
    writeFileSync(path.join(directory, 'alerts.yaml'), stringify(rules));
    return promtool(args, directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
