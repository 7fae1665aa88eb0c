import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { writeEntities } from '@tributary/database/entities';
import { patiently } from '@tributary/runtime/patiently';
import { DataSource } from 'typeorm';
import { bootstrap, forgetUnseen } from './bootstrap.js';
import { SETTINGS, type AdminSettings } from './config.js';
import { SecretsSealer } from './message-authentication-keys/secrets-sealer.js';
import { Republisher } from './republisher.js';

/**
 * Runs before the port opens: an empty platform gets its first user, secrets are sealed under the newest key, and an
 * empty bus gets everything that the gateways must know.
 */
@Injectable()
export class FirstStart implements OnApplicationBootstrap {
  /** The first token's value, until it is shown. */
  token: string | undefined;
  private readonly logger = new Logger(FirstStart.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: SecretsSealer,
    private readonly republisher: Republisher,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.token = await patiently(() => writeEntities(this.dataSource, (manager) => bootstrap(manager, this.settings)));
    const { resealed, unopened } = await patiently(() => this.sealer.reseal());
    if (resealed > 0) this.logger.log(`${resealed} secrets are sealed under the newest key of SECRETS_KEY now`);
    if (unopened > 0) this.logger.warn(`${unopened} secrets cannot be opened by any key of SECRETS_KEY: none verifies`);
    await this.republisher.fillWhatIsEmpty();
  }

  /** To be called when the token has been shown. Until then each start makes it anew: nobody can know the old one. */
  async tokenIsShown(): Promise<void> {
    this.token = undefined;
    await writeEntities(this.dataSource, forgetUnseen);
  }
}
