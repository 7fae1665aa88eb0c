/** The things that a person gains: with more than a number of them within some days it is flagged. */
export const flagRuleNames = ['accounts', 'emails', 'agents', 'merges'] as const;
export type FlagRuleName = (typeof flagRuleNames)[number];

/** The most that a person may gain; 0: the rule is off. */
export type FlagLimits = Record<FlagRuleName, number>;

/** The numbers of a datamart that sets none. */
export const defaultFlagRules: Readonly<FlagLimits> = { accounts: 4, emails: 4, agents: 10, merges: 8 };

/** The days in which each is counted. */
export const flagRuleDays: Readonly<FlagLimits> = { accounts: 7, emails: 7, agents: 2, merges: 14 };

/** A person has at most 100 identifiers, and may be merged more often. */
export const maxFlagLimit = 1_000;
