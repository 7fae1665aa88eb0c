import { z } from 'zod';

/** A time in answers and messages, milliseconds since the epoch. `meta` says what JSON's own `number` does not. */
export const EpochMs = z.number().meta({ type: 'integer', format: 'int64', example: 1_795_261_991_709 });

/** How many there are of something, in answers. */
export const Count = z.number().meta({ type: 'integer', minimum: 0 });
