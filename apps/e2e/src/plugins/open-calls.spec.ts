import { expect, it } from '@jest/globals';
import { mostInWindow } from './open-calls.js';

it.each([
  [[], 0],
  [[5], 1],
  [[0, 10, 20], 1],
  [[0, 9, 10, 18], 3],
  [[0, 0, 0, 30, 31], 3],
])('%j has at most %i arrivals in 10 ms', (arrivals, most) => expect(mostInWindow(arrivals, 10)).toBe(most));
