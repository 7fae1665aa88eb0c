import { ActivityReceipt } from '@tributary/contracts/activity';
import { ApiToken } from '@tributary/contracts/api-token';
import { Community } from '@tributary/contracts/community';
import { ConnectedUser } from '@tributary/contracts/connected-user';
import { DashboardRegistration } from '@tributary/contracts/dashboard';
import {
  DashboardContent,
  DashboardContentVersion,
  DashboardContentWrapper,
} from '@tributary/contracts/dashboard-content';
import { Datamart } from '@tributary/contracts/datamart';
import { DocumentImport, DocumentImportExecution } from '@tributary/contracts/document-import';
import { MessageAuthenticationKey } from '@tributary/contracts/message-authentication-key';
import { Organisation } from '@tributary/contracts/organisation';
import { Plugin, PluginVersion } from '@tributary/contracts/plugin';
import { DateRange, DimensionFilter, FilterClause, ReportRequest, ReportView } from '@tributary/contracts/report';
import { Throttling } from '@tributary/contracts/throttling';
import { User } from '@tributary/contracts/user';
import { StoredUserActivity, UserActivity } from '@tributary/contracts/user-activity';
import { UserChoice, UserChoiceInput } from '@tributary/contracts/user-choice';
import { UserIdentifier, UserPoint } from '@tributary/contracts/user-point';
import { UserProfile, UserProfileInput } from '@tributary/contracts/user-profile';
import { UserRoleResource } from '@tributary/contracts/user-role';
import { UserSegment } from '@tributary/contracts/user-segment';
import { DataWarehouse, DatamartConfig } from '@tributary/contracts/warehouse';
import {
  BigQueryCredentials,
  PostgresCredentials,
  SnowflakeCredentials,
} from '@tributary/contracts/warehouse-credentials';
import {
  Column,
  ColumnContext,
  Database,
  DataWarehouseInfos,
  Schema,
  Table,
} from '@tributary/contracts/warehouse-metadata';

/** Shapes that the document names, by the words of the API. */
export const componentSchemas = {
  ...{ ActivityReceipt, ApiToken, Community, ConnectedUser, Datamart, MessageAuthenticationKey, Organisation },
  ...{ DashboardContent, DashboardContentVersion, DashboardContentWrapper, DashboardRegistration },
  ...{ DocumentImport, DocumentImportExecution, Plugin, PluginVersion, Throttling, User },
  ...{ DateRange, DimensionFilter, FilterClause, ReportRequest, ReportView },
  ...{ UserActivity, StoredUserActivity, UserChoice, UserChoicePayload: UserChoiceInput },
  ...{ UserIdentifier, UserPoint, UserProfile, UserProfilePayload: UserProfileInput, UserSegment },
  UserRole: UserRoleResource,
  ...{ DataWarehouse, DataWarehouseDatamartConfig: DatamartConfig, DataWarehouseInfos },
  ...{ Database, Schema, Table, Column, DataWarehouseTableColumnContext: ColumnContext },
  ...{ BigQueryCredentials, PostgresCredentials, SnowflakeCredentials },
};
