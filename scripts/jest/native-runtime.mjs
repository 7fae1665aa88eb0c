// Jest's runtime for spec files that share the modules of their worker: Node.js loads them, once, instead of jest-runtime,
// which evaluates every module again for every file.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { setGlobals } from './globals.mjs';
import { SourceMaps, startTestFile } from './typescript-hooks.mjs';

const require = createRequire(import.meta.url);
const testTimeout = Symbol.for('TEST_TIMEOUT_SYMBOL');
/** State of jest-circus, which it looks for before it makes its own. */
const circusState = [Symbol.for('EVENT_HANDLERS'), testTimeout];

export default class NativeRuntime {
  constructor(config, environment) {
    this.config = config;
    this.environment = environment;
    for (const symbol of circusState) delete globalThis[symbol];
    startTestFile();
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(file) {
    await import(pathToFileURL(file).href);
  }

  requireModule(file) {
    return require(file);
  }

  /** jest-circus keeps its state in its module: each spec file has its own. */
  requireInternalModule(file) {
    delete require.cache[file];
    return require(file);
  }

  setGlobalsForRuntime(globals) {
    setGlobals({ ...globals, jest: this.jestObject() });
  }

  jestObject() {
    const { moduleMocker, fakeTimersModern } = this.environment;
    const { fakeTimers } = this.config;
    const jest = {
      fn: (implementation) => moduleMocker.fn(implementation),
      spyOn: (object, name, accessType) => moduleMocker.spyOn(object, name, accessType),
      restoreAllMocks: () => moduleMocker.restoreAllMocks(),
      useFakeTimers: (options) => fakeTimersModern.useFakeTimers({ ...fakeTimers, ...options }),
      setTimeout: (timeoutMs) => void (globalThis[testTimeout] = timeoutMs),
    };
    return new Proxy(jest, { get: (own, name) => own[name] ?? fakeTimersModern[name].bind(fakeTimersModern) });
  }

  getSourceMaps() {
    return new SourceMaps(this.config.cacheDirectory);
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  enterTestCode() {}

  leaveTestCode() {}

  teardown() {}
}
