import { allowedOrigin, allowedOriginRule } from '@tributary/contracts/rules/collecting/allowed-origin';
import { isTimeZone, timeZoneRule } from '@tributary/contracts/rules/time-units';
import { maxNameLength, nameProblem } from '@tributary/contracts/rules/name-problem';
import { inexact, isObject } from '@tributary/contracts/rules/json/json-object';

/** Reports why a field, or a part of it, is wrong. @param part what follows the path of the field, as `.sections[0]` */
export type Report = (message: string, part?: string) => void;

/** Checks the value of one field. @returns it in the form in which the platform stores it */
export type Check = (value: unknown, report: Report) => unknown;

export const aText: Check = (value, report) => {
  if (typeof value !== 'string') report('must be a text');
  return value;
};

export const aName: Check = (value, report) => {
  if (typeof value !== 'string' || value === '') report('must be a text that is not empty');
  else if (value.length > maxNameLength) report(`is longer than ${maxNameLength}`);
  else {
    const problem = nameProblem(value);
    if (problem !== undefined) report(problem);
  }
  return value;
};

export const aBoolean: Check = (value, report) => {
  if (typeof value !== 'boolean') report('must be true or false');
  return value;
};

export const aTimeZone: Check = (value, report) => {
  if (typeof value !== 'string' || !isTimeZone(value)) report(timeZoneRule);
  return value;
};

export const anObject: Check = (value, report) => {
  if (!isObject(value)) report('must be an object');
  return value;
};

export const anOrigin: Check = (value, report) => {
  const origin = typeof value === 'string' ? allowedOrigin(value) : undefined;
  if (origin === undefined) report(allowedOriginRule);
  return origin;
};

export const aNumber =
  ({ min, integer = false }: { min: number; integer?: boolean }): Check =>
  (value, report) => {
    const number = inexact(value);
    const isRight = typeof number === 'number' && number >= min && (!integer || Number.isSafeInteger(number));
    if (!isRight) report(`must be ${integer ? 'a whole number' : 'a number'} from ${min} on`);
    return number;
  };

export const aPositive: Check = (value, report) => {
  const number = inexact(value);
  if (typeof number !== 'number' || !(number > 0)) report('must be a number above 0');
  return number;
};

export const oneOf =
  (...values: readonly string[]): Check =>
  (value, report) => {
    if (!values.includes(value as string)) report(`must be one of ${values.join(', ')}`);
    return value;
  };

/** Null removes the value. */
export const optional =
  (check: Check): Check =>
  (value, report) =>
    value === null ? null : check(value, report);

/** Each value once. @param ordered false: the platform keeps no order of them, so they are sorted */
export const listOf =
  (check: Check, { ordered = false }: { ordered?: boolean } = {}): Check =>
  (value, report) => {
    if (!Array.isArray(value)) return void report('must be a list');
    const values = (value as unknown[]).map((each, index) =>
      check(each, (message, part = '') => report(message, `[${index}]${part}`)),
    );
    const distinct = [...new Set(values)];
    return ordered ? distinct : distinct.toSorted();
  };
