import { priorities, type Priority } from '@tributary/contracts/document-import';

/** An execution that has chunks to be parsed. */
export interface Candidate {
  execution_id: string;
  datamart_id: string;
  priority: Priority;
  /** Chunks of it that are under way. */
  in_flight: number;
  /** The next ones in file order. */
  waiting: number[];
  /** When one was last begun; 0: never. */
  issued_date: number;
}

export interface ChosenChunk {
  execution_id: string;
  datamart_id: string;
  chunk: number;
}

export interface Room {
  /** Chunks under way at once, of all executions. */
  total: number;
  perExecution: number;
}

/**
 * Which chunks are begun now: those of a higher priority first; among equals the datamart with the fewest under way,
 * then the execution that has waited longest. Chunks of one execution stay in file order.
 */
export function chooseChunks(candidates: Candidate[], room: Room): ChosenChunk[] {
  const queue = candidates.map((candidate) => ({ ...candidate, waiting: [...candidate.waiting] }));
  const loads = new Map<string, number>();
  for (const { datamart_id, in_flight } of queue) loads.set(datamart_id, (loads.get(datamart_id) ?? 0) + in_flight);
  let free = room.total - queue.reduce((sum, { in_flight }) => sum + in_flight, 0);
  const chosen: ChosenChunk[] = [];
  for (; free > 0; free--) {
    const open = queue.filter(({ in_flight, waiting }) => waiting.length > 0 && in_flight < room.perExecution);
    const [next] = open.sort((a, b) => rank(a, loads) - rank(b, loads) || byTurn(a, b));
    const chunk = next?.waiting.shift();
    if (!next || chunk === undefined) break;
    chosen.push({ execution_id: next.execution_id, datamart_id: next.datamart_id, chunk });
    next.in_flight += 1;
    loads.set(next.datamart_id, (loads.get(next.datamart_id) ?? 0) + 1);
  }
  return chosen;
}

/** Priority before load: no datamart has so many chunks under way. */
const rank = ({ priority, datamart_id }: Candidate, loads: Map<string, number>) =>
  priorities.indexOf(priority) * 1e9 + (loads.get(datamart_id) ?? 0);

const byTurn = (a: Candidate, b: Candidate) =>
  a.in_flight - b.in_flight || a.issued_date - b.issued_date || Number(a.execution_id) - Number(b.execution_id);
