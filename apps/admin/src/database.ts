import type { DataSourceOptions } from '@tributary/database/data-source';
import { ApiTokenEntity } from './api-tokens/api-token.entity.js';
import { auditSchema } from './audit-events/audit-tables.js';
import { ChannelEntity } from './channels/channel.entity.js';
import { CollectKeyEntity } from './collect-keys/collect-key.entity.js';
import { CommunityEntity } from './communities/community.entity.js';
import { DashboardContentEntity } from './dashboards/dashboard-content.entity.js';
import { DashboardEntity } from './dashboards/dashboard.entity.js';
import { DatamartEntity } from './datamarts/datamart.entity.js';
import { MessageAuthenticationKeyEntity } from './message-authentication-keys/message-authentication-key.entity.js';
import { Baseline1763700000001 } from './migrations/1-baseline.js';
import { AttachedContents1795800000002 } from './migrations/2-attached-contents.js';
import { PublishedTopics1795800000005 } from './migrations/3-published-topics.js';
import { CredentialLimits1795800000006 } from './migrations/4-credential-limits.js';
import { JunkExceptions1795900000002 } from './migrations/5-junk-exceptions.js';
import { CollectKeys1796100000001 } from './migrations/6-collect-keys.js';
import { ChannelsWithoutBots1796300000001 } from './migrations/7-channels-without-bots.js';
import { MergingKeys1796400000001 } from './migrations/8-merging-keys.js';
import { AuditedWrites1796600000001 } from './migrations/9-audited-writes.js';
import { Sessions1796600000001 } from './migrations/10-sessions.js';
import { GivenChannelIds1796600000011 } from './migrations/11-given-channel-ids.js';
import { FlagRules1796500000012 } from './migrations/12-flag-rules.js';
import { Invitations1796700000013 } from './migrations/13-invitations.js';
import { SavedReports1796800000014 } from './migrations/14-saved-reports.js';
import { OrganisationEntity } from './organisations/organisation.entity.js';
import { PluginVersionEntity } from './plugins/plugin-version.entity.js';
import { PluginEntity } from './plugins/plugin.entity.js';
import { ProcessingEntity } from './processings/processing.entity.js';
import { SavedReportEntity } from './saved-reports/saved-report.entity.js';
import { ThrottlingEntity } from './throttlings/throttling.entity.js';
import { UserRoleEntity } from './users/user-role.entity.js';
import { UserEntity } from './users/user.entity.js';

const entities = [
  CommunityEntity,
  OrganisationEntity,
  DatamartEntity,
  ChannelEntity,
  ProcessingEntity,
  UserEntity,
  UserRoleEntity,
  ApiTokenEntity,
  MessageAuthenticationKeyEntity,
  CollectKeyEntity,
  DashboardEntity,
  DashboardContentEntity,
  PluginEntity,
  PluginVersionEntity,
  ThrottlingEntity,
  SavedReportEntity,
];

export const adminDatabase: Omit<DataSourceOptions, 'url'> = {
  app: 'admin',
  entities,
  protectedSchema: auditSchema,
  migrations: [
    Baseline1763700000001,
    AttachedContents1795800000002,
    PublishedTopics1795800000005,
    CredentialLimits1795800000006,
    JunkExceptions1795900000002,
    CollectKeys1796100000001,
    ChannelsWithoutBots1796300000001,
    MergingKeys1796400000001,
    AuditedWrites1796600000001,
    Sessions1796600000001,
    GivenChannelIds1796600000011,
    FlagRules1796500000012,
    Invitations1796700000013,
    SavedReports1796800000014,
  ],
};
