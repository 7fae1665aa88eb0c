import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { writeEntities } from '@tributary/database/entities';
import { retryAtStart } from '@tributary/contracts/retry';
import { DirectoryStore } from '@tributary/security/directory.store';
import { DataSource } from 'typeorm';
import { AccessEvents } from '../access-events/access-events.js';
import { bootstrap, markTokenShown } from './bootstrap.js';
import { SETTINGS, type AdminSettings } from '../config.js';
import { SecretsSealer } from '../message-authentication-keys/secrets-sealer.js';
import { Republisher } from '../access-events/republisher.js';

/**
 * Runs before the port opens: creates the first user of an empty platform, reseals secrets with the newest key, and
 * publishes credentials and the directory to empty topics.
 */
@Injectable()
export class FirstStart implements OnApplicationBootstrap {
  /** Value of the first token, until it was shown; undefined if the operator has given it. */
  token: string | undefined;
  private readonly logger = new Logger(FirstStart.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: SecretsSealer,
    private readonly republisher: Republisher,
    private readonly directory: DirectoryStore,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    let events: AccessEvents | undefined;
    this.token = await retryAtStart(() =>
      writeEntities(this.dataSource, (manager) =>
        bootstrap(manager, this.settings, (events = new AccessEvents(manager))),
      ),
    );
    // The first request may come before this process has consumed them.
    for (const entry of events?.directory ?? []) this.directory.apply(entry);
    const { resealed, unopened } = await retryAtStart(() => this.sealer.reseal());
    if (resealed > 0) this.logger.log(`${resealed} secrets were resealed with the first key of SECRETS_KEY`);
    if (unopened > 0)
      this.logger.warn(
        `${unopened} secrets cannot be opened with any key of SECRETS_KEY: requests signed with them are refused, and workers do not get them`,
      );
    await this.republisher.fillEmptyTopics();
  }

  /** Call it after the token was shown. Until then, each start replaces the value: no operator can know the old one. */
  async markTokenShown(): Promise<void> {
    this.token = undefined;
    await writeEntities(this.dataSource, markTokenShown);
  }
}
