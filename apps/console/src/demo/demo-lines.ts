import type { UserActivity } from '@tributary/client/generated/types.gen';
import { demoActivities, refusedActivity } from './demo-activities.js';
import { accountOf, demoCompartment, demoPeople, profileOf } from './demo-people.js';
import { DemoRandom } from './demo-random.js';

/** As the body of an upload. */
export const toNdjson = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** The choices of the demo data are about it. No community has to register it. */
const demoProcessing = 'demo-newsletter';

interface Load {
  now: number;
  /** Distinguishes what one load has stored from another's. */
  load: string;
  segments: { buyers: string; newsletter: string };
}

/** The files of a load, in the order in which they are imported. */
export function demoFiles({ now, load, segments }: Load) {
  const activities = demoActivities(now, load);
  const known = demoPeople.filter((person) => accountOf(person) !== undefined);
  const accepted = known.filter(hasAccepted);
  return [
    { name: 'activities', document_type: 'USER_ACTIVITY', lines: [...activities, refusedActivity(now)] },
    { name: 'profiles', document_type: 'USER_PROFILE', lines: known.map(profileLine) },
    { name: 'choices', document_type: 'USER_CHOICE', lines: known.map((person) => choiceLine(person, now)) },
    {
      name: 'segments',
      document_type: 'USER_SEGMENT',
      lines: [
        ...buyersOf(activities).map((account) => segmentLine(account, segments.buyers)),
        ...accepted.map((person) => segmentLine(`demo-${person}`, segments.newsletter)),
      ],
    },
  ] as const;
}

export type DemoFile = ReturnType<typeof demoFiles>[number];

const upsertOf = (user_account_id: string) => ({
  operation: 'UPSERT',
  compartment_id: demoCompartment,
  user_account_id,
});

const profileLine = (person: number) => ({ ...upsertOf(`demo-${person}`), user_profile: profileOf(person) });

const segmentLine = (account: string, segment_id: string) => ({
  ...upsertOf(account),
  operation: 'UPDATE',
  segment_id,
});

const hasAccepted = (person: number) => new DemoRandom(`demo choice ${person}`).chance(0.6);

const choiceLine = (person: number, now: number) => ({
  ...upsertOf(`demo-${person}`),
  user_choice: { $processing_id: demoProcessing, $choice_ts: now, $choice_acceptance_value: hasAccepted(person) },
});

/** The accounts with a purchase. */
function buyersOf(activities: readonly UserActivity[]): string[] {
  const bought = activities.filter(({ $events }) =>
    $events?.some(({ $event_name }) => $event_name === '$transaction_confirmed'),
  );
  const accounts = bought.flatMap(({ $user_identifiers }) =>
    ($user_identifiers ?? []).flatMap((one) => (one?.$type === 'USER_ACCOUNT' ? String(one.$user_account_id) : [])),
  );
  return [...new Set(accounts)];
}
