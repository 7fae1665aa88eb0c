import { RequestQueue } from './kafkajs-modules.js';

const prototype = RequestQueue.prototype as { scheduleCheckPendingRequests: (this: RequestQueue) => void };
const schedule = prototype.scheduleCheckPendingRequests;

/**
 * kafkajs 2.2.4 looks for waiting requests after 1 ms, again and again, on each connection that has ever been answered.
 * Requests only wait while a broker throttles the client, or while too many are in flight: only then is there anything to
 * look for. The timer alone took most of the CPU of an idle service.
 */
export function checkOnlyWaitingRequests(): void {
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
}
