import path from 'node:path';

// Node.js loads the modules, once for all test files of a worker: Jest's own runtime evaluates all of them for each file.
// A test file, the modules of `test/` and those that import @jest/globals are still evaluated for each file.
export default {
  runtime: path.join(import.meta.dirname, 'native-runtime.mjs'),
  testEnvironment: path.join(import.meta.dirname, 'native-environment.mjs'),
  moduleFileExtensions: ['ts', 'js', 'json'],
  transform: {},
  testTimeout: 900_000,
  testSequencer: path.join(import.meta.dirname, 'longest-first.mjs'),
};
