import { describe, expect, it } from '@jest/globals';
import type { AccessAnswer, AccessQuestion } from '@tributary/contracts/access';
import { DirectoryStore } from '@tributary/security/directory.store';
import { AccessSource } from './access.source.js';
import { CredentialsStore } from './credentials.store.js';
import { MissedAccess } from './missed-access.js';

/** Knows nothing, and answers when it is told to. */
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

function missedAccess() {
  const source = new SlowSource();
  return { source, missed: new MissedAccess(source, new CredentialsStore(), new DirectoryStore()) };
}
const question = (index: number) => ({ key_id: `key-${index}` });

describe('a flood of unknown credentials', () => {
  it('asks eight questions at once at most, and waits for none beyond them', () => {
    const { source, missed } = missedAccess();
    const pending = Array.from({ length: 1_000 }, (_, index) => missed.learn(question(index)));
    expect(source.questions).toHaveLength(8);
    expect(pending.filter((one) => one !== undefined)).toHaveLength(8);
  });

  it('asks 100 questions a second at most', async () => {
    const { source, missed } = missedAccess();
    const began = Math.floor(Date.now() / 1_000);
    for (let index = 0; index < 2_000; index++) {
      const pending = missed.learn(question(index));
      source.answerAll();
      await pending;
    }
    const seconds = Math.floor(Date.now() / 1_000) - began + 1;
    expect(source.questions.length).toBeGreaterThanOrEqual(100);
    expect(source.questions.length).toBeLessThanOrEqual(100 * seconds);
  });

  it('asks about the same thing once, for all who wait', () => {
    const { source, missed } = missedAccess();
    const [first, second] = [missed.learn(question(1)), missed.learn(question(1))];
    expect(first).toBe(second);
    expect(source.questions).toEqual([question(1)]);
  });
});
