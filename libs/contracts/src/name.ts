import { z } from 'zod';

/** Longest name, in UTF-16 units. */
const maxNameLength = 255;

/** What people call a thing. */
export const Name = z.string().min(1, 'must not be empty').max(maxNameLength, `is longer than ${maxNameLength}`);
