import { maxTimerMs } from '../facilities/clock.js';
import { isObject } from '../given.js';
import type { TributaryOptions } from '../options.js';
import { consents, isAuth, isOneOf, isText, type Check } from './values.js';

const isMs = (value: unknown) => typeof value === 'number' && value >= 0 && value <= maxTimerMs;
const isPositive = (value: unknown) => typeof value === 'number' && value >= 1;
const isBoolean = (value: unknown) => typeof value === 'boolean';
const hasFunctions =
  (...names: string[]): Check =>
  (value) =>
    isObject(value) && names.every((name) => typeof value[name] === 'function');

/** A page may use a path of its own server. */
function isAddress(value: unknown): boolean {
  try {
    const { username, password } = new URL(
      isText(value) ? value : '',
      typeof document === 'undefined' ? undefined : document.baseURI,
    );
    return isText(value) && !username && !password;
  } catch {
    return false;
  }
}

const milliseconds = `a number of milliseconds, at most ${maxTimerMs}`;
const isStorage = hasFunctions('add', 'list', 'remove', 'exclusive', 'close');
const rules: [path: string, isValid: Check, description: string][] = [
  ['url', isAddress, 'the address of the API, without a user'],
  ['datamart', (value) => isText(value) || Number.isSafeInteger(value), 'the id of a datamart'],
  ['auth', isAuth, '{ collectKey }, { token } or { keyId, secret, headerPrefix }, texts that a header can have'],
  ['defaults', isObject, 'an object'],
  ['identifiers', (value) => Array.isArray(value) && value.every(isObject), 'an array of identifiers'],
  ['consent', isOneOf(...consents, 'required'), 'pending, granted, denied or required'],
  ['identifyBrowser', isBoolean, 'true or false'],
  ['storage', (value) => value === 'memory' || isStorage(value), "'memory' or a QueueStorage"],
  ['queue', isObject, 'an object'],
  ['queue.maxCount', isPositive, 'a positive number'],
  ['queue.maxBytes', isPositive, 'a positive number'],
  ['queue.whenFull', isOneOf('drop', 'wait'), 'drop or wait'],
  ['pages', hasFunctions('fields', 'start', 'stop', 'forget'), 'pages()'],
  ['lingerMs', isMs, milliseconds],
  ['requestTimeoutMs', isMs, milliseconds],
  ['maxRetryDelayMs', (value) => isMs(value) && isPositive(value), milliseconds],
  ['fetch', (value) => typeof value === 'function', 'a function'],
  ['debug', isBoolean, 'true or false'],
];
const required = ['url', 'datamart'];

/**
 * @returns the options without those that are null
 * @throws TypeError that names the first option that is wrong, never its value: it may be a secret
 */
export function checkOptions(options: TributaryOptions): TributaryOptions {
  const given = withoutNulls(options);
  if (isObject(given['queue'])) given['queue'] = withoutNulls(given['queue']);
  // An unknown consent must not count as given.
  if (isObject(options) && options.consent === null) given['consent'] = null;
  for (const [path, isValid, description] of rules) {
    const value = path.split('.').reduce<unknown>((of, name) => (isObject(of) ? of[name] : undefined), given);
    if ((value !== undefined || required.includes(path)) && !isValid(value))
      throw new TypeError(`createTributary: ${path} must be ${description}`);
  }
  return given as unknown as TributaryOptions;
}

const withoutNulls = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== null));
