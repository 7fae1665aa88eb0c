import type { AccessAnswer, AccessQuestion } from '@tributary/contracts/admin/access';

/** Where the gateway looks up what its copy lacks. */
export abstract class AccessSource {
  /** undefined if there is no source, or it does not answer. */
  abstract ask(question: AccessQuestion): Promise<AccessAnswer | undefined> | undefined;
}

/**
 * For one process: admin acknowledges a change only after the gateway has applied it, so a lookup would find nothing.
 */
export class NoAccessSource extends AccessSource {
  ask(): undefined {
    return undefined;
  }
}
