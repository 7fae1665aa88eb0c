import { FlaggedPerson } from '@tributary/contracts/people/flagged-person';
import { ListedPerson, SegmentMember } from '@tributary/contracts/people/listed-person';
import {
  ActivityAnalyzer,
  AnalyzerProperty,
  ConfigurationFile,
} from '@tributary/contracts/admin/plugins/activity-analyzer';
import { AnalyzerSelection } from '@tributary/contracts/admin/plugins/analyzer-selection';
import { ActivityReceipt, ActivityReceipts } from '@tributary/contracts/tracking/activity';
import { ApiToken, OrganisationApiToken } from '@tributary/contracts/admin/api-token';
import { AuditEvent } from '@tributary/contracts/audit/audit-event';
import { Channel } from '@tributary/contracts/admin/channel';
import { CollectKey } from '@tributary/contracts/admin/collect-key';
import { Community } from '@tributary/contracts/admin/community';
import { ConnectedUser } from '@tributary/contracts/admin/connected-user';
import { DashboardRegistration } from '@tributary/contracts/admin/dashboard';
import {
  DashboardContent,
  DashboardContentVersion,
  DashboardContentWrapper,
} from '@tributary/contracts/admin/dashboard-content';
import { Datamart } from '@tributary/contracts/admin/datamart';
import { DocumentImport, DocumentImportExecution } from '@tributary/contracts/imports/document-import';
import { Invitation } from '@tributary/contracts/invitations/invitation';
import { MessageAuthenticationKey } from '@tributary/contracts/admin/message-authentication-key';
import { Organisation } from '@tributary/contracts/admin/organisation';
import { Plugin, PluginVersion } from '@tributary/contracts/admin/plugins/plugin';
import { PluginWorker } from '@tributary/contracts/admin/plugins/plugin-worker';
import { ReportExplanation } from '@tributary/contracts/analytics/explanation';
import {
  ActivitiesReportRequest,
  DateRange,
  DimensionFilter,
  FilterClause,
  FilterGroup,
  ReportRequest,
  ReportView,
} from '@tributary/contracts/analytics/report';
import { RefusedByChoice, SelectionPreview } from '@tributary/contracts/consent/channel-consent';
import { Processing, ProcessingSelection } from '@tributary/contracts/admin/processing';
import { SavedReport } from '@tributary/contracts/saved-reports/saved-report';
import { Throttling } from '@tributary/contracts/admin/plugins/throttling';
import { User } from '@tributary/contracts/admin/user';
import { StoredUserActivity, UserActivity } from '@tributary/contracts/tracking/user-activity';
import { AnalysisFailure } from '@tributary/contracts/tracking/analysis-failure';
import { AudienceSegment } from '@tributary/contracts/tracking/audience-segment';
import { PlannedEventType, TrackingPlan } from '@tributary/contracts/tracking-plan/event-type';
import { EventType } from '@tributary/contracts/tracking-plan/observed-event-type';
import { Compartment } from '@tributary/contracts/tracking/compartment';
import { UserChoice, UserChoiceInput } from '@tributary/contracts/tracking/user-choice';
import { UserIdentifier, UserPoint } from '@tributary/contracts/tracking/user-point';
import { UserProfile, UserProfileInput } from '@tributary/contracts/tracking/user-profile';
import { UserRoleResource } from '@tributary/contracts/admin/user-role';
import { UserSegment } from '@tributary/contracts/tracking/user-segment';
import { DataWarehouse, DatamartConfig } from '@tributary/contracts/warehouses/warehouse';
import {
  BigQueryCredentials,
  PostgresCredentials,
  SnowflakeCredentials,
} from '@tributary/contracts/warehouses/warehouse-credentials';
import {
  Column,
  ColumnContext,
  Database,
  DataWarehouseInfos,
  Schema,
  Table,
} from '@tributary/contracts/warehouses/warehouse-metadata';

/** Named schemas of the document, under the names of the API. */
export const componentSchemas = {
  ActivityAnalyzer,
  ActivityAnalyzerFailure: AnalysisFailure,
  ActivityAnalyzerProperty: AnalyzerProperty,
  ActivityReceipt,
  ActivityReceipts,
  ApiToken,
  OrganisationApiToken,
  AudienceSegment,
  Channel,
  AuditEvent,
  CollectKey,
  Community,
  Compartment,
  EventType,
  PlannedEventType,
  TrackingPlan,
  ConfigurationFile,
  ConnectedUser,
  ChannelVisitAnalyzerSelection: AnalyzerSelection,
  Datamart,
  Invitation,
  MessageAuthenticationKey,
  Organisation,
  Processing,
  ProcessingSelection,
  SelectionPreview,
  RefusedByChoice,
  SavedReport,
  DashboardContent,
  DashboardContentVersion,
  DashboardContentWrapper,
  DashboardRegistration,
  DocumentImport,
  DocumentImportExecution,
  Plugin,
  PluginVersion,
  PluginWorker,
  Throttling,
  User,
  DateRange,
  DimensionFilter,
  FilterClause,
  FilterGroup,
  ReportRequest,
  ActivitiesReportRequest,
  ReportExplanation,
  ReportView,
  UserActivity,
  StoredUserActivity,
  UserChoice,
  UserChoicePayload: UserChoiceInput,
  UserIdentifier,
  UserPoint,
  UserProfile,
  UserProfilePayload: UserProfileInput,
  UserSegment,
  FlaggedPerson,
  ListedPerson,
  SegmentMember,
  UserRole: UserRoleResource,
  DataWarehouse,
  DataWarehouseDatamartConfig: DatamartConfig,
  DataWarehouseInfos,
  Database,
  Schema,
  Table,
  Column,
  DataWarehouseTableColumnContext: ColumnContext,
  BigQueryCredentials,
  PostgresCredentials,
  SnowflakeCredentials,
};
