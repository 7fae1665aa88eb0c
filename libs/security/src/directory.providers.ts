import type { Provider } from '@nestjs/common';
import { topicFollower } from '@tributary/bus/messages/topic-follower';
import { directoryChanged } from '@tributary/contracts/topics/topics';
import { Access } from './access.js';
import { DirectoryStore } from './directory.store.js';

/** `Access` with the app's own copy of the directory. */
export const directoryProviders: Provider[] = [DirectoryStore, Access];

/** Creates the handler that keeps the app's copy current. */
export const directoryFollower = (app: string) =>
  topicFollower(DirectoryStore, directoryChanged, { group: `${app}.follow-directory` });
