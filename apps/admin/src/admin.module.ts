import type { KeyObject } from 'node:crypto';
import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publishing/publisher';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics/topics';
import { databaseProviders } from '@tributary/runtime/database.providers';
import { outboxProviders } from '@tributary/runtime/outbox.providers';
import { Health } from '@tributary/runtime/health';
import type { Platform } from '@tributary/runtime/platform';
import { directoryFollower, directoryProviders } from '@tributary/security/directory.providers';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { ActivityAnalyzersController } from './activity-analyzers/activity-analyzers.controller.js';
import { ActivityAnalyzersRepository } from './activity-analyzers/activity-analyzers.repository.js';
import { AnalyzerAccess } from './activity-analyzers/analyzer-access.js';
import { AnalyzerPropertiesController } from './activity-analyzers/analyzer-properties.controller.js';
import { AnalyzerPropertiesRepository } from './activity-analyzers/analyzer-properties.repository.js';
import { ConfigurationFilesController } from './activity-analyzers/configuration-files.controller.js';
import { ConfigurationFilesRepository } from './activity-analyzers/configuration-files.repository.js';
import { WorkerConfigurationController } from './activity-analyzers/worker-configuration.controller.js';
import { AnalyzerSelectionsController } from './analyzer-selections/analyzer-selections.controller.js';
import { AnalyzerSelectionsRepository } from './analyzer-selections/analyzer-selections.repository.js';
import { ApiTokensController } from './api-tokens/api-tokens.controller.js';
import { ApiTokensRepository } from './api-tokens/api-tokens.repository.js';
import { OrganisationApiTokensController } from './api-tokens/organisation-api-tokens.controller.js';
import { OrganisationApiTokensRepository } from './api-tokens/organisation-api-tokens.repository.js';
import { AccessChanges } from './access-events/access-changes.js';
import { AuditEventsController } from './audit-events/audit-events.controller.js';
import { AuditEventsRepository } from './audit-events/audit-events.repository.js';
import { AuditUpkeep } from './audit-events/audit-upkeep.js';
import { StoreAuditEventsHandler } from './audit-events/store-audit-events.handler.js';
import { ChannelAccess } from './channels/channel-access.js';
import { ChannelsController } from './channels/channels.controller.js';
import { ChannelsRepository } from './channels/channels.repository.js';
import { typedChannelsControllers } from './channels/typed-channels.controllers.js';
import { CollectKeysController } from './collect-keys/collect-keys.controller.js';
import { CollectKeysRepository } from './collect-keys/collect-keys.repository.js';
import { CommunitiesController } from './communities/communities.controller.js';
import { CommunitiesRepository } from './communities/communities.repository.js';
import { SETTINGS, type AdminSettings } from './config.js';
import { ConnectedUserController } from './connected-user/connected-user.controller.js';
import { RecordCredentialUsesHandler } from './credential-uses/record-credential-uses.handler.js';
import { DashboardContentsController } from './dashboards/dashboard-contents.controller.js';
import { DashboardContentsRepository } from './dashboards/dashboard-contents.repository.js';
import { DashboardsController } from './dashboards/dashboards.controller.js';
import { DashboardsRepository } from './dashboards/dashboards.repository.js';
import { adminDatabase } from './database.js';
import { DatamartsController } from './datamarts/datamarts.controller.js';
import { DatamartsRepository } from './datamarts/datamarts.repository.js';
import { FirstStart } from './startup/first-start.js';
import { InternalAccessController } from './internal-access/internal-access.controller.js';
import { InternalAccessRepository } from './internal-access/internal-access.repository.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { InvitationsRepository } from './invitations/invitations.repository.js';
import { MessageAuthenticationKeysController } from './message-authentication-keys/message-authentication-keys.controller.js';
import { MessageAuthenticationKeysRepository } from './message-authentication-keys/message-authentication-keys.repository.js';
import { SecretsSealer } from './message-authentication-keys/secrets-sealer.js';
import { OrganisationsController } from './organisations/organisations.controller.js';
import { OrganisationsRepository } from './organisations/organisations.repository.js';
import { PluginWorkersController } from './plugin-workers/plugin-workers.controller.js';
import { PluginWorkersRepository } from './plugin-workers/plugin-workers.repository.js';
import { PluginAccess } from './plugins/plugin-access.js';
import { PluginVersionsController } from './plugins/plugin-versions.controller.js';
import { PluginVersionsRepository } from './plugins/plugin-versions.repository.js';
import { PluginsController } from './plugins/plugins.controller.js';
import { PluginsRepository } from './plugins/plugins.repository.js';
import { ChannelScopes } from './processings/channel-scopes.js';
import { ChannelScopesController } from './processings/channel-scopes.controller.js';
import { ProcessingSelectionsController } from './processings/processing-selections.controller.js';
import { ProcessingSelectionsRepository } from './processings/processing-selections.repository.js';
import { ProcessingsController } from './processings/processings.controller.js';
import { ProcessingsRepository } from './processings/processings.repository.js';
import { Republisher } from './access-events/republisher.js';
import { SavedReportsController } from './saved-reports/saved-reports.controller.js';
import { SavedReportsRepository } from './saved-reports/saved-reports.repository.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { ThrottlingsController } from './throttlings/throttlings.controller.js';
import { ThrottlingsRepository } from './throttlings/throttlings.repository.js';
import { UserRolesController } from './user-roles/user-roles.controller.js';
import { UserRolesRepository } from './user-roles/user-roles.repository.js';
import { UserAccess } from './users/user-access.js';
import { UsersController } from './users/users.controller.js';
import { UsersRepository } from './users/users.repository.js';

const directory = {
  controllers: [
    CommunitiesController,
    OrganisationsController,
    DatamartsController,
    ChannelsController,
    ...typedChannelsControllers,
  ],
  providers: [CommunitiesRepository, OrganisationsRepository, DatamartsRepository, ChannelsRepository, ChannelAccess],
};
const processings = {
  controllers: [ProcessingsController, ProcessingSelectionsController],
  providers: [ProcessingsRepository, ProcessingSelectionsRepository, ChannelScopes],
};
const users = {
  controllers: [UsersController, UserRolesController, InvitationsController, ConnectedUserController],
  providers: [UsersRepository, UserRolesRepository, InvitationsRepository, UserAccess],
};
const credentials = {
  controllers: [
    ApiTokensController,
    OrganisationApiTokensController,
    MessageAuthenticationKeysController,
    CollectKeysController,
    RecordCredentialUsesHandler,
  ],
  providers: [
    ApiTokensRepository,
    OrganisationApiTokensRepository,
    MessageAuthenticationKeysRepository,
    CollectKeysRepository,
    SecretsSealer,
    SessionsRepository,
  ],
};

const dashboards = {
  controllers: [DashboardsController, DashboardContentsController, SavedReportsController],
  providers: [DashboardsRepository, DashboardContentsRepository, SavedReportsRepository],
};
const plugins = {
  controllers: [PluginsController, PluginVersionsController, PluginWorkersController, ThrottlingsController],
  providers: [
    PluginAccess,
    PluginsRepository,
    PluginVersionsRepository,
    PluginWorkersRepository,
    ThrottlingsRepository,
  ],
};
const analyzers = {
  controllers: [
    ActivityAnalyzersController,
    AnalyzerPropertiesController,
    ConfigurationFilesController,
    WorkerConfigurationController,
    AnalyzerSelectionsController,
  ],
  providers: [
    AnalyzerAccess,
    ActivityAnalyzersRepository,
    AnalyzerPropertiesRepository,
    ConfigurationFilesRepository,
    AnalyzerSelectionsRepository,
  ],
};

const audit = {
  controllers: [AuditEventsController, StoreAuditEventsHandler],
  providers: [AuditEventsRepository, AuditUpkeep],
};

interface Feature {
  controllers: Type[];
  providers: Provider[];
}

/** Absent if the gateway runs in the same process: it needs no look-ups over HTTP, and the only port is public. */
const internal = {
  controllers: [InternalAccessController, SessionsController, ChannelScopesController],
  providers: [InternalAccessRepository],
};

interface AdminOptions extends AdminSettings {
  DATABASE_URL: string;
  /** Set if admin is a separate process, to which the gateways send look-ups. */
  GATEWAY_PUBLIC_KEY?: readonly KeyObject[];
}

@Module({})
export class AdminModule {
  static register(options: AdminOptions, platform: Platform): DynamicModule {
    const features: Feature[] = [directory, processings, users, credentials, dashboards, plugins, analyzers, audit];
    if (options.GATEWAY_PUBLIC_KEY !== undefined) features.push(internal);
    return {
      module: AdminModule,
      controllers: [directoryFollower('admin'), ...features.flatMap(({ controllers }) => controllers)],
      providers: [
        ...databaseProviders({ ...adminDatabase, url: options.DATABASE_URL }, platform),
        ...outboxProviders({ app: 'admin', topics: [credentialChanged, directoryChanged] }, platform),
        ...directoryProviders,
        ...features.flatMap(({ providers }) => providers),
        { provide: Publisher, useValue: platform.bus.publisher },
        { provide: SETTINGS, useValue: options },
        { provide: Health, useValue: platform.health },
        { provide: SecretsKeyring, useValue: new SecretsKeyring(options.SECRETS_KEY) },
        AccessChanges,
        Republisher,
        FirstStart,
      ],
      // The gateway in the same process calls it directly.
      exports: [SessionsRepository],
    };
  }
}
