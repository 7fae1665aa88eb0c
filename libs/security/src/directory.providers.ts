import { Controller, type Provider, type Type } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { DirectoryChanged } from '@tributary/contracts/admin/access';
import { directoryChanged } from '@tributary/contracts/topics/topics';
import { Access } from './access.js';
import { DirectoryStore } from './directory.store.js';

/** `Access` with the app's own copy of the directory. */
export const directoryProviders: Provider[] = [DirectoryStore, Access];

/** Creates the handler that keeps the app's copy current: it reads the whole topic, then follows it. */
export function directoryFollower(app: string): Type {
  @Controller()
  class FollowDirectoryHandler {
    constructor(private readonly directory: DirectoryStore) {}

    @Consume(directoryChanged, { group: `${app}.follow-directory`, broadcast: true })
    handle(@Payload() batch: Received<DirectoryChanged | null>[]): Rejection[] {
      for (const { key, value } of batch) {
        if (value) this.directory.apply(value);
        else this.directory.forget(key);
      }
      return [];
    }
  }
  return FollowDirectoryHandler;
}
