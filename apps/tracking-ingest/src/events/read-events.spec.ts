import { describe, expect, it } from '@jest/globals';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { writeJson } from '../profiles/json-value.js';
import { readEvents } from './read-events.js';

const account = (value: string, compartment_id = 'default'): Identifier => ({
  type: 'USER_ACCOUNT',
  compartment_id,
  value,
});
const agent: Identifier = { type: 'USER_AGENT', value: 'g' };
const person = { datamart_id: '7', user_point_id: 'p' };

function read(events: string, identifiers: Identifier[] = [account('u'), agent]) {
  const { datamart_id, user_point_id } = person;
  const body = `{"$events":${events}}`;
  const activity = { received_ts: 2_000_000_000_000, datamart_id, identifiers, ts: '1000', writesData: true, body };
  const { profiles, choices } = readEvents({ activity, user_point_id });
  return {
    choices,
    profiles: profiles.map(({ update: { properties, ...how }, ...key }) => ({
      ...key,
      ...how,
      properties: writeJson(properties),
    })),
  };
}
const profileEvent = (properties: string, more = '') =>
  `[{"$event_name":"$set_user_profile_properties"${more},"$properties":${properties}}]`;
const choiceEvent = (properties: string, more = '') =>
  `[{"$event_name":"$set_user_choice"${more},"$properties":${properties}}]`;

it('a body whose profile event an analyzer has removed writes no profile, although the account is an identifier', () => {
  expect(read('[]', [account('u'), account('of-the-event'), agent])).toEqual({ choices: [], profiles: [] });
  expect(read(choiceEvent('{"$processing_id":"5","$choice_acceptance_value":true}'), [account('u')])).toMatchObject({
    choices: [{ processing_id: '5' }],
    profiles: [],
  });
});

describe('a profile event', () => {
  it.each<[string, string, string, Identifier[], object]>([
    [
      'of the account in its properties',
      '{"$compartment_id":"c","$user_account_id":"x","a":1}',
      '',
      [account('u')],
      { compartment_id: 'c', user_account_id: 'x' },
    ],
    [
      'of an account in the default compartment',
      '{"$user_account_id":"x","$compartment_id":null,"a":1}',
      '',
      [account('u')],
      { compartment_id: 'default', user_account_id: 'x' },
    ],
    [
      "of the activity's account",
      '{"a":1}',
      '',
      [account('u', 'c'), agent],
      { compartment_id: 'c', user_account_id: 'u' },
    ],
    [
      "of the activity's account in the compartment that it names",
      '{"$compartment_id":"d","a":1}',
      '',
      [account('u', 'c'), account('v', 'd')],
      { compartment_id: 'd', user_account_id: 'v' },
    ],
    [
      'of an account and compartment that are integers',
      '{"$compartment_id":1606,"$user_account_id":12345678901234567890,"a":1}',
      '',
      [account('u')],
      { compartment_id: '1606', user_account_id: '12345678901234567890' },
    ],
    [
      "of the activity's account, because its own is junk",
      '{"$user_account_id":"null","a":1}',
      '',
      [account('u', 'c'), agent],
      { compartment_id: 'c', user_account_id: 'u' },
    ],
    [
      'of its own account, a junk word that the activity was accepted with',
      '{"$user_account_id":"guest","$compartment_id":"c","a":1}',
      '',
      [account('u', 'c'), account('guest', 'c')],
      { compartment_id: 'c', user_account_id: 'guest' },
    ],
    [
      "of the activity's account in the compartment, an integer, of a junk account",
      '{"$user_account_id":0,"$compartment_id":7,"a":1}',
      '',
      [account('u', 'c'), account('v', '7')],
      { compartment_id: '7', user_account_id: 'v' },
    ],
    ['at its own time as text', '{"a":1}', ',"$ts":"2000"', [account('u')], { ts: 2_000 }],
    ['at the text of a time in its properties', '{"a":1,"$ts":"3000"}', ',"$ts":2000', [account('u')], { ts: 3_000 }],
    ["at the activity's time", '{"a":1}', ',"$ts":null', [account('u')], { ts: 1_000 }],
    ['at its own time', '{"a":1}', ',"$ts":2000', [account('u')], { ts: 2_000 }],
    ['at the time in its properties', '{"a":1,"$ts":3000}', ',"$ts":2000', [account('u')], { ts: 3_000 }],
  ])('writes %s', (_case, properties, more, identifiers, expected) => {
    expect(read(profileEvent(properties, more), identifiers)).toEqual({
      choices: [],
      profiles: [
        {
          ...person,
          compartment_id: 'default',
          user_account_id: 'u',
          ts: 1_000,
          strategy: 'PARTIAL_UPDATE',
          mergeObjects: false,
          properties: '{"a":1}',
          ...expected,
        },
      ],
    });
  });
});

describe('a choice event', () => {
  it.each<[string, string, string, object]>([
    ["at the activity's time", '{"$processing_id":"1","$choice_acceptance_value":true}', '', { choice_ts: '1000' }],
    ['at its own time', '{"$processing_id":"1","$choice_acceptance_value":true}', ',"$ts":2000', { choice_ts: '2000' }],
    [
      'at the time in its properties',
      '{"$processing_id":"1","$choice_acceptance_value":true,"$choice_ts":3000}',
      ',"$ts":2000',
      { choice_ts: '3000' },
    ],
    [
      'at the receipt, if its time is in the future',
      '{"$processing_id":"1","$choice_acceptance_value":true,"$choice_ts":9007199254740993}',
      '',
      { choice_ts: '2000000000000' },
    ],
    [
      'of a processing that is an integer',
      '{"$processing_id":12345678901234567890,"$choice_acceptance_value":true}',
      '',
      { processing_id: '12345678901234567890' },
    ],
    [
      'at the receipt, if the text of its time is in the future',
      '{"$processing_id":"1","$choice_acceptance_value":true,"$choice_ts":"9223372036854775807"}',
      '',
      { choice_ts: '2000000000000' },
    ],
    [
      'at the receipt, if the time of its event is in the future',
      '{"$processing_id":"1","$choice_acceptance_value":true}',
      ',"$ts":2000000600001',
      { choice_ts: '2000000000000' },
    ],
    [
      'at its own time as text',
      '{"$processing_id":"1","$choice_acceptance_value":true}',
      ',"$ts":"2000"',
      { choice_ts: '2000' },
    ],
    ['of a refusal', '{"$processing_id":"1","$choice_acceptance_value":false}', '', { choice_acceptance_value: false }],
    [
      'with its custom fields',
      '{"$processing_id":"1","$choice_acceptance_value":true,"n":1.0,"$x":null}',
      '',
      { custom: '{"n":1.0,"$x":null}' },
    ],
  ])('writes a choice %s', (_case, properties, more, expected) => {
    const choice = { processing_id: '1', choice_ts: '1000', choice_acceptance_value: true, custom: '{}' };
    expect(read(choiceEvent(properties, more))).toEqual({
      profiles: [],
      choices: [{ ...person, ...choice, ...expected }],
    });
  });
});

describe('any other event', () => {
  it.each<[string, string, Identifier[]]>([
    ['another event', '[{"$event_name":"$app_open","$properties":{"$set_user_choice":1}}]', [account('u')]],
    ['events that are no list', '{"$set_user_choice":1}', [account('u')]],
    ['events that are none', '[null,7,"$set_user_choice"]', [account('u')]],
    ['a profile event without properties', '[{"$event_name":"$set_user_profile_properties"}]', [account('u')]],
    ['a profile event without any account', profileEvent('{"a":1}'), [agent]],
    ['a choice without processing', choiceEvent('{"$choice_acceptance_value":true}'), [account('u')]],
    [
      'a choice of a processing that is a fraction',
      choiceEvent('{"$processing_id":1.5,"$choice_acceptance_value":true}'),
      [account('u')],
    ],
    [
      'a choice of neither yes nor no',
      choiceEvent('{"$processing_id":"1","$choice_acceptance_value":1}'),
      [account('u')],
    ],
  ])('writes nothing: %s', (_case, events, identifiers) => {
    expect(read(events, identifiers)).toEqual({ profiles: [], choices: [] });
  });

  it('does not include one whose name is written with escapes', () => {
    const escaped = choiceEvent('{"$processing_id":"1","$choice_acceptance_value":true}').replace(
      '"$set',
      '"\\u0024set',
    );
    expect(read(escaped).choices).toHaveLength(1);
  });
});
