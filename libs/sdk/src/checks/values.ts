import { isObject } from '../given.js';
import type { Auth } from '../options.js';

export type Check = (value: unknown) => boolean;

export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
/** Another text is no value of a header, and the error of `fetch` would show it. */
const isHeader = (value: unknown) => isText(value) && /^[\x20-\x7e]+$/.test(value);
const isName = (value: unknown) => isText(value) && /^[\w-]+$/.test(value);
export const isOneOf =
  (...values: string[]): Check =>
  (value) =>
    values.includes(value as string);
export const consents = ['pending', 'granted', 'denied'];
export const isConsent = isOneOf(...consents);
export const isAuth = (value: unknown): value is Auth =>
  isObject(value) &&
  ('secret' in value
    ? isText(value['secret']) &&
      isHeader(value['keyId']) &&
      (value['headerPrefix'] === undefined || isName(value['headerPrefix']))
    : isHeader('collectKey' in value ? value['collectKey'] : value['token']));
