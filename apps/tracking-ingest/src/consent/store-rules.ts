import { Injectable } from '@nestjs/common';
import { DirectoryStore } from '@tributary/security/directory.store';
import { ErasureKey } from '../identity/erasure-key.js';

/** The time of a batch, and what decides about its activities. */
export interface StoreContext {
  now: number;
  directory: DirectoryStore;
  erasureKey: ErasureKey;
}

/** Decides whether something that arrives is stored: the directory, and who was erased. */
@Injectable()
export class StoreRules {
  constructor(
    readonly directory: DirectoryStore,
    private readonly erasureKey: ErasureKey,
  ) {}

  at(now: number): StoreContext {
    return { now, directory: this.directory, erasureKey: this.erasureKey };
  }
}
