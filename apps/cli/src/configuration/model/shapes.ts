import {
  aBoolean,
  aName,
  anObject,
  anOrigin,
  aNumber,
  aPositive,
  aText,
  aTimeZone,
  listOf,
  oneOf,
  optional,
  type Check,
} from '@tributary/client/configuration/field-checks';
import {
  channelTypes,
  dashboardScopes,
  eventTypeStatuses,
  legalBases,
  recoveryStrategies,
  violationOutcomes,
} from '@tributary/contracts/rules/resources/choices';
import { flagRuleNames } from '@tributary/contracts/rules/flag-rules';
import type { Role } from '@tributary/contracts/rules/access/roles';
import { describeProblems } from '@tributary/contracts/rules/dashboards/describe-problems';

/** How the resources of one kind look in a file. */
interface Shape {
  /** In messages. */
  noun: string;
  /** The field by which a resource of the platform is found. None: there is one, and it always exists. */
  identity?: string;
  fields: Readonly<Record<string, Check>>;
  /** The least role that writes them; EDITOR unless given. */
  role?: Role;
  /** Beside the identity, for a resource that is created. */
  required?: readonly string[];
  /** Fields that the platform never changes. */
  fixed?: readonly string[];
  /** Fields of which each value belongs to one resource. */
  unique?: readonly string[];
  /** Fields that name resources of other sections. */
  references?: Readonly<Record<string, Section>>;
  /** Lists of selections, which are resources too: without `--prune` they only grow. */
  selections?: readonly string[];
  /** Objects whose members stay as they are unless a file names them. */
  merged?: readonly string[];
  /** Whether `--prune` archives, where it cannot or should not delete. */
  archives?: boolean;
}

const names = listOf(aName);
const texts = listOf(aText);

const content: Check = (value, report) => {
  for (const { path, message } of describeProblems(value)) report(message, path === '' ? '' : `.${path}`);
  return value;
};

const aLimit = aNumber({ min: 0, integer: true });
const flagRules: Check = (value, report) => {
  anObject(value, report);
  const stated = Object.entries((value ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    stated.map(([rule, limit]) => {
      if (!flagRuleNames.some((name) => name === rule))
        report(`is unknown: the rules are ${flagRuleNames.join(', ')}`, `.${rule}`);
      return [rule, aLimit(limit, (message) => report(message, `.${rule}`))];
    }),
  );
};

const pluginName: Check = (value, report) => {
  if (typeof value !== 'string' || !/^[^/]+\/[^/]+$/.test(value))
    report('must be group/artifact, as com.example/clean');
  return value;
};

const define = <const Name extends string>(shapes: Record<Name, Shape>): Readonly<Record<Name, Shape>> => shapes;

/**
 * The sections of a file, in the order in which they are written: a resource comes after those that it names. The plan comes
 * first, because its schemas are all that only the platform can check, and it refuses a plan as a whole.
 */
const known = define({
  event_types: {
    noun: 'event type',
    identity: 'name',
    required: ['status'],
    fields: {
      name: aText,
      description: optional(aText),
      status: oneOf(...eventTypeStatuses),
      schema: optional(anObject),
      on_violation: oneOf(...violationOutcomes),
    },
  },
  processings: {
    noun: 'processing',
    role: 'COMMUNITY_ADMIN',
    identity: 'name',
    required: ['legal_basis'],
    unique: ['technical_name'],
    archives: true,
    fields: {
      name: aName,
      legal_basis: oneOf(...legalBases),
      purpose: optional(aText),
      technical_name: optional(aName),
      archived: aBoolean,
    },
  },
  datamart: {
    noun: 'datamart',
    role: 'ORGANISATION_ADMIN',
    merged: ['flag_rules'],
    fields: { name: aName, time_zone: aTimeZone, junk_exceptions: texts, flag_rules: flagRules },
  },
  compartments: {
    noun: 'compartment',
    identity: 'compartment_id',
    required: ['name'],
    archives: true,
    fields: { compartment_id: aText, name: aName, exclusive: aBoolean, archived: aBoolean },
  },
  segments: {
    noun: 'segment',
    identity: 'name',
    unique: ['technical_name'],
    fields: {
      name: aName,
      technical_name: optional(aName),
      short_description: optional(aText),
      default_ttl: optional(aNumber({ min: 0, integer: true })),
      paused: aBoolean,
    },
  },
  analyzers: {
    noun: 'analyzer',
    identity: 'name',
    required: ['plugin', 'version', 'error_recovery_strategy'],
    fixed: ['plugin'],
    merged: ['properties'],
    fields: {
      name: aName,
      plugin: pluginName,
      version: aText,
      error_recovery_strategy: oneOf(...recoveryStrategies),
      properties: anObject,
    },
  },
  channels: {
    noun: 'channel',
    identity: 'name',
    required: ['type'],
    fixed: ['type', 'id'],
    unique: ['id'],
    references: { processings: 'processings', analyzers: 'analyzers' },
    selections: ['processings', 'analyzers'],
    fields: {
      name: aName,
      type: oneOf(...channelTypes),
      id: aName,
      domain: optional(aName),
      enable_analytics: aBoolean,
      leaves_out_bots: aBoolean,
      processings: names,
      analyzers: listOf(aName, { ordered: true }),
    },
  },
  dashboards: {
    noun: 'dashboard',
    identity: 'title',
    archives: true,
    references: { segments: 'segments' },
    fields: {
      title: aName,
      scopes: listOf(oneOf(...dashboardScopes)),
      segments: names,
      builder_ids: texts,
      archived: aBoolean,
      content,
    },
  },
  collect_keys: {
    noun: 'collect key',
    identity: 'name',
    references: { channel: 'channels' },
    fields: {
      name: aName,
      channel: optional(aText),
      allowed_origins: listOf(anOrigin),
      accepts_profiles: aBoolean,
      max_qps: optional(aPositive),
    },
  },
});

export type Section =
  | 'processings'
  | 'datamart'
  | 'event_types'
  | 'compartments'
  | 'segments'
  | 'analyzers'
  | 'channels'
  | 'dashboards'
  | 'collect_keys';
export const shapes: Readonly<Record<Section, Shape>> = known;
export const sections = Object.keys(shapes) as readonly Section[];
