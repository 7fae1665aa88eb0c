import { expect, it } from '@jest/globals';
import { loadModule, usedMembers } from './kafkajs-modules.js';

/** Members that the module, or the class that it exports, does not have. The module itself if it is not there. */
function missingOf(name: string, members: readonly string[]): string[] {
  try {
    const loaded = loadModule(name) as object & { prototype?: object };
    const own = loaded.prototype && Object.keys(loaded).length === 0 ? loaded.prototype : loaded;
    return members.filter((member) => !(member in own)).map((member) => `kafkajs/src/${name}: ${member}`);
  } catch {
    return [`kafkajs/src/${name}`];
  }
}

const missing = (used: typeof usedMembers) =>
  Object.entries(used).flatMap(([name, members]) => missingOf(name, members));

it('every part of kafkajs that we use and it does not document is there', () =>
  expect(missing(usedMembers)).toEqual([]));

it('(control) a member or a module that an upgrade moves is named', () =>
  expect(missing({ broker: ['connect', 'gone'], 'network/gone': ['send'] })).toEqual([
    'kafkajs/src/broker: gone',
    'kafkajs/src/network/gone',
  ]));
