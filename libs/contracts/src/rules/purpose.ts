/** Longest purpose of a read of a person, characters. */
export const maxPurposeLength = 200;

/** One line: it has no control characters. */
export const purposePattern = /^\P{Cc}+$/u;

export const isPurpose = (text: string): boolean => text.length <= maxPurposeLength && purposePattern.test(text);
