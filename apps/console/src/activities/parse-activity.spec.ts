import { describe, expect, it } from '@jest/globals';
import { fieldOfForm, parseActivity } from './parse-activity.js';

describe('parseActivity', () => {
  it('keeps all keys', () => expect(parseActivity('{"$type":"X","own":1}')).toEqual({ $type: 'X', own: 1 }));
  it.each([
    ['', 'This is not JSON'],
    ['{"a":}', 'This is not JSON'],
    ['[]', 'An activity is a JSON object'],
    ['null', 'An activity is a JSON object'],
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
