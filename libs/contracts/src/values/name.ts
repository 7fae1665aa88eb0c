import { z } from 'zod';

/** In UTF-16 units. */
const maxNameLength = 255;

/** A name that people give to a resource. */
export const Name = z.string().min(1, 'must not be empty').max(maxNameLength, `is longer than ${maxNameLength}`);
