import { z } from 'zod';

/** The type of the properties that name a file. */
export const dataFileType = 'DATA_FILE';

/** In UTF-16 units. What is published about a worker has the URIs of all its files, so each has a limit. */
const maxUriLength = 2_048;
const plainText = /^[^\p{Cc}\p{Cs}]*$/u;
const text = z.string('must be a text');

/** The value of a property that names a file, which the worker then may read. */
const DataFileValue = z.looseObject(
  {
    uri: text
      .min(1, 'must not be empty')
      .max(maxUriLength, `is longer than ${maxUriLength}`)
      .regex(plainText, 'must not contain control characters'),
    last_modified: z.number('must be a number').nullish(),
  },
  'must be an object with a uri',
);

const valueOf = (schema: z.ZodType, what: string) =>
  z.looseObject({ value: schema }, `must be an object with ${what} as value`);

/** The fields that the SDK of plugins reads from values, by type. Other keys are kept, and so is any value of another type. */
const valuesByType: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['STRING', valueOf(text, 'a text')],
  ['URL', z.looseObject({ url: text }, 'must be an object with a url')],
  ['INT', valueOf(z.number('must be an integer').int('must be an integer'), 'an integer')],
  ['DOUBLE', valueOf(z.number('must be a number'), 'a number')],
  ['BOOLEAN', valueOf(z.boolean('must be true or false'), 'true or false')],
  [dataFileType, DataFileValue],
]);

interface TypedValue {
  property_type: string;
  value?: unknown;
}

/** For the schema of a property: adds what is wrong with its value, if the type says how it looks. Null is no value. */
export function checkPropertyValue({ property_type, value }: TypedValue, context: z.RefinementCtx): void {
  if (value === undefined || (value === null && property_type !== dataFileType)) return;
  for (const { path, message } of valuesByType.get(property_type)?.safeParse(value).error?.issues ?? [])
    context.addIssue({ code: 'custom', path: ['value', ...path], message });
}
