import { z } from 'zod';
import { defaultFlagRules, flagRuleNames, maxFlagLimit, type FlagRuleName } from '../rules/flag-rules.js';
import { Count, EpochMs } from '../values/epoch-ms.js';

const Limit = z.number().int().min(0).max(maxFlagLimit);
const fieldOf = (name: FlagRuleName) =>
  Limit.describe(
    `The most ${name} that a person may gain unflagged; 0: the rule is off. Default: ${defaultFlagRules[name]}.`,
  );

export const FlagRules = z.object({
  accounts: fieldOf('accounts'),
  emails: fieldOf('emails'),
  agents: fieldOf('agents'),
  merges: fieldOf('merges'),
});
export type FlagRules = z.infer<typeof FlagRules>;

/** Absent fields get their default. */
export const FlagRulesInput = z
  .strictObject(FlagRules.shape)
  .partial()
  .nullish()
  .transform((given): FlagRules => ({ ...defaultFlagRules, ...given }));

/** The most causes of a reason. */
export const maxFlagCauses = 20;

export const FlagRule = z.enum(['ACCOUNTS', 'EMAILS', 'AGENTS', 'MERGES']);
export type FlagRule = z.infer<typeof FlagRule>;

export const flagRuleOf = (name: FlagRuleName): FlagRule => FlagRule.enum[name.toUpperCase() as FlagRule];

/** The rules in the order of reasons. */
export const orderedFlagRules = flagRuleNames.map((name) => ({ name, rule: flagRuleOf(name) }));

/** The kinds of causes that join identifiers or people. */
export const JoinCause = z.enum(['ACTIVITY', 'IMPORT', 'ASSOCIATION', 'PROFILE', 'UNKNOWN']);

export const FlagCause = z.object({
  cause: JoinCause.describe('UNKNOWN: from before causes were kept.'),
  id: z
    .string()
    .describe('Of the activity, of the execution of the import, or of the request; empty if it is unknown.'),
  ts: EpochMs,
});
export type FlagCause = z.infer<typeof FlagCause>;

export const FlagReason = z.object({
  rule: FlagRule,
  count: Count.describe('What the person has gained within the days of the rule: more than its number.'),
  since_ts: EpochMs.describe('When the first of these was gained, epoch milliseconds.'),
  causes: z
    .array(FlagCause)
    .max(maxFlagCauses)
    .describe(`What added them or joined people, the newest first; at most ${maxFlagCauses}.`),
});
export type FlagReason = z.infer<typeof FlagReason>;

export const FlaggedPerson = z.object({
  user_point_id: z.string(),
  reasons: z.array(FlagReason).min(1),
  flagged_ts: EpochMs.describe('Since when the person is flagged, epoch milliseconds.'),
});
export type FlaggedPerson = z.infer<typeof FlaggedPerson>;
