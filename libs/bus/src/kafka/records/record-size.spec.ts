import { describe, expect, it } from '@jest/globals';
import type { Message } from 'kafkajs';
import { recordSize } from './record-size.js';

const empty: Message = { key: null, value: null };

describe('the size of a record', () => {
  it.each([
    ['its key', { ...empty, key: 'é'.repeat(500) }, 1_000],
    ['its value', { ...empty, value: Buffer.alloc(1_000) }, 1_000],
    ['its headers', { ...empty, headers: { name: 'é'.repeat(500), other: Buffer.alloc(500) } }, 1_500],
    ['every value of a header', { ...empty, headers: { name: ['x'.repeat(500), Buffer.alloc(500)] } }, 1_000],
  ])('counts %s in bytes', (_what, record: Message, bytes) => {
    const counted = recordSize(record) - recordSize(empty);
    expect(counted).toBeGreaterThanOrEqual(bytes);
    expect(counted).toBeLessThan(bytes + 50);
  });
});
