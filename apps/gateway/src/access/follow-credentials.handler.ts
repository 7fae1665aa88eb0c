import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import type { Received, Rejection } from '@tributary/bus/message';
import type { CredentialChanged } from '@tributary/contracts/access';
import { credentialChanged } from '@tributary/contracts/topics';
import { CredentialsStore } from './credentials.store.js';

/** Keeps this gateway's credentials current: every gateway reads the topic whole, then follows it. */
@Controller()
export class FollowCredentialsHandler {
  constructor(private readonly credentials: CredentialsStore) {}

  @Consume(credentialChanged, { group: 'gateway.follow-credentials', broadcast: true })
  handle(@Payload() batch: Received<CredentialChanged | null>[]): Rejection[] {
    for (const { key, value } of batch) {
      if (value) this.credentials.apply(value);
      else this.credentials.forget(key);
    }
    return [];
  }
}
