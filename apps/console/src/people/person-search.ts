export const tabs = ['activities', 'identifiers', 'profiles', 'choices', 'segments'] as const;
type Tab = (typeof tabs)[number];

/** The part of a person's page that its address names. */
interface PersonSearch {
  /** Activities unless given. */
  tab?: Tab;
  /** Only activities of this type. */
  type?: string;
  /** Only activities with this event. */
  event?: string;
  /** `$id` of the activity whose JSON is shown. */
  activity?: string;
}

export function readPersonSearch({ tab, type, event, activity }: Record<string, unknown>): PersonSearch {
  const known = tabs.find((name) => name === tab);
  return { ...(known && known !== 'activities' && { tab: known }), ...texts({ type, event, activity }) };
}

// The router reads the search parameter `event=42` as a number.
const texts = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => (typeof value === 'string' && value !== '') || typeof value === 'number')
      .map(([name, value]) => [name, String(value)]),
  );
