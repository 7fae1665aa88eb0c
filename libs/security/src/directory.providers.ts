import { Controller, type Provider, type Type } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import type { Received, Rejection } from '@tributary/bus/message';
import type { DirectoryChanged } from '@tributary/contracts/access';
import { directoryChanged } from '@tributary/contracts/topics';
import { Access } from './access.js';
import { DirectoryStore } from './directory.store.js';

/** What an app needs to answer `Access`'s questions: its own copy of the directory. */
export const directoryProviders: Provider[] = [DirectoryStore, Access];

/** The controller that keeps the app's copy current: it reads the whole topic, then follows it. */
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
