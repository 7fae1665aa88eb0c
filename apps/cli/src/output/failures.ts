/** The command was called in a wrong way: exit code 2. */
export class UsageProblem extends Error {}

/** A failure with the way out of it: exit code 1. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** The failure to read a file, or stdin. */
export const unreadable = (file: string, error: unknown): Failure =>
  new Failure(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);

/** Ctrl-C, or the end of the input while a question is open. */
export class Interrupted extends Error {}

export const exitCodes = { failure: 1, usage: 2, refusedLines: 3, interrupted: 130 } as const;
