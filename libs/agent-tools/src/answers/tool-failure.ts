/** A failure of a tool, in words for the agent: what happened, and the way out of it. */
export class ToolFailure extends Error {
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}
