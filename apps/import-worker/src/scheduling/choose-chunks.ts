import type { Priority } from '@tributary/contracts/imports/document-import';
import { priorities } from '@tributary/contracts/rules/resources/choices';

/** An execution with chunks that wait for parsing, or that are in flight. */
export interface Candidate {
  execution_id: string;
  organisation_id: string;
  datamart_id: string;
  priority: Priority;
  /** How many of its chunks are in flight. */
  in_flight: number;
  /** The ones that no worker has begun. */
  requested: { chunk: number; requested_date: number }[];
  /** The next chunks in file order. */
  waiting: number[];
  /** When one of its chunks was last requested; 0 if never. */
  issued_date: number;
  /** The same of its organisation. */
  organisation_issued_date: number;
}

export interface ChosenChunk {
  execution_id: string;
  organisation_id: string;
  datamart_id: string;
  chunk: number;
}

export interface Capacity {
  /** Maximum number of chunks in flight, of all executions. */
  total: number;
  perExecution: number;
}

/** Compares two executions by the number of chunks that their organisations and datamarts have in flight. */
export type Order = (a: Candidate, b: Candidate, loads: Loads) => number;

/**
 * Chooses the chunks to request now, in the order `fairly`. Chunks of one execution stay in file order.
 *
 * @param order for specs, which show that another one is not fair
 */
export function chooseChunks(candidates: Candidate[], capacity: Capacity, order: Order = fairly): ChosenChunk[] {
  const queue = candidates.map((candidate) => ({ ...candidate, waiting: [...candidate.waiting] }));
  const loads = new Loads(queue);
  let free = capacity.total - queue.reduce((sum, { in_flight }) => sum + in_flight, 0);
  const chosen: ChosenChunk[] = [];
  for (; free > 0; free--) {
    const open = queue.filter(({ in_flight, waiting }) => waiting.length > 0 && in_flight < capacity.perExecution);
    const [next] = open.sort((a, b) => order(a, b, loads));
    const chunk = next?.waiting.shift();
    if (!next || chunk === undefined) break;
    const { execution_id, organisation_id, datamart_id } = next;
    chosen.push({ execution_id, organisation_id, datamart_id, chunk });
    next.in_flight += 1;
    loads.add(next, 1);
  }
  return chosen;
}

/**
 * The organisation with the fewest chunks in flight goes first, or the one of those that has waited longest: a priority is
 * what its organisation declares, and orders nothing of others.
 */
const fairly: Order = (a, b, loads) =>
  loads.ofOrganisation(a) - loads.ofOrganisation(b) ||
  a.organisation_issued_date - b.organisation_issued_date ||
  Number(a.organisation_id) - Number(b.organisation_id) ||
  byPriority(a, b, loads);

/** Higher priority goes first, then the datamart with the fewest chunks in flight, then the execution that has waited longest. */
export const byPriority: Order = (a, b, loads) =>
  priorities.indexOf(a.priority) - priorities.indexOf(b.priority) ||
  loads.ofDatamart(a) - loads.ofDatamart(b) ||
  a.in_flight - b.in_flight ||
  a.issued_date - b.issued_date ||
  Number(a.execution_id) - Number(b.execution_id);

/** How many chunks organisations and their datamarts have in flight. */
class Loads {
  private readonly organisations = new Map<string, number>();
  private readonly datamarts = new Map<string, number>();

  constructor(candidates: readonly Candidate[]) {
    for (const candidate of candidates) this.add(candidate, candidate.in_flight);
  }

  ofOrganisation = ({ organisation_id }: Candidate) => this.organisations.get(organisation_id) ?? 0;
  ofDatamart = ({ datamart_id }: Candidate) => this.datamarts.get(datamart_id) ?? 0;

  add(candidate: Candidate, chunks: number): void {
    this.organisations.set(candidate.organisation_id, this.ofOrganisation(candidate) + chunks);
    this.datamarts.set(candidate.datamart_id, this.ofDatamart(candidate) + chunks);
  }
}
