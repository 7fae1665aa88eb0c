import { describe, expect, it } from '@jest/globals';
import { auditRuleOf, notAudited } from '@tributary/contracts/audit/audit-rules';
import type { Route } from '@tributary/contracts/endpoints/route';
import { routes } from '@tributary/gateway/routes';
import { eventually } from '@tributary/testing/eventually';
import { Client } from 'pg';
import { product } from './openapi-fixture.js';

/** Reads of what is no person: of flagged people it lists no identifiers. Paths with data of people that are missing here must leave an event. */
const readsNoPerson =
  /user_activities\/events$|user_identifiers_association|user_account_compartments$|user_points\/flagged$/;

/** Operations that must leave an event each: all writes but those with a reason, and all reads of a person. */
const mustBeAudited = ({ method, path }: Route) =>
  method === 'GET'
    ? /\/user_points(\/|$)|\/user_segments\/|\/members$/.test(path) && !readsNoPerson.test(path)
    : !(`${method} ${path}` in notAudited);

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

/** The operations of which the audit has no event. */
function withoutEvent(all: readonly Pick<Route, 'method' | 'path'>[], events: ReadonlySet<string>): string[] {
  const has = (one: Pick<Route, 'method' | 'path'>) => {
    const rule = auditRuleOf(one.method, one.path);
    return rule !== undefined && events.has(`${rule.action ?? 'UPDATE'} ${rule.resource}`);
  };
  return all.filter((one) => !has(one)).map(nameOf);
}

/** Call it after the examples of all operations. */
export function checkAuditedOperations(): void {
  describe('the audit of the examples', () => {
    const audited = routes.filter(mustBeAudited);
    let events = new Set<string>();

    it('has an event of each operation that is neither a read without a person nor has a reason', async () => {
      const database = new Client({ connectionString: product.databaseUrl });
      await database.connect();
      const untilRecorded = eventually(async () => {
        const { rows } = await database.query<{ name: string }>(
          `select distinct action || ' ' || resource as name from audit.events
           where organisation_id is not null or community_id is not null`,
        );
        events = new Set(rows.map(({ name }) => name));
        expect(withoutEvent(audited, events)).toEqual([]);
      });
      await untilRecorded.finally(() => {
        void database.end();
      });
    });

    it('(control) misses that of a new operation', () => {
      expect(withoutEvent([...audited, { method: 'POST', path: '/v1/novelties' }], events)).toEqual([
        'POST /v1/novelties',
      ]);
    });

    it('leaves out existing operations only', () => {
      const known = new Set(routes.map(nameOf));
      expect(Object.keys(notAudited).filter((name) => !known.has(name))).toEqual([]);
    });
  });
}
