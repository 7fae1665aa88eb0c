/** How people are called in their profiles. */
export interface PersonName {
  name?: string;
  email?: string;
}

type Profile = Readonly<Record<string, unknown>> & { $last_modified_ts: number };

const wholeNames = ['name', 'fullname', 'displayname'];
const firstNames = ['firstname', 'givenname'];
const lastNames = ['lastname', 'familyname', 'surname'];
const emails = ['email', 'emailaddress', 'mail'];

/** The plain names of all properties that may name a person, in lower case: `First_Name` is `firstname`. */
export const namingProperties = [...wholeNames, ...firstNames, ...lastNames, ...emails];

/** The name and the e-mail address of the profile that was written last and has them, by the usual names of properties. */
export function nameOfProfiles(profiles: readonly Profile[]): PersonName {
  const newestFirst = profiles.toSorted((a, b) => b.$last_modified_ts - a.$last_modified_ts).map(byPlainName);
  const name = firstOf(newestFirst, (own) => textOf(own, wholeNames) ?? joined(own));
  const email = firstOf(newestFirst, (own) => textOf(own, emails));
  return { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
}

/** `$First_Name` is `firstname`. */
const byPlainName = (profile: Profile) =>
  new Map(Object.entries(profile).map(([key, value]) => [key.toLowerCase().replaceAll(/[$_\s-]/g, ''), value]));

function firstOf<Value>(all: readonly Value[], read: (one: Value) => string | undefined): string | undefined {
  for (const one of all) {
    const found = read(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function textOf(profile: ReadonlyMap<string, unknown>, keys: readonly string[]): string | undefined {
  const found = keys.map((key) => profile.get(key)).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof found === 'string' ? found.trim() : undefined;
}

function joined(profile: ReadonlyMap<string, unknown>): string | undefined {
  const parts = [textOf(profile, firstNames), textOf(profile, lastNames)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}
