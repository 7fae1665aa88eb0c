import { z } from 'zod';

/** At most as many digits as an int64 has. */
const decimal = /^\d{1,19}$/;
const maxInt64 = String(2n ** 63n - 1n);
/** The greatest double that is an int64. */
const greatest = 2 ** 63 - 1_024;

/** The number, or that of the decimal text of an int64, which never rounds to 2^63; undefined for any other value. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value === 2 ** 63 ? greatest : value;
  if (typeof value !== 'string' || !decimal.test(value)) return undefined;
  return value.length < maxInt64.length || value <= maxInt64 ? Math.min(Number(value), greatest) : undefined;
}

const NumberOrDecimal = z.core.$constructor<z.ZodNumber, z.core.$ZodNumberDef>(
  'NumberOrDecimal',
  (schema, definition) => {
    z.ZodNumber.init(schema, definition);
    const { _zod: internals } = schema;
    const parse = internals.parse.bind(internals);
    internals.parse = (payload, context) => {
      const value: unknown = payload.value;
      // A number of 2^63 may be a greater one: its digits decide (`withExactIntegers` of libs/http).
      if (typeof value === 'string') payload.value = readNumber(value) ?? value;
      return parse(payload, context);
    };
  },
);

/** A number, or the decimal text of an int64, which becomes that number. */
export const numberOrDecimal = (message: string) =>
  new NumberOrDecimal({ type: 'number', error: ({ input }) => (input === undefined ? undefined : message) });

/** The names of the fields with this schema that are times, in activities, profiles, choices and lines of files. */
export const timeFields: ReadonlySet<unknown> = new Set(['$ts', '$choice_ts', 'expiration_ts']);
