import { describe, expect, it } from '@jest/globals';
import { asksDatabase } from './poll-pace.js';

const polls = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a poll of an outbox', () => {
  it('asks the database each time while a message has come lately', () => {
    expect(polls(1, 10).filter(asksDatabase)).toEqual(polls(1, 10));
  });

  it('asks it one time in five once the outbox is quiet', () => {
    expect(polls(11, 30).filter(asksDatabase)).toEqual([15, 20, 25, 30]);
  });
});
