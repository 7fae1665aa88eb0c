import type { z } from 'zod';

/** The field, which may be absent; null means the same. */
export const nullAsAbsent = <Schema extends z.ZodType>(field: Schema) =>
  field.nullish().transform((given) => given ?? undefined);

/** The field with a default, which null means, too. */
export const orDefault = <Schema extends z.ZodType, const Default extends z.output<Schema>>(
  field: Schema,
  absent: Default,
) => field.nullish().transform((given) => given ?? absent);
