/** Deepest nesting of a JSON body; the body itself is depth 1. */
export const maxBodyDepth = 32;

/** The largest JSON body, bytes. */
export const maxBodyBytes = 1_048_576;

/** The most elements of one page of a list, also where more are asked for. */
export const maxPageSize = 500;

/** Whether the stores can hold a text: without U+0000 and half a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
