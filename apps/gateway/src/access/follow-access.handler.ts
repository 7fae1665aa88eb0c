import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import type { Received, Rejection } from '@tributary/bus/message';
import type { CredentialChanged, DirectoryChanged } from '@tributary/contracts/access';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics';
import { CredentialsStore } from './credentials.store.js';
import { DirectoryStore } from './directory.store.js';

/** Keeps this gateway's copies current: every gateway reads both topics whole, then follows them. */
@Controller()
export class FollowAccessHandler {
  constructor(
    private readonly credentials: CredentialsStore,
    private readonly directory: DirectoryStore,
  ) {}

  @Consume(credentialChanged, { group: 'gateway.follow-credentials', broadcast: true })
  followCredentials(@Payload() batch: Received<CredentialChanged | null>[]): Rejection[] {
    for (const { key, value } of batch) {
      if (value) this.credentials.apply(value);
      else this.credentials.forget(key);
    }
    return [];
  }

  @Consume(directoryChanged, { group: 'gateway.follow-directory', broadcast: true })
  followDirectory(@Payload() batch: Received<DirectoryChanged | null>[]): Rejection[] {
    for (const { key, value } of batch) {
      if (value) this.directory.apply(value);
      else this.directory.forget(key);
    }
    return [];
  }
}
