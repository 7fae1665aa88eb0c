import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { followContext } from '@tributary/runtime/async-context';
import { PluginDouble, type PluginAnswer } from '@tributary/testing/plugin-double';
import type { IsolatedPluginCalls } from '../src/calls/isolated-plugin-calls.js';
import { aCall, isolatedCalls } from './calls.js';

export let plugin: PluginDouble;
export let calls: IsolatedPluginCalls;
beforeAll(() => {
  followContext();
  calls = isolatedCalls();
});
afterAll(() => calls.onApplicationShutdown());
beforeEach(() => startPlugin());
afterEach(() => plugin.close());

export const call = (difference: Parameters<typeof aCall>[1] = {}) => calls.call(aCall(plugin.url, difference));
export const unavailable = { kind: 'failed', failure: 'UNAVAILABLE' };

export const tooLittle: PluginAnswer = {
  kind: 'raw',
  bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{',
  staysOpen: true,
};

export const startPlugin = async (...options: Parameters<typeof PluginDouble.start>) =>
  void (plugin = await PluginDouble.start(...options));
