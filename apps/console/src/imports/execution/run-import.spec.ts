import { describe, expect, it } from '@jest/globals';
import { RequestFailure } from '@tributary/client/request-failure';
import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { followToEnd } from './run-import.js';

const state = (status: DocumentImportExecution['status']) => ({ status }) as DocumentImportExecution;
const refused = (status?: number) => new RequestFailure('refused', { status });

/** Reads one answer after the other, the last of them for ever. */
function reading(answers: (DocumentImportExecution | RequestFailure)[]) {
  let reads = 0;
  const read = () => {
    const answer = answers[Math.min(reads, answers.length - 1)];
    reads += 1;
    return answer instanceof RequestFailure ? Promise.reject(answer) : Promise.resolve(answer ?? state('PENDING'));
  };
  return { read, count: () => reads };
}

describe('followToEnd', () => {
  const { signal } = new AbortController();

  it('reads until the end, and shows each state', async () => {
    const seen: string[] = [];
    const { read } = reading([state('PENDING'), state('RUNNING'), state('FAILED')]);
    const onState = ({ status }: DocumentImportExecution) => void seen.push(status);
    expect(await followToEnd(read, { signal, onState }, 1)).toEqual(state('FAILED'));
    expect(seen).toEqual(['PENDING', 'RUNNING', 'FAILED']);
  });

  it('goes on after failures that may pass', async () => {
    const { read } = reading([refused(), refused(503), state('SUCCEEDED')]);
    expect(await followToEnd(read, { signal }, 1)).toEqual(state('SUCCEEDED'));
  });

  it('ends with the fifth of them in a row', async () => {
    const { read, count } = reading([refused(503)]);
    await expect(followToEnd(read, { signal }, 1)).rejects.toMatchObject({ status: 503 });
    expect(count()).toBe(5);
  });

  it.each([403, 404])('ends at once with %d', async (status) => {
    const { read, count } = reading([state('RUNNING'), refused(status)]);
    await expect(followToEnd(read, { signal }, 1)).rejects.toMatchObject({ status });
    expect(count()).toBe(2);
  });

  it('ends with its signal, in the middle of a pause', async () => {
    const { read, count } = reading([state('RUNNING')]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 5);
    await expect(followToEnd(read, { signal: controller.signal }, 60_000)).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(count()).toBe(1);
  });
});
