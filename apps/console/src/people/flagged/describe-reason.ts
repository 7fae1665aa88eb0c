import type { FlaggedPerson } from '@tributary/client/generated/types.gen';
import { flagRuleDays, type FlagRuleName } from '@tributary/contracts/rules/flag-rules';

type Reason = FlaggedPerson['reasons'][number];

const nouns: Record<Reason['rule'], string> = {
  ACCOUNTS: 'accounts',
  EMAILS: 'e-mails',
  AGENTS: 'user agents',
  MERGES: 'merges',
};
const causes: Record<Reason['causes'][number]['cause'], string> = {
  ACTIVITY: 'activity',
  IMPORT: 'import',
  ASSOCIATION: 'association',
  PROFILE: 'profile',
  UNKNOWN: 'unknown cause',
};

/** As in: 6 accounts in 7 days, last by the activity 01a1…. */
export function describeReason({ rule, count, causes: [latest] }: Reason): string {
  const gained = `${count.toLocaleString('en')} ${nouns[rule]} in ${flagRuleDays[rule.toLowerCase() as FlagRuleName]} days`;
  return latest ? `${gained}, last by the ${causes[latest.cause]} ${latest.id}`.trim() : gained;
}
