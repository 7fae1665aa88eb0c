import { z } from 'zod';

/** The kinds of facts. A message omits a fact that has the default of its kind. */
const schemas = {
  /** At most 255 UTF-16 units. Default: null. */
  text: z.string().optional(),
  /** Default: 0. */
  count: z.number().optional(),
  /** Default: false. */
  flag: z.boolean().optional(),
  /** Distinct texts that are not empty. Default: none. */
  list: z.array(z.string()).optional(),
  /** Decimal text with at most 6 fractional digits. Default: null. */
  decimal: z.string().optional(),
};
export type FactKind = keyof typeof schemas;

/** The facts that tracking-ingest derives from the body of an activity for reports (ADR 0010 defines each one). */
const activityFacts = {
  /** Seconds. */
  session_duration: 'count',
  device_form_factor: 'text',
  device_browser_family: 'text',
  device_os_family: 'text',
  device_brand: 'text',
  device_agent_type: 'text',
  origin_source: 'text',
  origin_channel: 'text',
  origin_campaign_name: 'text',
  location_country: 'text',
  location_region: 'text',
  location_city: 'text',
  location_zip_code: 'text',
  /** Names of its events. */
  event_types: 'list',
  has_conversion: 'flag',
  has_bounced: 'flag',
  is_bot: 'flag',
  number_of_user_events: 'count',
  number_of_confirmed_transactions: 'count',
  /** Absent without a transaction. */
  transaction_amount: 'decimal',
} as const satisfies Record<string, FactKind>;

type Table = typeof activityFacts;
export type ActivityFact = keyof Table;
type FactsOfKind<Kind extends FactKind> = {
  [Fact in ActivityFact]: Table[Fact] extends Kind ? Fact : never;
}[ActivityFact];

/** The names of the facts of one kind, in the order of the table. */
export const factsOfKind = <Kind extends FactKind>(kind: Kind): FactsOfKind<Kind>[] =>
  (Object.keys(activityFacts) as ActivityFact[]).filter(
    (fact): fact is FactsOfKind<Kind> => activityFacts[fact] === kind,
  );

type Shape = { [Fact in ActivityFact]: (typeof schemas)[Table[Fact]] };
const shape = Object.fromEntries(Object.entries(activityFacts).map(([fact, kind]) => [fact, schemas[kind]])) as Shape;

/** The facts of one activity. */
export const ActivityFacts = z.object(shape);
export type ActivityFacts = z.infer<typeof ActivityFacts>;
