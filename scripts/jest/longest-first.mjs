// Begins with the files that took longest in the last recorded run: what is long and begins last, one worker does alone.
import path from 'node:path';
import Sequencer from '@jest/test-sequencer';
import { readRecorded } from '../tiers/times.mjs';

const root = path.join(import.meta.dirname, '../..');

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const { files } = readRecorded();
    const secondsOf = (test) => files[path.relative(root, test.path)] ?? 0;
    return super.sort(tests).toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }
}
