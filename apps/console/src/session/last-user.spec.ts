import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { forgetUser, keepUserRemembered, lastUser, rememberUser } from './last-user.js';

/** The storage that all tabs of a browser share. */
const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};
const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
beforeEach(() => {
  stored.clear();
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
});
afterEach(() => {
  if (before) Object.defineProperty(globalThis, 'localStorage', before);
  else Reflect.deleteProperty(globalThis, 'localStorage');
});

/** A tab with a session of the user, and its events. */
function openTab(id: string) {
  const tab = new EventTarget();
  const end = keepUserRemembered(id, tab);
  const send = (type: string, fields: object = {}) => tab.dispatchEvent(Object.assign(new Event(type), fields));
  return { end, focus: () => send('focus'), hear: (key: string | null) => send('storage', { key, newValue: null }) };
}

const key = () => [...stored.keys()][0] ?? '';

describe('the last user of a browser', () => {
  it('is none before the first sign-in (control)', () => expect(lastUser()).toBeUndefined());

  it('is that of the tab that was opened or used last', () => {
    const one = openTab('1');
    expect(lastUser()).toBe('1');
    openTab('2');
    expect(lastUser()).toBe('2');
    one.focus();
    expect(lastUser()).toBe('1');
  });

  it('is forgotten when the only tab signs out', () => {
    const tab = openTab('1');
    tab.end();
    forgetUser();
    tab.focus();
    expect(lastUser()).toBeUndefined();
  });

  it('is known again when another tab goes on', () => {
    const tab = openTab('1');
    const name = key();
    forgetUser();
    tab.hear('other');
    expect(lastUser()).toBeUndefined();
    tab.hear(name);
    expect(lastUser()).toBe('1');
    forgetUser();
    tab.hear(null);
    expect(lastUser()).toBe('1');
  });

  it('is kept as an id, and nothing else is', () => {
    rememberUser('1');
    expect([...stored]).toEqual([['tributary.last-user', '1']]);
  });
});
