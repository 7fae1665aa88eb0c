import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RequestQueue } from './kafkajs-modules.js';
import { checkOnlyWaitingRequests } from './request-queue.js';

interface Queue extends RequestQueue {
  push(request: object): void;
  maybeThrottle(ms: number): void;
  fulfillRequest(response: object): void;
}

const logger = { debug: () => undefined, warn: () => undefined };
const limits = { maxInFlightRequests: null, requestTimeout: 1_000, enforceRequestTimeout: false };
const makeQueue = () => new RequestQueue({ ...limits, clientId: 'test', broker: 'b', logger }) as Queue;

/** Answers one request, as a connection has soon after its start, and returns the queue. */
function answeredQueue(): Queue {
  const queue = makeQueue();
  push(queue, 1, () => undefined);
  queue.fulfillRequest({ correlationId: 1, payload: null, size: 0 });
  return queue;
}

function push(queue: Queue, correlationId: number, sendRequest: () => void): void {
  const entry = { correlationId, resolve: () => undefined, reject: () => undefined };
  queue.push({ entry, expectResponse: true, sendRequest });
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a connection of kafkajs', () => {
  it('never rests (control)', () => {
    answeredQueue();
    for (let round = 0; round < 100; round++) {
      expect(jest.getTimerCount()).toBe(1);
      jest.advanceTimersToNextTimer();
    }
  });
});

describe('a connection that looks for waiting requests only', () => {
  beforeAll(checkOnlyWaitingRequests);

  it('rests when it is idle', () => {
    answeredQueue();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('sends a request that was throttled, and rests then', () => {
    const queue = answeredQueue();
    const send = jest.fn();
    queue.maybeThrottle(300);
    push(queue, 2, send);
    jest.advanceTimersByTime(299);
    expect(send).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(send).toHaveBeenCalledTimes(1);
    queue.fulfillRequest({ correlationId: 2, payload: null, size: 0 });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('sends a request that waited for another one', () => {
    const queue = answeredQueue();
    Object.assign(queue, { maxInFlightRequests: 1 });
    const send = jest.fn();
    push(queue, 2, () => undefined);
    push(queue, 3, send);
    expect(send).not.toHaveBeenCalled();
    queue.fulfillRequest({ correlationId: 2, payload: null, size: 0 });
    expect(send).toHaveBeenCalledTimes(1);
  });
});
