import { describe, expect, it } from '@jest/globals';
import type { UserActivity } from '@tributary/client/generated/types.gen';
import fc from 'fast-check';
import { demoFiles } from './demo-lines.js';
import { demoCompartment, identifiersToErase } from './demo-people.js';

type Identifier = NonNullable<NonNullable<UserActivity['$user_identifiers']>[number]>;

const filesAt = (now: number) => demoFiles({ now, load: '1', segments: { buyers: '1', newsletter: '2' } });
const files = filesAt(Date.UTC(2026, 10, 23, 14));
const linesOf = (name: string) => (files.find((file) => file.name === name)?.lines ?? []) as Record<string, unknown>[];

const erased = new Set(identifiersToErase().map((line) => JSON.stringify(line)));
const agentLine = (user_agent_id: unknown) => JSON.stringify({ type: 'USER_AGENT', user_agent_id });
const accountLine = (user_account_id: unknown) =>
  JSON.stringify({ type: 'USER_ACCOUNT', compartment_id: demoCompartment, user_account_id });

describe('the erasures', () => {
  it('name a person of every line, whenever it was loaded', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (now) => {
        for (const { document_type, lines } of filesAt(now))
          for (const line of lines as Record<string, unknown>[]) {
            const named = document_type === 'USER_ACTIVITY' ? agentsOf(line) : [accountLine(line['user_account_id'])];
            expect(named.filter((one) => !erased.has(one))).toEqual([]);
          }
      }),
      { numRuns: 5 },
    ));

  it('name no identifier that is not of the demo data', () => {
    const values = identifiersToErase().map((line) => JSON.stringify(line));
    const own = /"(web|tv):demo:|"mob:and:raw:[0-9a-f]{8}-[0-9a-f]{4}-8|"compartment_id":"tributary-demo"/;
    expect(values.filter((value) => !own.test(value))).toEqual([]);
    expect(erased.size).toBe(values.length);
  });
});

const agentsOf = ({ $user_identifiers }: Record<string, unknown>): string[] =>
  (
    (($user_identifiers as Identifier[] | undefined) ?? []).filter(({ $type }) => $type === 'USER_AGENT') as {
      $user_agent_id: unknown;
    }[]
  ).map(({ $user_agent_id }) => agentLine($user_agent_id));

describe('the files', () => {
  it('have one line without a person, at the end of the activities', () => {
    const without = linesOf('activities').filter((line) => line['$user_identifiers'] === undefined);
    expect(without).toEqual([linesOf('activities').at(-1)]);
  });

  it('have accounts in a compartment of their own only', () => {
    for (const name of ['profiles', 'choices', 'segments'])
      for (const line of linesOf(name)) expect(line['compartment_id']).toBe(demoCompartment);
  });

  it('have people in both segments, choices of both kinds', () => {
    expect(new Set(linesOf('segments').map((line) => line['segment_id']))).toEqual(new Set(['1', '2']));
    const values = linesOf('choices').map(
      (line) => (line['user_choice'] as Record<string, unknown>)['$choice_acceptance_value'],
    );
    expect(new Set(values)).toEqual(new Set([true, false]));
  });
});
