import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { machineEnvironment } from '@tributary/testing/config';

const tributary = path.join(import.meta.dirname, '../../../../bin/tributary');
const timeoutMs = 300_000;

interface Outcome {
  code: number;
  output: string;
  errors: string;
}

/** Runs `tributary …` as an operator does, with these settings in addition to the machine's, until it exits. */
export async function runTributary(env: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const options = { env: { ...machineEnvironment(), ...env }, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 };
  try {
    const { stdout, stderr } = await promisify(execFile)(tributary, args, options);
    return { code: 0, output: stdout, errors: stderr };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw error;
    return { code, output: stdout, errors: stderr };
  }
}

/** Runs `tributary …`. @returns its output. @throws with its errors unless it exits with 0. */
export async function tributaryOutput(env: Record<string, string>, ...args: string[]): Promise<string> {
  const { code, output, errors } = await runTributary(env, ...args);
  if (code !== 0) throw new Error(`tributary ${args.join(' ')} exits with ${code}: ${errors}`);
  return output;
}
