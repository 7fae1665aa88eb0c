import { Injectable } from '@nestjs/common';
import { DirectoryStore } from '@tributary/security/directory.store';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { bodyHashOf, type BodyHash } from '@tributary/security/body-hash';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { ErasureKey } from '../identity/erasure-key.js';

/** The time of a batch, and what decides about its activities. */
export interface StoreContext {
  now: number;
  directory: DirectoryStore;
  erasureKey: ErasureKey;
}

/** Decides whether something that arrives is stored: the directory, who was erased, and the tracking plans. */
@Injectable()
export class StoreRules {
  /** As gateways hash live activities. */
  readonly bodyHash: BodyHash;

  constructor(
    readonly directory: DirectoryStore,
    private readonly erasureKey: ErasureKey,
    readonly plans: TrackingPlans,
    keyring: SecretsKeyring,
  ) {
    this.bodyHash = bodyHashOf(keyring);
  }

  at(now: number): StoreContext {
    return { now, directory: this.directory, erasureKey: this.erasureKey };
  }
}
