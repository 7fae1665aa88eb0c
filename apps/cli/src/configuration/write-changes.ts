import { putTrackingPlan } from '@tributary/client/generated/sdk.gen';
import type { PutTrackingPlanData } from '@tributary/client/generated/types.gen';
import { say } from '../output/status-messages.js';
import type { Change, Platform } from './model/changes.js';
import type { Scope } from './model/resource.js';
import { resources } from './resources.js';
import { sections, type Section } from './model/shapes.js';

/** A key that was made, whose value people need. */
export interface CreatedKey {
  name: string;
  key: string;
}

/** Writes changes in the order of the sections, then removes in the opposite one. If one is refused, it says what was done until then. */
export async function writeChanges(
  scope: Scope,
  changes: readonly Change[],
  platform: Platform,
): Promise<CreatedKey[]> {
  const created: CreatedKey[] = [];
  const ofSection = (section: Section, removed: boolean) =>
    changes.filter((change) => change.section === section && (change.change === 'removed') === removed);
  let done = 0;
  try {
    for (const section of sections) {
      if (section === 'event_types') {
        const ofPlan = changes.filter((change) => change.section === section);
        if (ofPlan.length > 0) await writePlan(scope, ofPlan, platform);
        done += ofPlan.length;
      } else
        for (const change of ofSection(section, false)) {
          created.push(...(await writeOne(scope, section, change)));
          done += 1;
        }
    }
    for (const section of sections.toReversed())
      if (section !== 'event_types')
        for (const { existing } of ofSection(section, true)) {
          if (existing) await resources[section].remove(scope, existing);
          done += 1;
        }
    return created;
  } catch (error) {
    sayKeys(created);
    say(`${done} of ${changes.length} changes were made. Applying the file again goes on from there.`, 'yellow');
    throw error;
  }
}

async function writeOne(
  scope: Scope,
  section: Exclude<Section, 'event_types'>,
  { name, existing, entry }: Change,
): Promise<CreatedKey[]> {
  if (existing) {
    await resources[section].update(scope, existing, entry);
    return [];
  }
  const { id, key } = await resources[section].create(scope, entry);
  scope.ids.get(section)?.set(name, id);
  return section === 'collect_keys' && key !== undefined ? [{ name, key }] : [];
}

/** All types of the datamart are one document: it is replaced, or nothing is. */
async function writePlan({ datamart_id }: Scope, changes: readonly Change[], platform: Platform): Promise<void> {
  const types = new Map((platform.get('event_types') ?? []).map(({ id, fields }) => [id, fields]));
  for (const { change, name, entry } of changes)
    if (change === 'removed') types.delete(name);
    else types.set(name, entry);
  const body = { event_types: [...types.values()] } as PutTrackingPlanData['body'];
  await putTrackingPlan({ path: { datamart_id }, body });
}

/** Keys that exist although the command fails: their values are not shown again by it. */
function sayKeys(created: readonly CreatedKey[]): void {
  for (const { name, key } of created) say(`the key of ${name}: ${key}`);
}
