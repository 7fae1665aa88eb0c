import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publisher';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics';
import { transaction } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import { bootstrap } from './bootstrap.js';
import type { AdminSettings } from './config.js';
import { readCredentials, readDirectory } from './read-access.js';

/** Token under which Nest injects `FirstStartOptions`. */
export const FIRST_START = Symbol('first start');

export interface FirstStartOptions {
  settings: AdminSettings;
  showToken: (token: string) => void;
}

/** Runs before the port opens: an empty platform gets its first user, an empty bus everything the gateways must know. */
@Injectable()
export class FirstStart implements OnApplicationBootstrap {
  /** The first token's value, on the very first start only. */
  token: string | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly publisher: Publisher,
    @Inject(FIRST_START) private readonly options: FirstStartOptions,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { settings, showToken: show } = this.options;
    const options = { token: settings.BOOTSTRAP_API_TOKEN, isProduction: settings.NODE_ENV === 'production', show };
    this.token = await transaction(this.dataSource, (client) => bootstrap(client, options));
    await this.replay();
  }

  /** The in-process bus forgets everything at a restart, and a broker's topic may have been lost. */
  private async replay(): Promise<void> {
    const [directory, credentials] = await transaction(this.dataSource, async (client) => [
      await readDirectory(client),
      await readCredentials(client),
    ]);
    if (await this.publisher.isEmpty(directoryChanged)) await this.publisher.publish(directoryChanged, directory);
    if (await this.publisher.isEmpty(credentialChanged)) await this.publisher.publish(credentialChanged, credentials);
  }
}
