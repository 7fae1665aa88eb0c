import { maxNameLength } from '@tributary/contracts/rules/name-problem';
import { fieldPath } from '@tributary/http/json-body';
import { maxPlanSteps } from '@tributary/http/tracking-plan/enforce-plan';
import { isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';
import type { PlanRules, TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { Counter } from 'prom-client';
import { exampleText, propertyType, type PropertyType } from './example-value.js';

export const observationLimits = { names: 1_000, properties: 200, channels: 20, values: 4, people: 5 } as const;
const maxViolationLength = 500;
/** Names and properties of all datamarts that wait to be saved, for a bounded memory. */
const maxWaiting = 100_000;

/** A stored activity, with the user point of its person. */
interface OwnedActivity {
  activity: {
    datamart_id: string;
    received_ts: number;
    channel_id: string | null;
    public_credential?: unknown;
    identifiers: readonly { value: string }[];
    events?: JsonObject[] | undefined;
    /** The names of events that were left out of it. */
    blocked_events?: string[] | undefined;
    body: string;
  };
  user_point_id: string;
}

/** An event that breaks a schema whose violations are refused. */
export interface RefusedEvent {
  datamart_id: string;
  event_name: string;
  received_ts: number;
  /** Whether a public credential sent it. */
  is_public: boolean;
  /** The refusal, which begins with the place of the event. */
  error: string;
}

export interface ObservedProperty {
  types: Partial<Record<PropertyType, number>>;
  first_seen_ts: number;
  last_seen_ts: number;
  /** User points by JSON text. */
  values: Map<string, Set<string>>;
}

/** The events of one name, as they were seen. */
export interface ObservedType {
  events: number;
  violations: number;
  last_violation: string | undefined;
  /** Whether only public credentials sent it. */
  is_public: boolean;
  first_seen_ts: number;
  last_seen_ts: number;
  channels: Set<string>;
  properties: Map<string, ObservedProperty>;
  /** Properties that found no room. */
  left_out: number;
}

export interface ObservedDatamart {
  types: Map<string, ObservedType>;
  /** Events whose names found no room. */
  left_out: number;
}

/** Counts the events of stored activities until they are saved. */
export class ObservedEvents {
  private datamarts = new Map<string, ObservedDatamart>();
  private waiting = 0;
  /** The names that each datamart has already: they always find room. */
  private readonly known = new Map<string, ReadonlySet<string>>();

  private readonly violations: Counter;
  private readonly leftOut: Counter;

  constructor(
    private readonly plans: TrackingPlans,
    metrics: Metrics,
  ) {
    this.violations = new Counter({
      name: 'tributary_tracking_plan_violations_total',
      help: 'Events of stored activities that break a schema of the tracking plan of their datamart',
      registers: [metrics.registry],
    });
    this.leftOut = new Counter({
      name: 'tributary_tracking_unobserved_total',
      help: 'Events and properties that are not listed, because too many names wait to be saved',
      labelNames: ['kind'],
      registers: [metrics.registry],
    });
    for (const kind of ['name', 'property']) this.leftOut.inc({ kind }, 0);
  }

  /** @param owned stored activities, each once */
  add(owned: OwnedActivity[]): void {
    for (const [datamart_id, own] of Map.groupBy(owned, ({ activity }) => activity.datamart_id)) {
      const judge = judgeOf(this.plans.rulesOf(datamart_id));
      for (const one of own) this.addActivity(one, judge);
    }
  }

  /** Counts an event whose activity was refused because it breaks the plan: it is no event of a stored activity. */
  addRefused({ datamart_id, event_name, received_ts, is_public, error }: RefusedEvent): void {
    const activity = { datamart_id, received_ts, channel_id: null, public_credential: is_public || undefined };
    const type = this.type(this.datamart(datamart_id), event_name, activity);
    if (!type) return;
    type.events -= 1;
    type.violations += 1;
    type.last_violation = error.replace(/^\$events\[\d+\]\./, '').slice(0, maxViolationLength);
  }

  /** Takes all that was counted since the last call. */
  take(): Map<string, ObservedDatamart> {
    const { datamarts } = this;
    this.datamarts = new Map();
    this.waiting = 0;
    return datamarts;
  }

  know(datamart_id: string, names: ReadonlySet<string>): void {
    this.known.set(datamart_id, names);
  }

  private addActivity(owned: OwnedActivity, judge: Judge | undefined): void {
    const { activity } = owned;
    const { events = eventsIn(activity.body), blocked_events = [] } = activity;
    if (events.length === 0 && blocked_events.length === 0) return;
    const datamart = this.datamart(activity.datamart_id);
    for (const name of blocked_events) this.type(datamart, name, activity);
    for (const { $event_name: name, $properties } of events) {
      if (typeof name !== 'string' || name === '') continue;
      const type = this.type(datamart, name, activity);
      if (!type) continue;
      const violation = judge?.(name, $properties);
      if (violation !== undefined) {
        this.violations.inc();
        type.violations += 1;
        type.last_violation = violation;
      }
      if (isObject($properties)) this.addProperties(type, $properties, owned);
    }
  }

  private datamart(id: string): ObservedDatamart {
    const known = this.datamarts.get(id);
    if (known) return known;
    const created = { types: new Map<string, ObservedType>(), left_out: 0 };
    this.datamarts.set(id, created);
    return created;
  }

  /** The type with one more event; undefined if it finds no room. */
  private type(datamart: ObservedDatamart, name: string, activity: Sender): ObservedType | undefined {
    const { datamart_id, received_ts, channel_id, public_credential } = activity;
    let type = datamart.types.get(name);
    if (!type) {
      const isKnown = this.known.get(datamart_id)?.has(name) ?? false;
      const hasRoom = datamart.types.size < 2 * observationLimits.names && this.waiting < maxWaiting;
      if (name.length > maxNameLength || (!isKnown && !hasRoom)) {
        datamart.left_out += 1;
        this.leftOut.inc({ kind: 'name' });
        return undefined;
      }
      type = newType(received_ts);
      datamart.types.set(name, type);
      this.waiting += 1;
    }
    type.events += 1;
    type.is_public &&= public_credential !== undefined;
    type.first_seen_ts = Math.min(type.first_seen_ts, received_ts);
    type.last_seen_ts = Math.max(type.last_seen_ts, received_ts);
    if (channel_id !== null && type.channels.size < observationLimits.channels) type.channels.add(channel_id);
    return type;
  }

  private addProperties(type: ObservedType, properties: JsonObject, { activity, user_point_id }: OwnedActivity): void {
    const { received_ts, identifiers } = activity;
    for (const name in properties) {
      let property = type.properties.get(name);
      if (!property) {
        const hasRoom = type.properties.size < 2 * observationLimits.properties && this.waiting < maxWaiting;
        if (name.length > maxNameLength || !hasRoom) {
          type.left_out += 1;
          this.leftOut.inc({ kind: 'property' });
          continue;
        }
        property = { types: {}, first_seen_ts: received_ts, last_seen_ts: received_ts, values: new Map() };
        type.properties.set(name, property);
        this.waiting += 1;
      }
      const value = properties[name];
      const kind = propertyType(value);
      property.types[kind] = (property.types[kind] ?? 0) + 1;
      property.first_seen_ts = Math.min(property.first_seen_ts, received_ts);
      property.last_seen_ts = Math.max(property.last_seen_ts, received_ts);
      addValue(property, exampleText(value, identifiers), user_point_id);
    }
  }
}

function eventsIn(body: string): JsonObject[] {
  const { $events } = JSON.parse(body) as JsonObject;
  return Array.isArray($events) ? $events.filter(isObject) : [];
}

type Sender = Pick<OwnedActivity['activity'], 'datamart_id' | 'received_ts' | 'channel_id' | 'public_credential'>;

const newType = (ts: number): ObservedType => ({
  events: 0,
  violations: 0,
  last_violation: undefined,
  is_public: true,
  first_seen_ts: ts,
  last_seen_ts: ts,
  channels: new Set(),
  properties: new Map(),
  left_out: 0,
});

/** The latest values stay: one that many people have comes again. */
function addValue({ values }: ObservedProperty, value: string | undefined, user_point_id: string): void {
  if (value === undefined) return;
  const people = values.get(value);
  if (people) {
    if (people.size < observationLimits.people) people.add(user_point_id);
    return;
  }
  if (values.size >= observationLimits.values) {
    const [lonely] = [...values].find(([, known]) => known.size === 1) ?? [];
    if (lonely === undefined) return;
    values.delete(lonely);
  }
  values.set(value, new Set([user_point_id]));
}

/** How an event breaks the schema of its name; undefined if it does not. */
type Judge = (name: string, properties: unknown) => string | undefined;

/** Violations that are refused were refused before. */
function judgeOf(rules: PlanRules | undefined): Judge | undefined {
  if (!rules) return undefined;
  const budget = { left: maxPlanSteps };
  return (name, properties) => {
    const rule = rules.ruleOf(name);
    if (rule?.schema === undefined || rule.isBlocked || budget.left <= 0) return undefined;
    const violation = rules.validatorOf(rule.schema)(properties ?? {}, budget);
    if (!violation || budget.left < 0) return undefined;
    return `${fieldPath(['$properties', ...violation.path])}: ${violation.problem}`.slice(0, maxViolationLength);
  };
}
