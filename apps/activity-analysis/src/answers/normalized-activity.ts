import { rawElements, rawMembers, toJsonObject } from '@tributary/http/body/raw-members';

/** Set by the platform. A plugin does not get them. */
export const platformFields = ['$unique_key', '$id', '$received_ts', '$error_analyzer_id', '$is_bot'] as const;

/**
 * The activity as a plugin gets it: `$ts`, `$events`, and `$ts` and `$properties` of each event have a value, and what the
 * platform sets is left out. It is edited as text, so that numbers beyond 2^53 keep their digits.
 *
 * @param body a valid activity
 */
export function normalizedActivity(body: string, received_ts: number): string {
  const members = rawMembers(body);
  const ts = timeOf(members.get('$ts')) ?? String(received_ts);
  const events = members.get('$events');
  for (const field of platformFields) members.delete(field);
  members.set('$ts', ts);
  members.set(
    '$events',
    isNull(events)
      ? '[]'
      : `[${rawElements(events)
          .map((event) => normalized(event, ts))
          .join(',')}]`,
  );
  return toJsonObject(members);
}

function normalized(event: string, activityTs: string): string {
  const members = rawMembers(event);
  members.set('$ts', timeOf(members.get('$ts')) ?? activityTs);
  if (isNull(members.get('$properties'))) members.set('$properties', '{}');
  return toJsonObject(members);
}

/** As JSON number. Undefined for null: the default counts then. */
function timeOf(ts: string | undefined): string | undefined {
  if (isNull(ts)) return undefined;
  // A text may have leading zeros, which a JSON number may not.
  return ts.startsWith('"') ? String(BigInt(JSON.parse(ts) as string)) : ts;
}

export const isNull = (json: string | undefined): json is undefined | 'null' => json === undefined || json === 'null';
