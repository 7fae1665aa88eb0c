import { uuidOf } from '../activities/new-uuid.js';
import { firstNames, lastNames, locations, loyalty, type DemoType } from './demo-catalog.js';
import { DemoRandom } from './demo-random.js';

/** No real data has accounts in it: who erases the people of the demo data erases no other person. */
export const demoCompartment = 'tributary-demo';

export const demoPeople: readonly number[] = Array.from({ length: 420 }, (_, person) => person);

const prefixes: Record<DemoType, string> = { SITE_VISIT: 'web:demo', APP_VISIT: 'mob:and:raw', CTV_VISIT: 'tv:demo' };
const types = Object.keys(prefixes) as DemoType[];

/** A person has a device per type of activity. It is the same in each load. */
export const agentOf = (person: number, type: DemoType): string =>
  `${prefixes[type]}:${uuidOf(new DemoRandom(`demo ${type} ${person}`).bytes(16), 8)}`;

/** Some have an account, which shows the devices to be of one person, and some of these an address. */
export function accountOf(person: number): { account: string; email?: string } | undefined {
  const random = new DemoRandom(`demo person ${person}`);
  if (!random.chance(0.4)) return undefined;
  const account = `demo-${person}`;
  return random.chance(0.5) ? { account, email: `person.${person}@demo.invalid` } : { account };
}

/** Where a person is in all activities. */
export const locationOf = (person: number): Record<string, string> =>
  new DemoRandom(`demo location ${person}`).pick(locations);

/** The profile of a person with an account. */
export function profileOf(person: number): Record<string, string> {
  const random = new DemoRandom(`demo profile ${person}`);
  const [first_name, last_name] = [random.pick(firstNames), random.pick(lastNames)];
  return { first_name, last_name, loyalty: random.pick(loyalty), city: locationOf(person)['$city'] ?? '' };
}

/** Every identifier that a load can have stored, in lines of erasures. Addresses belong to accounts. */
export const identifiersToErase = (): object[] =>
  demoPeople.flatMap((person) => {
    const agents = types.map((type) => ({ type: 'USER_AGENT', user_agent_id: agentOf(person, type) }));
    const account = accountOf(person)?.account;
    if (account === undefined) return agents;
    return [...agents, { type: 'USER_ACCOUNT', compartment_id: demoCompartment, user_account_id: account }];
  });
