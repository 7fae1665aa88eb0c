import { setTimeout as sleep } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { credentialName, type CredentialChanged, type DirectoryChanged } from '@tributary/contracts/admin/access';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics/topics';
import { DirectoryStore } from '@tributary/security/directory.store';

interface DirectoryRecord {
  key: string;
  value: DirectoryChanged | null;
}

/** Test double of a gateway: the newest version of each credential, without revoked ones, and the directory. */
@Controller()
export class FakeGateway {
  static readonly credentials = new Map<string, CredentialChanged>();
  static readonly revoked = new Map<string, CredentialChanged>();
  /** Keys of versions that a newer one has replaced. */
  static readonly replacedKeys: string[] = [];
  /** The topic of the directory after compaction. */
  static readonly directory = new Map<string, DirectoryChanged>();
  /** The directory of an app that has followed the topic from its start. */
  static follower = new DirectoryStore();
  static readonly directoryRecords: DirectoryRecord[] = [];
  /**
   * If true, it consumes nothing, as if the bus were down: nothing is acknowledged. It waits rather than fails, because the bus
   * pauses longer and longer after failures.
   */
  static isDown = false;

  static forget(): void {
    FakeGateway.credentials.clear();
    FakeGateway.revoked.clear();
    FakeGateway.replacedKeys.length = 0;
    FakeGateway.directory.clear();
    FakeGateway.follower = new DirectoryStore();
    FakeGateway.directoryRecords.length = 0;
  }

  @Consume(credentialChanged, { group: 'test.credentials', broadcast: true })
  async followCredentials(@Payload() batch: Received<CredentialChanged | null>[]): Promise<Rejection[]> {
    while (FakeGateway.isDown) await sleep(10);
    for (const { key, value } of batch) {
      if (value) this.apply(value);
      else FakeGateway.replacedKeys.push(key);
    }
    return [];
  }

  private apply(changed: CredentialChanged): void {
    const { credentials, revoked } = FakeGateway;
    const name = credentialName(changed);
    const known = credentials.get(name) ?? revoked.get(name);
    if (known && known.version >= changed.version) return;
    const isRevocation = changed.kind === 'revocation';
    (isRevocation ? revoked : credentials).set(name, changed);
    (isRevocation ? credentials : revoked).delete(name);
  }

  @Consume(directoryChanged, { group: 'test.directory', broadcast: true })
  async followDirectory(@Payload() batch: Received<DirectoryChanged | null>[]): Promise<Rejection[]> {
    while (FakeGateway.isDown) await sleep(10);
    for (const { key, value } of batch) {
      FakeGateway.directoryRecords.push({ key, value });
      if (value) FakeGateway.follower.apply(value);
      else FakeGateway.follower.forget(key);
      if (value) FakeGateway.directory.set(key, value);
      else FakeGateway.directory.delete(key);
    }
    return [];
  }
}
