import { Injectable } from '@nestjs/common';
import type { AccessAnswer, AccessQuestion } from '@tributary/contracts/access';
import { DirectoryStore } from '@tributary/security/directory.store';
import { LRUCache } from 'lru-cache';
import { AccessSource } from './access.source.js';
import { CredentialsStore } from './credentials.store.js';

/** How long a question is not asked again, and how many are remembered. */
const askAgainMs = 500;
const maxRemembered = 10_000;

/** What a flood of random tokens may cost admin at most; beyond it nobody is asked. */
const maxAtOnce = 8;
const maxPerSecond = 100;

/** Asks admin, once and for a moment, about what the gateway's copy does not hold: a token made a moment ago. */
@Injectable()
export class MissedAccess {
  private readonly asked = new LRUCache<string, Promise<void>>({ max: maxRemembered, ttl: askAgainMs });
  private atOnce = 0;
  private second = 0;
  private inThisSecond = 0;

  constructor(
    private readonly source: AccessSource,
    private readonly credentials: CredentialsStore,
    private readonly directory: DirectoryStore,
  ) {}

  /** Resolves when the gateway knows what admin does; undefined when there is nothing to wait for. */
  learn(question: AccessQuestion): Promise<void> | undefined {
    const name = JSON.stringify(question);
    const pending = this.asked.get(name);
    if (pending || !this.mayAsk()) return pending;
    const answered = this.source.ask(question);
    if (!answered) return undefined;
    const learned = this.take(answered);
    this.asked.set(name, learned);
    return learned;
  }

  private async take(answered: Promise<AccessAnswer | undefined>): Promise<void> {
    this.atOnce++;
    this.inThisSecond++;
    const answer = await answered.finally(() => this.atOnce--);
    for (const credential of answer?.credentials ?? []) this.credentials.believe(credential);
    for (const entry of answer?.directory ?? []) this.directory.apply(entry);
  }

  private mayAsk(): boolean {
    const second = Math.floor(Date.now() / 1_000);
    if (second !== this.second) this.inThisSecond = 0;
    this.second = second;
    return this.atOnce < maxAtOnce && this.inThisSecond < maxPerSecond;
  }
}
