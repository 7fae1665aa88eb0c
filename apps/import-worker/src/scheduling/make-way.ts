import { priorities } from '@tributary/contracts/rules/resources/choices';
import type { ChunkId } from '../chunks/chunks.repository.js';
import type { Candidate } from './choose-chunks.js';

/**
 * Chunks wait for workers in the order of their requests. So an organisation that has none in flight would wait for all those
 * that others have requested before, up to the whole capacity, and an execution for those of lower priorities. One that has some
 * in flight makes only as many wait as it can request: each that is requested again leaves a message without effect.
 *
 * @param perExecution the most chunks of one execution that may be in flight
 * @returns the chunks to request again, behind those of such an organisation or execution: of the chunks that no worker has
 *   begun the latest of lower priorities; if an organisation is new all, but for one of each organisation, so that each of them goes on
 */
export function chunksToMakeWay(candidates: readonly Candidate[], perExecution: number): ChunkId[] {
  const organisations = [...Map.groupBy(candidates, ({ organisation_id }) => organisation_id).values()];
  const isOneNew = organisations.some(isNewcomer);
  return organisations.flatMap((own) => {
    const requested = own.flatMap(requestsOf).sort(byRequest);
    const begun = inFlight(own) - requested.length;
    const next = own.filter(({ waiting, in_flight }) => waiting.length > 0 && in_flight < perExecution);
    const placesOf = ({ in_flight, waiting }: Candidate) =>
      in_flight === 0 ? Infinity : Math.min(waiting.length, perExecution - in_flight);
    const placesAbove = priorities.map((_, rank) => sum(next.filter((other) => rankOf(other) < rank).map(placesOf)));
    const lastFirst = requested.toSorted((a, b) => b.rank - a.rank || byRequest(b, a));
    const outranked = new Set(lastFirst.filter(({ rank }, index) => index < (placesAbove[rank] ?? 0)));
    const staying = begun > 0 ? 0 : 1;
    return requested
      .filter((request, index) => outranked.has(request) || (isOneNew && index >= staying))
      .map(({ execution_id, chunk }) => ({ execution_id, chunk }));
  });
}

/** The candidates as they are when these chunks wait again. */
export function takenBack(candidates: readonly Candidate[], chunks: readonly ChunkId[]): Candidate[] {
  const ofExecution = Map.groupBy(chunks, ({ execution_id }) => execution_id);
  return candidates.map((candidate) => {
    const own = (ofExecution.get(candidate.execution_id) ?? []).map(({ chunk }) => chunk);
    return {
      ...candidate,
      in_flight: candidate.in_flight - own.length,
      requested: candidate.requested.filter(({ chunk }) => !own.includes(chunk)),
      waiting: [...own, ...candidate.waiting].sort((a, b) => a - b),
    };
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const inFlight = (candidates: readonly Candidate[]) => sum(candidates.map(({ in_flight }) => in_flight));

const isNewcomer = (own: readonly Candidate[]) => inFlight(own) === 0 && own.some(({ waiting }) => waiting.length > 0);

/** 0 for the highest priority. */
const rankOf = ({ priority }: Candidate) => priorities.indexOf(priority);

type Request = Candidate['requested'][number] & { execution_id: string; rank: number };

const requestsOf = (candidate: Candidate): Request[] =>
  candidate.requested.map((request) => ({ ...request, execution_id: candidate.execution_id, rank: rankOf(candidate) }));

const byRequest = (a: Request, b: Request) =>
  a.requested_date - b.requested_date || Number(a.execution_id) - Number(b.execution_id) || a.chunk - b.chunk;
