import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { machineEnvironment } from '@tributary/testing/config';

const tributary = path.join(import.meta.dirname, '../../../bin/tributary.mjs');
const longEnoughMs = 120_000;

export interface Outcome {
  code: number;
  output: string;
  complaints: string;
}

/** Runs `tributary …` as an operator does, with these settings and the machine's own, to its end. */
export async function runTributary(env: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const options = { env: { ...machineEnvironment(), ...env }, timeout: longEnoughMs, maxBuffer: 64 * 1024 * 1024 };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [tributary, ...args], options);
    return { code: 0, output: stdout, complaints: stderr };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw error;
    return { code, output: stdout, complaints: stderr };
  }
}

/** What it prints. @throws with its complaints unless it exits with 0. */
export async function tributaryPrints(env: Record<string, string>, ...args: string[]): Promise<string> {
  const { code, output, complaints } = await runTributary(env, ...args);
  if (code !== 0) throw new Error(`tributary ${args.join(' ')} exits with ${code}: ${complaints}`);
  return output;
}
