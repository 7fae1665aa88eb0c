import { describe, expect, it } from '@jest/globals';
import { isChanged } from '@tributary/testing/changed-numbers';
import { fieldOfForm, parseActivity } from './parse-activity.js';

describe('parseActivity', () => {
  it('keeps all keys, and the texts of numbers', () => {
    const text = '{"$type":"X","own":[9007199254740993,1e400,-0,1.10]}';
    expect(JSON.stringify(parseActivity(text))).toBe(text);
    expect(isChanged(text)).toBe(true);
  });

  it.each([
    ['', 'An activity is a JSON object'],
    ['{"a":}', 'This is not JSON'],
    ['[]', 'An activity is a JSON object'],
    ['null', 'An activity is a JSON object'],
    ['1.10', 'An activity is a JSON object'],
    ['7', 'An activity is a JSON object'],
  ])('refuses "%s"', (text, message) => expect(() => parseActivity(text)).toThrow(message));
});

it.each([
  ['$type', 'type'],
  ['$site_id', 'channel'],
  ['$events[0].$event_name', 'event_name'],
  ['$user_identifiers[0].$user_agent_id', 'identifier'],
  ['$location', undefined],
  [undefined, undefined],
])('a message about %s stands at the field %s', (named, field) => expect(fieldOfForm(named)).toBe(field));
