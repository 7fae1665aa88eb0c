// The environment of a spec file is that of its worker. What the file changes in process.env and the globals is restored.
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** Libraries that stay loaded keep their own state here. */
const librariesGlobals = new Set(['typeormMetadataArgsStorage']);
/** The registrations of a spec file at libraries that stay loaded. */
const registrations = [Symbol.for('opentelemetry.js.api.1')];

export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.env = { ...process.env };
    this.exit = process.exit;
    this.globals = Object.getOwnPropertyDescriptors(globalThis);
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    process.exit = this.exit;
    for (const name of Object.keys(process.env)) if (!(name in this.env)) delete process.env[name];
    Object.assign(process.env, this.env);
    this.restoreGlobals();
  }

  restoreGlobals() {
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      const before = this.globals[name];
      const now = Object.getOwnPropertyDescriptor(globalThis, name);
      if (!before && !librariesGlobals.has(name)) delete globalThis[name];
      else if (before && 'value' in before && now.value !== before.value)
        Object.defineProperty(globalThis, name, before);
    }
    for (const symbol of registrations) delete globalThis[symbol];
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}
