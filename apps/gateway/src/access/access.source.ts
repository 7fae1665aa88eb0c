import type { AccessAnswer, AccessQuestion } from '@tributary/contracts/access';

/** Where a gateway asks about what its copy does not hold. */
export abstract class AccessSource {
  /** undefined when nobody can be asked, or nobody answers. */
  abstract ask(question: AccessQuestion): Promise<AccessAnswer | undefined> | undefined;
}

/** In one process admin answers a change only after the gateway knows of it: there is nothing to ask. */
export class NoAccessSource extends AccessSource {
  ask(): undefined {
    return undefined;
  }
}
