import path from 'node:path';
import { swcOptions } from './scripts/jest/swc-options.mjs';

// Native ESM (node --experimental-vm-modules). Each test file has its own modules.
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'json'],
  moduleNameMapper: {
    '^fast-check$': path.join(import.meta.dirname, 'scripts/jest/fast-check.mjs'),
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swcOptions, sourceMaps: 'inline' }] },
  // It only ends what hangs, on a machine that does much else. Limits on time stand in bench.
  testTimeout: 900_000,
  testSequencer: path.join(import.meta.dirname, 'scripts/jest/longest-first.mjs'),
};
