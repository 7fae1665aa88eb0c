import { Injectable } from '@nestjs/common';
import type { ErrorCode } from '@tributary/contracts/errors';
import { sseEvent } from './sse-event.js';
import { Recent } from './recent.js';

/** Bytes of a refused body or line that are kept: enough to recognize it. */
const maxHead = 1_024;

/** A body or a line that this gateway has refused. */
export interface Refusal {
  received_ts: number;
  error_code: ErrorCode;
  error: string;
  /** That of the answer. Lines of one request share it. */
  error_id: string;
  /** Its first bytes. */
  head: string;
}

/** A refusal as it is kept. */
export interface KeptRefusal {
  refusal: Refusal;
  event: string;
  bytes: number;
}

/** 200 refusals of 50 datamarts: at most 40 MB, if clients send nothing but refused bodies with long errors. */
const limits = { count: 200, bytes: 800_000 };
const maxDatamarts = 50;

/**
 * The latest refusals of this gateway, by datamart. They are in memory, and kept also while no client looks, so that a page
 * opens with the reason of the error that made a person open it.
 */
@Injectable()
export class Refusals {
  /** The least recently refused datamart first. */
  private readonly recent = new Map<string, Recent<KeptRefusal>>();
  private readonly listeners = new Set<(datamart_id: string, refusal: KeptRefusal) => void>();

  onRefusal(listener: (datamart_id: string, refusal: KeptRefusal) => void): void {
    this.listeners.add(listener);
  }

  add(datamart_id: string, refusal: Refusal): void {
    const event = sseEvent('refused', JSON.stringify(refusal));
    const kept = { refusal, event, bytes: event.length };
    const recent = this.recent.get(datamart_id) ?? new Recent<KeptRefusal>(limits);
    this.recent.delete(datamart_id);
    this.recent.set(datamart_id, recent);
    recent.add(kept);
    const [oldest] = this.recent.keys();
    if (this.recent.size > maxDatamarts && oldest !== undefined) this.recent.delete(oldest);
    for (const listener of this.listeners) listener(datamart_id, kept);
  }

  /** The oldest first. */
  of(datamart_id: string): readonly KeptRefusal[] {
    return this.recent.get(datamart_id)?.all() ?? [];
  }
}

/** The first bytes as text. */
export const headOf = (sent: Buffer | string): string =>
  Buffer.from(sent.slice(0, maxHead)).subarray(0, maxHead).toString();
