import { z } from 'zod';

/** In UTF-16 units. */
const maxTextLength = 255;

/** Text that a query searches for. PostgreSQL has no text with U+0000. */
export const SearchText = z
  .string()
  .max(maxTextLength)
  .refine((text) => !text.includes('\0'), 'holds U+0000');

/** The words of `keywords`. The length is limited, because each word is searched in every name. */
export const Keywords = SearchText.default('').transform((text) => text.split(/\s+/).filter((word) => word !== ''));
