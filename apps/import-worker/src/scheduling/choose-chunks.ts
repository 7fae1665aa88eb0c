import { priorities, type Priority } from '@tributary/contracts/imports/document-import';

/** An execution with chunks that wait for parsing. */
export interface Candidate {
  execution_id: string;
  datamart_id: string;
  priority: Priority;
  /** How many of its chunks are in flight. */
  in_flight: number;
  /** The next chunks in file order. */
  waiting: number[];
  /** When one of its chunks was last requested; 0 if never. */
  issued_date: number;
}

export interface ChosenChunk {
  execution_id: string;
  datamart_id: string;
  chunk: number;
}

export interface Capacity {
  /** Maximum number of chunks in flight, of all executions. */
  total: number;
  perExecution: number;
}

/**
 * Chooses the chunks to request now. Higher priority goes first, then the datamart with the fewest chunks in flight, then
 * the execution that has waited longest. Chunks of one execution stay in file order.
 */
export function chooseChunks(candidates: Candidate[], capacity: Capacity): ChosenChunk[] {
  const queue = candidates.map((candidate) => ({ ...candidate, waiting: [...candidate.waiting] }));
  const loads = new Map<string, number>();
  for (const { datamart_id, in_flight } of queue) loads.set(datamart_id, (loads.get(datamart_id) ?? 0) + in_flight);
  let free = capacity.total - queue.reduce((sum, { in_flight }) => sum + in_flight, 0);
  const chosen: ChosenChunk[] = [];
  for (; free > 0; free--) {
    const open = queue.filter(({ in_flight, waiting }) => waiting.length > 0 && in_flight < capacity.perExecution);
    const [next] = open.sort((a, b) => rank(a, loads) - rank(b, loads) || byWait(a, b));
    const chunk = next?.waiting.shift();
    if (!next || chunk === undefined) break;
    chosen.push({ execution_id: next.execution_id, datamart_id: next.datamart_id, chunk });
    next.in_flight += 1;
    loads.set(next.datamart_id, (loads.get(next.datamart_id) ?? 0) + 1);
  }
  return chosen;
}

/** Priority outweighs load: no datamart has 1e9 chunks in flight. */
const rank = ({ priority, datamart_id }: Candidate, loads: Map<string, number>) =>
  priorities.indexOf(priority) * 1e9 + (loads.get(datamart_id) ?? 0);

const byWait = (a: Candidate, b: Candidate) =>
  a.in_flight - b.in_flight || a.issued_date - b.issued_date || Number(a.execution_id) - Number(b.execution_id);
