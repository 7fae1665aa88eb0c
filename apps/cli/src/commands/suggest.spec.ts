import { expect, it } from '@jest/globals';
import { suggest } from './suggest.js';

it.each([
  ['user', ['users', 'sessions'], '(Did you mean users?)'],
  ['chanel_id', ['channel_id', 'channel_id', 'city'], '(Did you mean channel_id?)'],
  ['lst', ['list', 'retry'], '(Did you mean list?)'],
  ['--help', ['users'], ''],
  ['turnover', ['users', 'sessions'], ''],
  ['users', ['users'], ''],
])('a mistyped %s beside %j: %s', (name, known, suggestion) => expect(suggest(name, known)).toBe(suggestion));
