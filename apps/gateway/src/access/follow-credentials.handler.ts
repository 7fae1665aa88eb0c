import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { CredentialChanged } from '@tributary/contracts/admin/access';
import { credentialChanged } from '@tributary/contracts/topics/topics';
import { CredentialsStore } from './credentials.store.js';

/**
 * Keeps the credentials current. Every gateway process reads the whole topic at start, then follows it. Tombstones are
 * ignored: each removes a version that a newer one has replaced, and that one is applied whenever it arrives.
 */
@Controller()
export class FollowCredentialsHandler {
  constructor(private readonly credentials: CredentialsStore) {}

  @Consume(credentialChanged, { group: 'gateway.follow-credentials', broadcast: true })
  handle(@Payload() batch: Received<CredentialChanged | null>[]): Rejection[] {
    for (const { value } of batch) if (value) this.credentials.apply(value);
    return [];
  }
}
