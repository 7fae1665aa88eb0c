import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import type { Received, Rejection } from '@tributary/bus/message';
import type { CredentialChanged, DirectoryChanged } from '@tributary/contracts/access';
import { unavailable } from '@tributary/contracts/errors';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics';

/** Stands where a gateway would: what it has heard of, by key; a tombstone ends a key. */
@Controller()
export class Gateway {
  static readonly credentials = new Map<string, CredentialChanged>();
  static readonly directory = new Map<string, DirectoryChanged>();
  /** True: it takes no credentials, as if the bus were down. */
  static isDown = false;

  static forget(): void {
    Gateway.credentials.clear();
    Gateway.directory.clear();
  }

  @Consume(credentialChanged, { group: 'test.credentials', broadcast: true })
  followCredentials(@Payload() batch: Received<CredentialChanged | null>[]): Rejection[] {
    if (Gateway.isDown) throw unavailable('the gateway is down');
    for (const { key, value } of batch) {
      if (value) Gateway.credentials.set(key, value);
      else Gateway.credentials.delete(key);
    }
    return [];
  }

  @Consume(directoryChanged, { group: 'test.directory', broadcast: true })
  followDirectory(@Payload() batch: Received<DirectoryChanged>[]): Rejection[] {
    for (const { key, value } of batch) Gateway.directory.set(key, value);
    return [];
  }
}
