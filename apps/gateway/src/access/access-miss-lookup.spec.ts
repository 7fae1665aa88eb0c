import { describe, expect, it } from '@jest/globals';
import type { AccessAnswer, AccessQuestion } from '@tributary/contracts/admin/access';
import { DirectoryStore } from '@tributary/security/directory.store';
import { AccessMissLookup } from './access-miss-lookup.js';
import { AccessSource } from './access.source.js';
import { CredentialsStore } from './credentials.store.js';

/** Finds nothing, and answers only on `answerAll`. */
class SlowSource extends AccessSource {
  readonly questions: AccessQuestion[] = [];
  private readonly waiting: ((answer: AccessAnswer | undefined) => void)[] = [];

  ask(question: AccessQuestion): Promise<AccessAnswer | undefined> {
    this.questions.push(question);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  answerAll(): void {
    for (const resolve of this.waiting.splice(0)) resolve(undefined);
  }
}

function aLookup() {
  const source = new SlowSource();
  return { source, lookup: new AccessMissLookup(source, new CredentialsStore(), new DirectoryStore()) };
}
const question = (index: number) => ({ key_id: `key-${index}` });

describe('a flood of unknown credentials', () => {
  it('has at most eight questions in flight, and does not wait for others', () => {
    const { source, lookup } = aLookup();
    const pending = Array.from({ length: 1_000 }, (_, index) => lookup.lookUp(question(index)));
    expect(source.questions).toHaveLength(8);
    expect(pending.filter((one) => one !== undefined)).toHaveLength(8);
  });

  it('asks at most 100 questions a second', async () => {
    const { source, lookup } = aLookup();
    const began = Math.floor(Date.now() / 1_000);
    for (let index = 0; index < 2_000; index++) {
      const pending = lookup.lookUp(question(index));
      source.answerAll();
      await pending;
    }
    const seconds = Math.floor(Date.now() / 1_000) - began + 1;
    expect(source.questions.length).toBeGreaterThanOrEqual(100);
    expect(source.questions.length).toBeLessThanOrEqual(100 * seconds);
  });

  it('asks equal questions once, for all requests that wait', () => {
    const { source, lookup } = aLookup();
    const [first, second] = [lookup.lookUp(question(1)), lookup.lookUp(question(1))];
    expect(first).toBe(second);
    expect(source.questions).toEqual([question(1)]);
  });
});
