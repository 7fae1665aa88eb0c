import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { machineEnvironment } from '@tributary/testing/config';
import { eventually } from '@tributary/testing/eventually';
import type { WorkerCredentials } from '../client/plugins.js';
import type { EmbeddedSuite } from '../suite/embedded-suite.js';
import { DocumentedPrograms } from './documented-programs.js';
import { matchesAnswer, otherAnswers, parseAnswer } from './match-answer.js';
import { readExamples } from './read-examples.js';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../../..');
/** Longer than an import or a report takes on a busy machine. */
const withinMs = 180_000;

/**
 * The calls of a document, in its order, on a product that has nothing of what they create.
 *
 * @param otherBlocks how many `sh` blocks are no call with an answer
 */
export function documentCalls(suite: EmbeddedSuite, file: string, otherBlocks: number): void {
  const markdown = readFileSync(path.join(root, file), 'utf8');
  const examples = readExamples(markdown);
  const directory = path.join(suite.directory, path.basename(file));
  /** The answer of the product to each example. */
  const answers: unknown[] = [];
  let programs: DocumentedPrograms;

  beforeAll(async () => {
    mkdirSync(directory);
    programs = await DocumentedPrograms.prepare(directory, markdown);
  });
  afterAll(() => (programs as DocumentedPrograms | undefined)?.stop());

  it('shows the answer to each call', () => {
    expect(examples.length).toBeGreaterThan(0);
    expect(markdown.match(/^```sh$/gm)).toHaveLength(examples.length + otherBlocks);
    expect(markdown.match(/^```(typescript|javascript|python)$/gm) ?? []).toHaveLength(programs.count);
  });

  // In the order of the document. A call sees the variables and the effects of those before it.
  it.each(examples.map((example, index) => ({ ...example, index })))(
    'is right about $title',
    async ({ index, answer, isRead }) => {
      const compare = async () => {
        answers[index] = await callOf(index);
        if (!matchesAnswer(parseAnswer(answer), answers[index])) expect(answers[index]).toEqual(answer);
      };
      // Imports and reports take a moment.
      await (isRead ? eventually(compare, { within: withinMs }) : compare());
      const worker = newWorker(answers[index]);
      if (worker) await programs.start(worker, suite.platform.url);
    },
  );

  it('(control) would be wrong with any other value in an answer', () => {
    const others = examples.flatMap(({ answer }, index) =>
      otherAnswers(parseAnswer(answer)).map((other) => ({ other, actual: answers[index] })),
    );
    expect(others.length).toBeGreaterThan(examples.length);
    expect(others.filter(({ other, actual }) => matchesAnswer(other, actual))).toEqual([]);
  });

  /** Runs a call with the variables of the calls before it. @returns the parsed answer. */
  async function callOf(index: number): Promise<unknown> {
    const variables = examples.slice(0, index).flatMap(({ call }) => call.match(/^[A-Z]+=.*$/gm) ?? []);
    const script = ['set -euo pipefail', ...variables, examples[index]?.call].join('\n');
    const env = { ...machineEnvironment(), TOKEN: suite.platform.token };
    const address = new URL(suite.platform.url).host;
    const real = programs.toReal(script.replaceAll('localhost:8080', address));
    const { stdout } = await run('bash', ['-c', real], { cwd: directory, env });
    return JSON.parse(stdout);
  }
}

/** The credentials in the answer that creates a worker, or gives it a new token. */
function newWorker(answer: unknown): WorkerCredentials | undefined {
  const { data } = answer as { data?: Partial<WorkerCredentials> };
  return data?.authentication_token === undefined ? undefined : (data as WorkerCredentials);
}
