import { Injectable } from '@nestjs/common';
import type { AccessAnswer, AccessQuestion } from '@tributary/contracts/admin/access';
import { DirectoryStore } from '@tributary/security/directory.store';
import { LRUCache } from 'lru-cache';
import { AccessSource } from './access.source.js';
import { CredentialsStore } from './credentials.store.js';

/** How long a question is not repeated, and how many questions are remembered. */
const cacheTtlMs = 500;
const maxCached = 10_000;

/** The load that a flood of random tokens may put on admin. Questions beyond it are not asked. */
const maxInFlight = 8;
const maxPerSecond = 100;

/** Looks up in admin what the gateway's copy lacks, such as a token that was created a moment ago. */
@Injectable()
export class AccessMissLookup {
  private readonly recent = new LRUCache<string, Promise<void>>({ max: maxCached, ttl: cacheTtlMs });
  private inFlight = 0;
  private second = 0;
  private inThisSecond = 0;

  constructor(
    private readonly source: AccessSource,
    private readonly credentials: CredentialsStore,
    private readonly directory: DirectoryStore,
  ) {}

  /** Resolves once the answer is cached. Equal questions share one lookup. Returns undefined if admin is not asked. */
  lookUp(question: AccessQuestion): Promise<void> | undefined {
    const key = JSON.stringify(question);
    const pending = this.recent.get(key);
    if (pending || !this.mayAsk()) return pending;
    const answer = this.source.ask(question);
    if (!answer) return undefined;
    const cached = this.cache(answer);
    this.recent.set(key, cached);
    return cached;
  }

  private async cache(pending: Promise<AccessAnswer | undefined>): Promise<void> {
    this.inFlight++;
    this.inThisSecond++;
    const answer = await pending.finally(() => this.inFlight--);
    for (const credential of answer?.credentials ?? []) this.credentials.cacheTemporarily(credential);
    for (const entry of answer?.directory ?? []) this.directory.apply(entry);
  }

  private mayAsk(): boolean {
    const second = Math.floor(Date.now() / 1_000);
    if (second !== this.second) this.inThisSecond = 0;
    this.second = second;
    return this.inFlight < maxInFlight && this.inThisSecond < maxPerSecond;
  }
}
