import { z } from 'zod';

/** At most as many digits as an int64 has. */
const decimal = /^\d{1,19}$/;

/** The number, or that of a decimal text; undefined for any other value. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && decimal.test(value) ? Number(value) : undefined;
}

const NumberOrDecimal = z.core.$constructor<z.ZodNumber, z.core.$ZodNumberDef>(
  'NumberOrDecimal',
  (schema, definition) => {
    z.ZodNumber.init(schema, definition);
    const { _zod: internals } = schema;
    const parse = internals.parse.bind(internals);
    internals.parse = (payload, context) => {
      const value: unknown = payload.value;
      payload.value = readNumber(value) ?? value;
      return parse(payload, context);
    };
  },
);

/** A number, or a decimal text of at most 19 digits, which becomes that number. */
export const numberOrDecimal = (message: string) => new NumberOrDecimal({ type: 'number', error: () => message });
