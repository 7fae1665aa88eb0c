import { transaction } from '@tributary/database/transaction';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { resolveAndMerge } from '../../src/attached-data/resolve-and-merge.js';
import { writeChoices } from '../../src/choices/write-choices.js';
import { maxIdentifiers } from '../../src/identity/resolve-user-points.js';
import { upsertProfiles } from '../../src/profiles/write-profiles.js';
import { printDryRun, printRulesMigration } from '../../src/rules-migration/print-rules-migration.js';
import { RulesMigration } from '../../src/rules-migration/rules-migration.js';
import type { Tracking } from '../tracking.js';

const agent = (value: string) => ({ type: 'USER_AGENT' as const, value });
const account = (value: string) => ({ type: 'USER_ACCOUNT' as const, compartment_id: 'c', value });

/** Identifiers and times that an older version has stored, of a person with the most identifiers, too. */
export async function migrateOlder({ database, app, postgres }: Tracking, datamart_id: string): Promise<void> {
  const full = Array.from({ length: maxIdentifiers - 1 }, (_, index) => agent(`full-${index}`));
  const people = [
    [account(' old '), agent('null')],
    [agent(' full'), ...full],
  ];
  for (const identifiers of people)
    await transaction(database, async (client) => {
      const claim = { datamart_id, identifiers, writesData: true };
      const [resolution] = await resolveAndMerge(client, [claim], Date.now());
      if (!resolution || 'refusal' in resolution) throw new Error('refused');
      const person = { datamart_id, user_point_id: resolution.user_point_id };
      const future = Date.now() + 365 * dayMs;
      const choice = { processing_id: '5', choice_ts: String(future), choice_acceptance_value: true, custom: '{}' };
      await writeChoices(client, [{ ...person, ...choice }], Date.now());
      const update = { properties: {}, strategy: 'FORCE_REPLACE', mergeObjects: false, ts: future } as const;
      await upsertProfiles(client, [{ ...person, compartment_id: 'c', user_account_id: ' old ', update }], Date.now());
    });
  await database.query('update rules_migration_steps set passes = 0, not_before = 0');
  await app.app.get(RulesMigration, { strict: false }).run();
  await printRulesMigration(postgres.url);
  await printDryRun(postgres.url, Date.now());
}
