// Generated from the description of the API by scripts/generate-client.mjs.

import { client } from './client.gen.js';
import type { Client, ClientMeta, Options as Options2, RequestResult, ServerSentEventsResult, TDataShape } from './client/index.js';
import type { ActOnDocumentImportExecutionData, ActOnDocumentImportExecutionResponses, ActOnRefusedActivityData, ActOnRefusedActivityResponses, ActOnUserChoicesData, ActOnUserChoicesResponses, AssociateUserIdentifiersData, AssociateUserIdentifiersResponses, CollectUserActivityData, CollectUserActivityResponses, CreateActivityAnalyzerData, CreateActivityAnalyzerResponses, CreateApiTokenData, CreateApiTokenResponses, CreateAudienceSegmentData, CreateAudienceSegmentResponses, CreateChannelData, CreateChannelResponses, CreateChannelVisitAnalyzerSelectionData, CreateChannelVisitAnalyzerSelectionResponses, CreateCollectKeyData, CreateCollectKeyResponses, CreateCompartmentData, CreateCompartmentResponses, CreateDashboardData, CreateDashboardResponses, CreateDatamartData, CreateDatamartResponses, CreateDataWarehouseData, CreateDataWarehouseResponses, CreateDocumentImportData, CreateDocumentImportExecutionData, CreateDocumentImportExecutionResponses, CreateDocumentImportResponses, CreateInvitationData, CreateInvitationResponses, CreateMessageAuthenticationKeyData, CreateMessageAuthenticationKeyResponses, CreateOrganisationData, CreateOrganisationResponses, CreatePluginData, CreatePluginResponses, CreatePluginVersionData, CreatePluginVersionResponses, CreateProcessingData, CreateProcessingResponses, CreateProcessingSelectionData, CreateProcessingSelectionResponses, CreateSavedReportData, CreateSavedReportResponses, CreateThrottlingData, CreateThrottlingResponses, CreateUserData, CreateUserResponses, CreateUserRoleData, CreateUserRoleResponses, CreateVisitAnalyzerModelData, CreateVisitAnalyzerModelResponses, DeleteActivityAnalyzerData, DeleteActivityAnalyzerFileData, DeleteActivityAnalyzerFileResponses, DeleteActivityAnalyzerResponses, DeleteAudienceSegmentData, DeleteAudienceSegmentResponses, DeleteChannelVisitAnalyzerSelectionData, DeleteChannelVisitAnalyzerSelectionResponses, DeleteCollectKeyData, DeleteCollectKeyResponses, DeleteCompartmentData, DeleteCompartmentResponses, DeleteCtvData, DeleteCtvResponses, DeleteDashboardData, DeleteDashboardResponses, DeleteDataWarehouseData, DeleteDataWarehouseDatamartConfigData, DeleteDataWarehouseDatamartConfigResponses, DeleteDataWarehouseResponses, DeleteDocumentImportData, DeleteDocumentImportResponses, DeleteMobileApplicationData, DeleteMobileApplicationResponses, DeletePluginWorkerData, DeletePluginWorkerResponses, DeleteProcessingData, DeleteProcessingResponses, DeleteProcessingSelectionData, DeleteProcessingSelectionResponses, DeleteSavedReportData, DeleteSavedReportResponses, DeleteSiteData, DeleteSiteResponses, DeleteThrottlingData, DeleteThrottlingResponses, DeleteUserData, DeleteUserProfileData, DeleteUserProfileResponses, DeleteUserResponses, DeleteUserRoleData, DeleteUserRoleResponses, DeleteUserSegmentData, DeleteUserSegmentResponses, DeleteVisitAnalyzerModelData, DeleteVisitAnalyzerModelFileData, DeleteVisitAnalyzerModelFileResponses, DeleteVisitAnalyzerModelResponses, DownloadActivityAnalyzerFileData, DownloadActivityAnalyzerFileResponses, DownloadConfigurationFileData, DownloadConfigurationFileResponses, DownloadDataFileData, DownloadDataFileResponses, DownloadVisitAnalyzerModelFileData, DownloadVisitAnalyzerModelFileResponses, EraseUserPointData, EraseUserPointResponses, ExportSegmentMembersData, ExportSegmentMembersResponses, ExportUserPointData, ExportUserPointResponses, FollowDocumentImportExecutionData, FollowDocumentImportExecutionResponse, FollowDocumentImportExecutionResponses, FollowUserActivitiesData, FollowUserActivitiesResponse, FollowUserActivitiesResponses, GetActivityAnalyzerData, GetActivityAnalyzerResponses, GetApiTokenData, GetApiTokenResponses, GetAudienceSegmentData, GetAudienceSegmentResponses, GetChannelData, GetChannelResponses, GetChannelVisitAnalyzerSelectionData, GetChannelVisitAnalyzerSelectionResponses, GetCollectKeyData, GetCollectKeyResponses, GetCommunityData, GetCommunityResponses, GetCompartmentData, GetCompartmentResponses, GetConnectedUserData, GetConnectedUserResponses, GetDashboardContentData, GetDashboardContentResponses, GetDashboardData, GetDashboardResponses, GetDatamartData, GetDatamartResponses, GetDataWarehouseColumnData, GetDataWarehouseColumnResponses, GetDataWarehouseCredentialsData, GetDataWarehouseCredentialsResponses, GetDataWarehouseData, GetDataWarehouseDatamartConfigData, GetDataWarehouseDatamartConfigResponses, GetDataWarehouseMetadataData, GetDataWarehouseMetadataResponses, GetDataWarehouseResponses, GetDocumentImportData, GetDocumentImportExecutionData, GetDocumentImportExecutionResponses, GetDocumentImportResponses, GetDocumentImportTemplateData, GetDocumentImportTemplateResponses, GetOrganisationData, GetOrganisationResponses, GetPluginData, GetPluginResponses, GetPluginVersionByIdData, GetPluginVersionByIdResponses, GetPluginVersionData, GetPluginVersionResponses, GetPluginWorkerData, GetPluginWorkerResponses, GetProcessingData, GetProcessingResponses, GetProcessingSelectionData, GetProcessingSelectionResponses, GetSavedReportData, GetSavedReportResponses, GetTrackingPlanData, GetTrackingPlanResponses, GetUserActivityTraceData, GetUserActivityTraceResponses, GetUserData, GetUserPointData, GetUserPointIdentityData, GetUserPointIdentityResponses, GetUserPointResponses, GetUserProfileData, GetUserProfileResponses, GetUserResponses, GetUserRoleData, GetUserRoleResponses, GetVisitAnalyzerModelData, GetVisitAnalyzerModelResponses, ListActivityAnalyzerFailuresData, ListActivityAnalyzerFailuresResponses, ListActivityAnalyzerPropertiesData, ListActivityAnalyzerPropertiesResponses, ListActivityAnalyzersData, ListActivityAnalyzersResponses, ListAllUserChoiceChangesData, ListAllUserChoiceChangesResponses, ListApiTokensData, ListApiTokensResponses, ListAudienceSegmentsData, ListAudienceSegmentsResponses, ListAuditEventsData, ListAuditEventsResponses, ListChannelsData, ListChannelsOfOrganisationData, ListChannelsOfOrganisationResponses, ListChannelsResponses, ListChannelVisitAnalyzerSelectionsData, ListChannelVisitAnalyzerSelectionsResponses, ListCollectKeysData, ListCollectKeysResponses, ListCommunitiesData, ListCommunitiesResponses, ListCompartmentsData, ListCompartmentsResponses, ListDashboardContentVersionsData, ListDashboardContentVersionsResponses, ListDashboardsData, ListDashboardsResponses, ListDatamartsData, ListDatamartsResponses, ListDataWarehouseDatabasesData, ListDataWarehouseDatabasesResponses, ListDataWarehousesData, ListDataWarehousesResponses, ListDocumentImportExecutionsData, ListDocumentImportExecutionsResponses, ListDocumentImportsData, ListDocumentImportsResponses, ListEventTypesData, ListEventTypesResponses, ListFlaggedPeopleData, ListFlaggedPeopleResponses, ListInvitationsData, ListInvitationsResponses, ListMessageAuthenticationKeysData, ListMessageAuthenticationKeysResponses, ListOrganisationApiTokensData, ListOrganisationApiTokensResponses, ListOrganisationsData, ListOrganisationsResponses, ListPluginPropertiesData, ListPluginPropertiesResponses, ListPluginsData, ListPluginsResponses, ListPluginVersionsData, ListPluginVersionsResponses, ListProcessingsData, ListProcessingSelectionsData, ListProcessingSelectionsResponses, ListProcessingsResponses, ListRecentPeopleData, ListRecentPeopleResponses, ListRefusedActivitiesData, ListRefusedActivitiesResponses, ListRefusedByChoiceData, ListRefusedByChoiceResponses, ListSavedReportsData, ListSavedReportsResponses, ListSegmentMembersData, ListSegmentMembersResponses, ListThrottlingsData, ListThrottlingsResponses, ListUserAccountCompartmentsData, ListUserAccountCompartmentsResponses, ListUserActivitiesData, ListUserActivitiesResponses, ListUserChoiceChangesData, ListUserChoiceChangesResponses, ListUserChoicesData, ListUserChoicesOfProcessingData, ListUserChoicesOfProcessingResponses, ListUserChoicesResponses, ListUserIdentifiersData, ListUserIdentifiersResponses, ListUserProfilesData, ListUserProfilesResponses, ListUserRolesData, ListUserRolesResponses, ListUsersData, ListUserSegmentsData, ListUserSegmentsOfAccountData, ListUserSegmentsOfAccountResponses, ListUserSegmentsOfSelectorData, ListUserSegmentsOfSelectorResponses, ListUserSegmentsResponses, ListUsersResponses, ListVisitAnalyzerModelFailuresData, ListVisitAnalyzerModelFailuresResponses, ListVisitAnalyzerModelPropertiesData, ListVisitAnalyzerModelPropertiesResponses, ListVisitAnalyzerModelsData, ListVisitAnalyzerModelsResponses, PreviewProcessingSelectionData, PreviewProcessingSelectionResponses, PutActivityAnalyzerFileData, PutActivityAnalyzerFileResponses, PutActivityAnalyzerPropertyData, PutActivityAnalyzerPropertyResponses, PutChannelVisitAnalyzerSelectionsData, PutChannelVisitAnalyzerSelectionsResponses, PutDashboardContentData, PutDashboardContentResponses, PutDataWarehouseCredentialsData, PutDataWarehouseCredentialsResponses, PutDataWarehouseDatamartConfigData, PutDataWarehouseDatamartConfigResponses, PutEventTypeData, PutEventTypeResponses, PutPluginWorkerData, PutPluginWorkerResponses, PutTrackingPlanData, PutTrackingPlanResponses, PutUserChoiceData, PutUserChoiceResponses, PutUserProfileData, PutUserProfileResponses, PutUserSegmentData, PutUserSegmentResponses, PutVisitAnalyzerModelFileData, PutVisitAnalyzerModelFileResponses, PutVisitAnalyzerModelPropertyData, PutVisitAnalyzerModelPropertyResponses, RefreshDataWarehouseMetadataData, RefreshDataWarehouseMetadataResponses, RenameApiTokenData, RenameApiTokenResponses, ReportCollectionsData, ReportCollectionsResponses, ReportUserActivitiesData, ReportUserActivitiesResponses, RevokeApiTokenData, RevokeApiTokenResponses, RevokeInvitationData, RevokeInvitationResponses, RevokeMessageAuthenticationKeyData, RevokeMessageAuthenticationKeyResponses, TestDataWarehouseCredentialsData, TestDataWarehouseCredentialsResponses, UpdateActivityAnalyzerData, UpdateActivityAnalyzerResponses, UpdateAudienceSegmentData, UpdateAudienceSegmentResponses, UpdateCollectKeyData, UpdateCollectKeyResponses, UpdateCommunityData, UpdateCommunityResponses, UpdateCompartmentData, UpdateCompartmentResponses, UpdateCtvData, UpdateCtvResponses, UpdateDashboardData, UpdateDashboardResponses, UpdateDatamartData, UpdateDatamartResponses, UpdateDataWarehouseData, UpdateDataWarehouseResponses, UpdateDocumentImportData, UpdateDocumentImportResponses, UpdateMobileApplicationData, UpdateMobileApplicationResponses, UpdateOrganisationData, UpdateOrganisationResponses, UpdatePluginData, UpdatePluginResponses, UpdatePluginVersionData, UpdatePluginVersionResponses, UpdateProcessingData, UpdateProcessingResponses, UpdateSavedReportData, UpdateSavedReportResponses, UpdateSiteData, UpdateSiteResponses, UpdateThrottlingData, UpdateThrottlingResponses, UpdateUserData, UpdateUserResponses, UpdateUserRoleData, UpdateUserRoleResponses, UpdateVisitAnalyzerModelData, UpdateVisitAnalyzerModelResponses } from './types.gen.js';

export type Options<TData extends TDataShape = TDataShape, ThrowOnError extends boolean = boolean, TResponse = unknown> = Options2<TData, ThrowOnError, TResponse> & {
    /**
     * You can provide a client instance returned by `createClient()` instead of
     * individual options. This might be also useful if you want to implement a
     * custom client.
     */
    client?: Client;
    /**
     * You can pass arbitrary values through the `meta` object. This can be
     * used to access values that aren't defined as part of the SDK function.
     */
    meta?: keyof ClientMeta extends never ? Record<string, unknown> : ClientMeta;
};

/**
 * Send one activity or several
 *
 * A 200 means that the activity is durable. After a 503 or a timeout, retry with the same `$unique_key`, `Idempotency-Key` (with a token) or signature: the activity is stored once.
 *
 * Several activities are sent as NDJSON: one per line, at most 1000 lines and 1 MiB. Blank lines are skipped. A line that is refused does not affect the others: its result is the error. All other activities are durable; after a 503 none is promised. If every line is refused, the response is 400 with the error of the first.
 *
 * Activities of a channel with activity analyzers are stored once these have changed them.
 *
 * With a collect key or a signature, an activity names at most 20 identifiers. With a collect key, `text/plain` is read as JSON, and pages of its `allowed_origins` may read the answer (CORS); an activity gets the channel of the key, and profile events are left out unless the key accepts them.
 *
 * Least role: EDITOR. May be signed. Also with a collect key.
 */
export const collectUserActivity = <ThrowOnError extends boolean = true>(options: Options<CollectUserActivityData, ThrowOnError>): RequestResult<CollectUserActivityResponses, unknown, ThrowOnError> => (options.client ?? client).post<CollectUserActivityResponses, unknown, ThrowOnError>({
    security: [
        { name: 'Authorization', type: 'apiKey' },
        { name: 'X-Svc-Mac', type: 'apiKey' },
        { name: 'X-Svc-Key-Id', type: 'apiKey' },
        { name: 'X-Svc-Ts', type: 'apiKey' },
        {
            in: 'query',
            name: 'collect_key',
            type: 'apiKey'
        }
    ],
    url: '/datamarts/{datamart_id}/user_activities',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Follow activities live
 *
 * Server-Sent Events. `activity`: an activity that a gateway has accepted, as `listUserActivities` shows it; its `id:` is the id of the activity. It may not be stored yet, or be a duplicate. `refused`: a body or a line that this gateway has refused with 400, as `{received_ts, error_code, error, error_id, head}`; `head` is its first KiB. `skipped`: `{count}`, in each second in which something was left out, because of `sample` or because the client reads too slowly. The feed begins with the latest of both that are in memory. `type` and `event_name` do not apply to refusals.
 *
 * A comment comes every 15 s. The feed ends when the caller loses the token or the role. More than 5 feeds of a datamart, or 50 of a gateway, are answered 503.
 *
 * Least role: READER.
 */
export const followUserActivities = <ThrowOnError extends boolean = true>(options: Options<FollowUserActivitiesData, ThrowOnError, FollowUserActivitiesResponse>): Promise<ServerSentEventsResult<FollowUserActivitiesResponses>> => (options.client ?? client).sse.get<FollowUserActivitiesResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_activities/events',
    ...options
});

/**
 * List recent people
 *
 * The people of the 1,000 activities that were stored last, within the window of deduplication (`DEDUPE_WINDOW_DAYS`); those with the newest `$ts` first. Large batches and activities of many analyzers may shorten the list. Each page is recorded in the audit as a read of the datamart.
 *
 * Least role: READER.
 */
export const listRecentPeople = <ThrowOnError extends boolean = true>(options: Options<ListRecentPeopleData, ThrowOnError>): RequestResult<ListRecentPeopleResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListRecentPeopleResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points',
    ...options
});

/**
 * List people who gain too many identifiers
 *
 * People who have gained more accounts or e-mails within 7 days, more agents within 2 days, or were merged more often within 14 days than `flag_rules` of the datamart allow; the newest first. They are often one device of many people, or an identifier that many share. An identifier counts from when it was first seen. A merge adds the counts of both people, a dissociation takes what leaves. Right within a minute.
 *
 * Least role: READER.
 */
export const listFlaggedPeople = <ThrowOnError extends boolean = true>(options: Options<ListFlaggedPeopleData, ThrowOnError>): RequestResult<ListFlaggedPeopleResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListFlaggedPeopleResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/flagged',
    ...options
});

/**
 * Erase a person
 *
 * Deletes identifiers, profiles, choices, segments and activities, also from reports.
 *
 * Least role: EDITOR.
 */
export const eraseUserPoint = <ThrowOnError extends boolean = true>(options: Options<EraseUserPointData, ThrowOnError>): RequestResult<EraseUserPointResponses, unknown, ThrowOnError> => (options.client ?? client).delete<EraseUserPointResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}',
    ...options
});

/**
 * Read a person
 *
 * The id of a user point that was merged into another one still selects the person.
 *
 * Least role: READER.
 */
export const getUserPoint = <ThrowOnError extends boolean = true>(options: Options<GetUserPointData, ThrowOnError>): RequestResult<GetUserPointResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetUserPointResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}',
    ...options
});

/**
 * Read why identifiers are one person
 *
 * The links that joined the identifiers, each with its cause: without it, and without the later activities and associations that `since` counts, exactly its two sides would be apart. An identifier that was dissociated has left the links; the next activity that names it with another one joins them again.
 *
 * Least role: READER.
 */
export const getUserPointIdentity = <ThrowOnError extends boolean = true>(options: Options<GetUserPointIdentityData, ThrowOnError>): RequestResult<GetUserPointIdentityResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetUserPointIdentityResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/identity',
    ...options
});

/**
 * Read all of a person
 *
 * One JSON text with everything about the person at the start of the request, of any size. It lasts 10 minutes at most, and ends early if the client reads less than 64 KiB/s.
 *
 * Least role: EDITOR.
 */
export const exportUserPoint = <ThrowOnError extends boolean = true>(options: Options<ExportUserPointData, ThrowOnError>): RequestResult<ExportUserPointResponses, unknown, ThrowOnError> => (options.client ?? client).get<ExportUserPointResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/export',
    ...options
});

/**
 * List a person's identifiers
 *
 * Least role: READER.
 */
export const listUserIdentifiers = <ThrowOnError extends boolean = true>(options: Options<ListUserIdentifiersData, ThrowOnError>): RequestResult<ListUserIdentifiersResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListUserIdentifiersResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_identifiers',
    ...options
});

/**
 * List a person's activities
 *
 * Activities as they were sent, newest first.
 *
 * Least role: READER.
 */
export const listUserActivities = <ThrowOnError extends boolean = true>(options: Options<ListUserActivitiesData, ThrowOnError>): RequestResult<ListUserActivitiesResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListUserActivitiesResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_activities',
    ...options
});

/**
 * List the segments that a person is in
 *
 * Expired memberships are not listed. In a signed request the selector names an account, an e-mail hash or an agent.
 *
 * Least role: READER. May be signed.
 */
export const listUserSegments = <ThrowOnError extends boolean = true>(options: Options<ListUserSegmentsData, ThrowOnError>): RequestResult<ListUserSegmentsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListUserSegmentsResponses, unknown, ThrowOnError>({
    security: [
        { name: 'Authorization', type: 'apiKey' },
        { name: 'X-Svc-Mac', type: 'apiKey' },
        { name: 'X-Svc-Key-Id', type: 'apiKey' },
        { name: 'X-Svc-Ts', type: 'apiKey' }
    ],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_segments',
    ...options
});

/**
 * List the segments that a person is in (older path)
 *
 * An older path of `listUserSegments`, with the same answer.
 *
 * Least role: READER. May be signed.
 */
export const listUserSegmentsOfSelector = <ThrowOnError extends boolean = true>(options: Options<ListUserSegmentsOfSelectorData, ThrowOnError>): RequestResult<ListUserSegmentsOfSelectorResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListUserSegmentsOfSelectorResponses, unknown, ThrowOnError>({
    security: [
        { name: 'Authorization', type: 'apiKey' },
        { name: 'X-Svc-Mac', type: 'apiKey' },
        { name: 'X-Svc-Key-Id', type: 'apiKey' },
        { name: 'X-Svc-Ts', type: 'apiKey' }
    ],
    url: '/datamarts/{datamart_id}/user_segments/{user_point_selector}',
    ...options
});

/**
 * List the segments that an account's person is in (older path)
 *
 * An older path of `listUserSegments`, with the same answer.
 *
 * Least role: READER. May be signed.
 */
export const listUserSegmentsOfAccount = <ThrowOnError extends boolean = true>(options: Options<ListUserSegmentsOfAccountData, ThrowOnError>): RequestResult<ListUserSegmentsOfAccountResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListUserSegmentsOfAccountResponses, unknown, ThrowOnError>({
    security: [
        { name: 'Authorization', type: 'apiKey' },
        { name: 'X-Svc-Mac', type: 'apiKey' },
        { name: 'X-Svc-Key-Id', type: 'apiKey' },
        { name: 'X-Svc-Ts', type: 'apiKey' }
    ],
    url: '/datamarts/{datamart_id}/user_segments/compartment_id={compartment_id}/user_account_id={user_account_id}',
    ...options
});

/**
 * Associate identifiers with one person
 *
 * As a line of an import: the people who have these identifiers become one, and a person is created for identifiers that are all unknown. May be repeated.
 *
 * Least role: EDITOR.
 */
export const associateUserIdentifiers = <ThrowOnError extends boolean = true>(options: Options<AssociateUserIdentifiersData, ThrowOnError>): RequestResult<AssociateUserIdentifiersResponses, unknown, ThrowOnError> => (options.client ?? client).post<AssociateUserIdentifiersResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_identifiers_association_declarations',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List refused activities
 *
 * Bodies that were answered 400 and lines that were refused, of known callers; the newest first. They are kept for 7 days, a body that is no JSON for a day; at most 10000 of a datamart, and 16 MiB, of which public credentials hold a half. Beyond that the oldest of the credential with the most leave. Of a body the first 16 KiB are kept. The erasure of a person removes those that name one of its identifiers.
 *
 * Least role: READER.
 */
export const listRefusedActivities = <ThrowOnError extends boolean = true>(options: Options<ListRefusedActivitiesData, ThrowOnError>): RequestResult<ListRefusedActivitiesResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListRefusedActivitiesResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/refused_activities',
    ...options
});

/**
 * Retry a refused activity
 *
 * Stores the repaired activity as received at the time of the refusal, under the restrictions of the credential that sent it and by the choices of today. The refusal is then gone, so of two retries one is answered 404. If the activity is refused again, the refusal stays.
 *
 * Least role: EDITOR.
 */
export const actOnRefusedActivity = <ThrowOnError extends boolean = true>(options: Options<ActOnRefusedActivityData, ThrowOnError>): RequestResult<ActOnRefusedActivityResponses, unknown, ThrowOnError> => (options.client ?? client).post<ActOnRefusedActivityResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/refused_activities/{refused_activity_id}/action',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List event types
 *
 * The names of the events that came, live and imported, and of those that are planned, in the order of their names. An event is listed within 10 seconds. At most 1,000 names that are not planned, of which public credentials fill a half, and 200 properties of each; what has not come for 90 days leaves.
 *
 * Least role: READER.
 */
export const listEventTypes = <ThrowOnError extends boolean = true>(options: Options<ListEventTypesData, ThrowOnError>): RequestResult<ListEventTypesResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListEventTypesResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/event_types',
    ...options
});

/**
 * Plan an event type
 *
 * Replaces what the plan says about events of the name. It is effective within a second, also for imports. A schema is checked against `$properties`; without them, against an empty object.
 *
 * Least role: EDITOR.
 */
export const putEventType = <ThrowOnError extends boolean = true>(options: Options<PutEventTypeData, ThrowOnError>): RequestResult<PutEventTypeResponses, unknown, ThrowOnError> => (options.client ?? client).put<PutEventTypeResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/event_types/{event_name}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Get the tracking plan
 *
 * All planned event types in the order of their names, as one document for reviews.
 *
 * Least role: READER.
 */
export const getTrackingPlan = <ThrowOnError extends boolean = true>(options: Options<GetTrackingPlanData, ThrowOnError>): RequestResult<GetTrackingPlanResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetTrackingPlanResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/tracking_plan',
    ...options
});

/**
 * Replace the tracking plan
 *
 * Replaces all of the plan, or nothing if any of it is refused. At most 1000 event types and 1 MiB. Types that it does not name are not planned any more; what was observed stays.
 *
 * Least role: EDITOR.
 */
export const putTrackingPlan = <ThrowOnError extends boolean = true>(options: Options<PutTrackingPlanData, ThrowOnError>): RequestResult<PutTrackingPlanResponses, unknown, ThrowOnError> => (options.client ?? client).put<PutTrackingPlanResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/tracking_plan',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Get the trace of an activity
 *
 * The steps of an activity in their order, from ACCEPTED to exactly one end: STORED, REFUSED_BY_CHOICE, DROPPED, DROPPED_ON_ERROR, EXPIRED or ERASED. `state` is the end, or the last step before one. Steps that may come after the end: REPORTED (reports have it), DUPLICATE (its id came again), and ERASED (with its person), which is then the state, without the user point.
 *
 * Right within 5 seconds of the receipt. A trace is kept for the window of deduplication (`DEDUPE_WINDOW_DAYS`); an older activity, one of a version that kept no traces, and an unknown one are answered 404.
 *
 * Least role: READER.
 */
export const getUserActivityTrace = <ThrowOnError extends boolean = true>(options: Options<GetUserActivityTraceData, ThrowOnError>): RequestResult<GetUserActivityTraceResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetUserActivityTraceResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_activities/{activity_id}/trace',
    ...options
});

/**
 * List a person's profiles
 *
 * Least role: READER.
 */
export const listUserProfiles = <ThrowOnError extends boolean = true>(options: Options<ListUserProfilesData, ThrowOnError>): RequestResult<ListUserProfilesResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListUserProfilesResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_profiles',
    ...options
});

/**
 * Delete a profile
 *
 * Least role: EDITOR.
 */
export const deleteUserProfile = <ThrowOnError extends boolean = true>(options: Options<DeleteUserProfileData, ThrowOnError>): RequestResult<DeleteUserProfileResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteUserProfileResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_profiles/compartment_id={compartment_id}/user_account_id={user_account_id}',
    ...options
});

/**
 * Read a profile
 *
 * Least role: READER.
 */
export const getUserProfile = <ThrowOnError extends boolean = true>(options: Options<GetUserProfileData, ThrowOnError>): RequestResult<GetUserProfileResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetUserProfileResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_profiles/compartment_id={compartment_id}/user_account_id={user_account_id}',
    ...options
});

/**
 * Update or replace a profile
 *
 * Last write wins for each property, by the time of the write, not by its arrival. The profile has at most 262144 bytes, as JSON in UTF-8 without `$` fields: a PUT beyond is refused, unless it makes a larger profile smaller. An unknown identifier creates its user point.
 *
 * Least role: EDITOR.
 */
export const putUserProfile = <ThrowOnError extends boolean = true>(options: Options<PutUserProfileData, ThrowOnError>): RequestResult<PutUserProfileResponses, unknown, ThrowOnError> => (options.client ?? client).put<PutUserProfileResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_profiles/compartment_id={compartment_id}/user_account_id={user_account_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List a person's current choices
 *
 * Least role: READER.
 */
export const listUserChoices = <ThrowOnError extends boolean = true>(options: Options<ListUserChoicesData, ThrowOnError>): RequestResult<ListUserChoicesResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListUserChoicesResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_choices',
    ...options
});

/**
 * Read the current choice of a processing
 *
 * A list, empty without a choice. An empty `processing_id=` lists the choices of all processings.
 *
 * Least role: READER.
 */
export const listUserChoicesOfProcessing = <ThrowOnError extends boolean = true>(options: Options<ListUserChoicesOfProcessingData, ThrowOnError>): RequestResult<ListUserChoicesOfProcessingResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListUserChoicesOfProcessingResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_choices/processing_id={processing_id}',
    ...options
});

/**
 * Write a choice
 *
 * The choice with the latest `$choice_ts` is current. At equal times a refusal wins. An unknown identifier creates its user point.
 *
 * Least role: EDITOR.
 */
export const putUserChoice = <ThrowOnError extends boolean = true>(options: Options<PutUserChoiceData, ThrowOnError>): RequestResult<PutUserChoiceResponses, unknown, ThrowOnError> => (options.client ?? client).put<PutUserChoiceResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_choices/processing_id={processing_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List every write of a person's choices
 *
 * Latest `$choice_ts` first; at equal times the last written first.
 *
 * Least role: READER.
 */
export const listAllUserChoiceChanges = <ThrowOnError extends boolean = true>(options: Options<ListAllUserChoiceChangesData, ThrowOnError>): RequestResult<ListAllUserChoiceChangesResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListAllUserChoiceChangesResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_choices/change_log',
    ...options
});

/**
 * List every write of a choice
 *
 * Latest `$choice_ts` first; at equal times the last written first. An empty `processing_id=` lists the writes of all processings.
 *
 * Least role: READER.
 */
export const listUserChoiceChanges = <ThrowOnError extends boolean = true>(options: Options<ListUserChoiceChangesData, ThrowOnError>): RequestResult<ListUserChoiceChangesResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListUserChoiceChangesResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_choices/processing_id={processing_id}/change_log',
    ...options
});

/**
 * Undo the choices of a key on a day
 *
 * For a collect key or signing key with which someone has made choices for others. The choices count no more, and stay in the change log with `$undone_ts`; those before them are current again. What was stored meanwhile stays. After five seconds the answer says how far it is: send it again until it is complete. A repeated request undoes nothing twice, and also what has come in since.
 *
 * Least role: EDITOR.
 */
export const actOnUserChoices = <ThrowOnError extends boolean = true>(options: Options<ActOnUserChoicesData, ThrowOnError>): RequestResult<ActOnUserChoicesResponses, unknown, ThrowOnError> => (options.client ?? client).post<ActOnUserChoicesResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_choices/action',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the segments of an organisation
 *
 * Least role: READER.
 */
export const listAudienceSegments = <ThrowOnError extends boolean = true>(options: Options<ListAudienceSegmentsData, ThrowOnError>): RequestResult<ListAudienceSegmentsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListAudienceSegmentsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/audience_segments',
    ...options
});

/**
 * Register a segment
 *
 * People may also be in segments that are not registered.
 *
 * Least role: EDITOR.
 */
export const createAudienceSegment = <ThrowOnError extends boolean = true>(options: Options<CreateAudienceSegmentData, ThrowOnError>): RequestResult<CreateAudienceSegmentResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateAudienceSegmentResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/audience_segments',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a segment
 *
 * Its memberships end, also in reports, within 60 s for a segment of a million people. This cannot be undone. Later lines of imports and memberships with its id start a segment that is not registered.
 *
 * Least role: EDITOR.
 */
export const deleteAudienceSegment = <ThrowOnError extends boolean = true>(options: Options<DeleteAudienceSegmentData, ThrowOnError>): RequestResult<DeleteAudienceSegmentResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteAudienceSegmentResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/audience_segments/{audience_segment_id}',
    ...options
});

/**
 * Read a segment
 *
 * Least role: READER.
 */
export const getAudienceSegment = <ThrowOnError extends boolean = true>(options: Options<GetAudienceSegmentData, ThrowOnError>): RequestResult<GetAudienceSegmentResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetAudienceSegmentResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/audience_segments/{audience_segment_id}',
    ...options
});

/**
 * Change a segment
 *
 * Its datamart stays the same. A changed `default_ttl` applies to later writes.
 *
 * Least role: EDITOR.
 */
export const updateAudienceSegment = <ThrowOnError extends boolean = true>(options: Options<UpdateAudienceSegmentData, ThrowOnError>): RequestResult<UpdateAudienceSegmentResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateAudienceSegmentResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/audience_segments/{audience_segment_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read all members of a segment
 *
 * A line for each member, as of the start of the request, and `{"end":true,"count":n}` as the last one: without it the stream is incomplete. It lasts 10 minutes at most, and ends early if the client reads less than 64 KiB/s.
 *
 * Least role: EDITOR.
 */
export const exportSegmentMembers = <ThrowOnError extends boolean = true>(options: Options<ExportSegmentMembersData, ThrowOnError>): RequestResult<ExportSegmentMembersResponses, unknown, ThrowOnError> => (options.client ?? client).get<ExportSegmentMembersResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/audience_segments/{audience_segment_id}/members',
    ...options
});

/**
 * List the members of a segment
 *
 * In the order in which they became known. Each page is recorded in the audit as a read of the segment. For all of a large segment, `after` is faster than `first_result`, and `/members` is one stream.
 *
 * Least role: READER.
 */
export const listSegmentMembers = <ThrowOnError extends boolean = true>(options: Options<ListSegmentMembersData, ThrowOnError>): RequestResult<ListSegmentMembersResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListSegmentMembersResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/audience_segments/{audience_segment_id}/user_points',
    ...options
});

/**
 * Take a person out of a segment
 *
 * Succeeds also if the person is not in the segment, or if no person has the identifier.
 *
 * Least role: EDITOR.
 */
export const deleteUserSegment = <ThrowOnError extends boolean = true>(options: Options<DeleteUserSegmentData, ThrowOnError>): RequestResult<DeleteUserSegmentResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteUserSegmentResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_segments/{segment_id}',
    ...options
});

/**
 * Put a person into a segment
 *
 * Replaces an earlier membership. Without an expiration the `default_ttl` of the segment applies. The segment need not be registered. An unknown identifier creates its user point.
 *
 * Least role: EDITOR.
 */
export const putUserSegment = <ThrowOnError extends boolean = true>(options: Options<PutUserSegmentData, ThrowOnError>): RequestResult<PutUserSegmentResponses, unknown, ThrowOnError> => (options.client ?? client).put<PutUserSegmentResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_segments/{segment_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the imports of a datamart
 *
 * Least role: READER.
 */
export const listDocumentImports = <ThrowOnError extends boolean = true>(options: Options<ListDocumentImportsData, ThrowOnError>): RequestResult<ListDocumentImportsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListDocumentImportsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/document_imports',
    ...options
});

/**
 * Create an import
 *
 * Least role: EDITOR.
 */
export const createDocumentImport = <ThrowOnError extends boolean = true>(options: Options<CreateDocumentImportData, ThrowOnError>): RequestResult<CreateDocumentImportResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateDocumentImportResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/document_imports',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete an import
 *
 * Deletes its executions and their files. Data that was applied stays.
 *
 * Least role: EDITOR.
 */
export const deleteDocumentImport = <ThrowOnError extends boolean = true>(options: Options<DeleteDocumentImportData, ThrowOnError>): RequestResult<DeleteDocumentImportResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteDocumentImportResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}',
    ...options
});

/**
 * Read an import
 *
 * Least role: READER.
 */
export const getDocumentImport = <ThrowOnError extends boolean = true>(options: Options<GetDocumentImportData, ThrowOnError>): RequestResult<GetDocumentImportResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetDocumentImportResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}',
    ...options
});

/**
 * Change an import
 *
 * Applies to later executions. Existing executions continue unchanged.
 *
 * Least role: EDITOR.
 */
export const updateDocumentImport = <ThrowOnError extends boolean = true>(options: Options<UpdateDocumentImportData, ThrowOnError>): RequestResult<UpdateDocumentImportResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateDocumentImportResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the executions of an import
 *
 * Newest first.
 *
 * Least role: READER.
 */
export const listDocumentImportExecutions = <ThrowOnError extends boolean = true>(options: Options<ListDocumentImportExecutionsData, ThrowOnError>): RequestResult<ListDocumentImportExecutionsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListDocumentImportExecutionsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}/executions',
    ...options
});

/**
 * Upload a file and start an execution
 *
 * The body is the file, streamed, with the content type of the import, or a form with the part `file`. The size limit is configurable and 2 GiB by default. After a 503 or a lost answer, send the file again with the same `Idempotency-Key`: its lines take effect once. If the first upload has created an execution, the answer is that execution as it is now, also if it has FAILED or was CANCELED, with the header `Idempotent-Replay: true`; the body is ignored. While the first upload is in progress, the answer is 503. Without a key each upload is a new execution.
 *
 * Least role: EDITOR.
 */
export const createDocumentImportExecution = <ThrowOnError extends boolean = true>(options: Options<CreateDocumentImportExecutionData, ThrowOnError>): RequestResult<CreateDocumentImportExecutionResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateDocumentImportExecutionResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}/executions',
    ...options,
    headers: {
        'Content-Type': 'application/x-ndjson',
        ...options.headers
    }
});

/**
 * Read an execution
 *
 * While it is RUNNING, `completed_tasks` grows towards `num_tasks`.
 *
 * Least role: READER.
 */
export const getDocumentImportExecution = <ThrowOnError extends boolean = true>(options: Options<GetDocumentImportExecutionData, ThrowOnError>): RequestResult<GetDocumentImportExecutionResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetDocumentImportExecutionResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}/executions/{execution_id}',
    ...options
});

/**
 * Follow an execution
 *
 * Server-Sent Events of type `execution`: the current state, then each change, until the execution ends. The stream also ends after an hour, and when the caller loses the token or the role. A caller may have 20 open; more are answered 503.
 *
 * Least role: READER.
 */
export const followDocumentImportExecution = <ThrowOnError extends boolean = true>(options: Options<FollowDocumentImportExecutionData, ThrowOnError, FollowDocumentImportExecutionResponse>): Promise<ServerSentEventsResult<FollowDocumentImportExecutionResponses>> => (options.client ?? client).sse.get<FollowDocumentImportExecutionResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}/executions/{execution_id}/events',
    ...options
});

/**
 * Cancel or retry an execution
 *
 * Least role: EDITOR.
 */
export const actOnDocumentImportExecution = <ThrowOnError extends boolean = true>(options: Options<ActOnDocumentImportExecutionData, ThrowOnError>): RequestResult<ActOnDocumentImportExecutionResponses, unknown, ThrowOnError> => (options.client ?? client).post<ActOnDocumentImportExecutionResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}/executions/{execution_id}/action',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Download a template of a file
 *
 * Lines or rows of each operation and kind of identifier, for any datamart.
 *
 * Least role: READER.
 */
export const getDocumentImportTemplate = <ThrowOnError extends boolean = true>(options: Options<GetDocumentImportTemplateData, ThrowOnError>): RequestResult<GetDocumentImportTemplateResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetDocumentImportTemplateResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/document_imports/templates/{document_type}',
    ...options
});

/**
 * Download the file or the failures of an execution
 *
 * Least role: READER. Also for the workers of plugins.
 */
export const downloadDataFile = <ThrowOnError extends boolean = true>(options: Options<DownloadDataFileData, ThrowOnError>): RequestResult<DownloadDataFileResponses, unknown, ThrowOnError> => (options.client ?? client).get<DownloadDataFileResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }, { scheme: 'basic', type: 'http' }],
    url: '/data_file/data',
    ...options
});

/**
 * Report on a datamart's activities
 *
 * Metrics: users, sessions, revenue, number_of_transactions, avg_session_duration, avg_number_of_user_events, conversion_rate, avg_number_of_transactions_per_user_point, avg_transaction_amount, avg_revenue_per_user_point. Dimensions: type, date_time, date_yyyymmdd, date_yyyymmddhh, date_yyyy_mm_dd, date_yyyy_mm_dd_hh, date_yyyy_mm_dd_hh_mm, channel_id, session_duration, device_form_factor, device_browser_family, device_os_family, device_brand, device_agent_type, origin_source, origin_channel, origin_campaign_name, location_country, location_region, location_city, location_zip_code, event_type, segment_id, has_conversion, has_bounced, is_bot, transaction_amount, number_of_user_events, number_of_confirmed_transactions.
 *
 * With `explain`, the answer says what its numbers leave out: activities that were received in the range, in whole hours, and are in no report, and the people who were merged since. Each count says where it begins and ends: counts by hour are kept for the window of deduplication (`DEDUPE_WINDOW_DAYS`).
 *
 * Least role: READER.
 */
export const reportUserActivities = <ThrowOnError extends boolean = true>(options: Options<ReportUserActivitiesData, ThrowOnError>): RequestResult<ReportUserActivitiesResponses, unknown, ThrowOnError> => (options.client ?? client).post<ReportUserActivitiesResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_activities_analytics',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Report on the sizes of collections
 *
 * Metric: count. Dimensions: organisation_id, community_id, datamart_id, collection, date_time, date_yyyy_mm_dd. Counts the datamarts that the caller may read. An EXACT or IN_LIST filter may name only those, their organisations, and communities of which the caller is an admin. A report up to now has its datamarts, 100 at most, counted again, once a minute each: the new counts are in reports some seconds later.
 *
 * Least role: READER.
 */
export const reportCollections = <ThrowOnError extends boolean = true>(options: Options<ReportCollectionsData, ThrowOnError>): RequestResult<ReportCollectionsResponses, unknown, ThrowOnError> => (options.client ?? client).post<ReportCollectionsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/platform_monitoring/collections',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the caller's saved reports
 *
 * Least role: READER.
 */
export const listSavedReports = <ThrowOnError extends boolean = true>(options: Options<ListSavedReportsData, ThrowOnError>): RequestResult<ListSavedReportsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListSavedReportsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/saved_reports',
    ...options
});

/**
 * Save a report
 *
 * A user saves at most 100 reports in a datamart.
 *
 * Least role: READER.
 */
export const createSavedReport = <ThrowOnError extends boolean = true>(options: Options<CreateSavedReportData, ThrowOnError>): RequestResult<CreateSavedReportResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateSavedReportResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/saved_reports',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a saved report
 *
 * Least role: READER.
 */
export const deleteSavedReport = <ThrowOnError extends boolean = true>(options: Options<DeleteSavedReportData, ThrowOnError>): RequestResult<DeleteSavedReportResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteSavedReportResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/saved_reports/{saved_report_id}',
    ...options
});

/**
 * Read a saved report
 *
 * Least role: READER.
 */
export const getSavedReport = <ThrowOnError extends boolean = true>(options: Options<GetSavedReportData, ThrowOnError>): RequestResult<GetSavedReportResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetSavedReportResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/saved_reports/{saved_report_id}',
    ...options
});

/**
 * Replace a saved report
 *
 * Least role: READER.
 */
export const updateSavedReport = <ThrowOnError extends boolean = true>(options: Options<UpdateSavedReportData, ThrowOnError>): RequestResult<UpdateSavedReportResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateSavedReportResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/saved_reports/{saved_report_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the dashboards of an organisation
 *
 * Least role: READER.
 */
export const listDashboards = <ThrowOnError extends boolean = true>(options: Options<ListDashboardsData, ThrowOnError>): RequestResult<ListDashboardsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListDashboardsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/dashboards',
    ...options
});

/**
 * Register a dashboard
 *
 * Least role: EDITOR.
 */
export const createDashboard = <ThrowOnError extends boolean = true>(options: Options<CreateDashboardData, ThrowOnError>): RequestResult<CreateDashboardResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateDashboardResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/dashboards',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a dashboard
 *
 * Deletes all its contents, too.
 *
 * Least role: EDITOR.
 */
export const deleteDashboard = <ThrowOnError extends boolean = true>(options: Options<DeleteDashboardData, ThrowOnError>): RequestResult<DeleteDashboardResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteDashboardResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/dashboards/{dashboard_id}',
    ...options
});

/**
 * Read a registration
 *
 * Least role: READER.
 */
export const getDashboard = <ThrowOnError extends boolean = true>(options: Options<GetDashboardData, ThrowOnError>): RequestResult<GetDashboardResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetDashboardResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/dashboards/{dashboard_id}',
    ...options
});

/**
 * Replace a registration
 *
 * Least role: EDITOR.
 */
export const updateDashboard = <ThrowOnError extends boolean = true>(options: Options<UpdateDashboardData, ThrowOnError>): RequestResult<UpdateDashboardResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateDashboardResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/dashboards/{dashboard_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read the content of a dashboard
 *
 * Least role: READER.
 */
export const getDashboardContent = <ThrowOnError extends boolean = true>(options: Options<GetDashboardContentData, ThrowOnError>): RequestResult<GetDashboardContentResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetDashboardContentResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/dashboards/{dashboard_id}/content',
    ...options
});

/**
 * Replace the content of a dashboard
 *
 * Each content has its own id and stays readable under it.
 *
 * Least role: EDITOR.
 */
export const putDashboardContent = <ThrowOnError extends boolean = true>(options: Options<PutDashboardContentData, ThrowOnError>): RequestResult<PutDashboardContentResponses, unknown, ThrowOnError> => (options.client ?? client).put<PutDashboardContentResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/dashboards/{dashboard_id}/content',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the content versions of a dashboard
 *
 * Newest first, without the contents themselves.
 *
 * Least role: READER.
 */
export const listDashboardContentVersions = <ThrowOnError extends boolean = true>(options: Options<ListDashboardContentVersionsData, ThrowOnError>): RequestResult<ListDashboardContentVersionsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListDashboardContentVersionsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/dashboards/{dashboard_id}/content/versions',
    ...options
});

/**
 * List the channels of an organisation
 *
 * Least role: READER.
 */
export const listChannelsOfOrganisation = <ThrowOnError extends boolean = true>(options: Options<ListChannelsOfOrganisationData, ThrowOnError>): RequestResult<ListChannelsOfOrganisationResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListChannelsOfOrganisationResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels',
    ...options
});

/**
 * List the channels of a datamart
 *
 * Least role: READER.
 */
export const listChannels = <ThrowOnError extends boolean = true>(options: Options<ListChannelsData, ThrowOnError>): RequestResult<ListChannelsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListChannelsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/channels',
    ...options
});

/**
 * Create a channel
 *
 * Activities of channels that do not exist here are accepted, too. A channel may get the `id` that they name already.
 *
 * Least role: EDITOR.
 */
export const createChannel = <ThrowOnError extends boolean = true>(options: Options<CreateChannelData, ThrowOnError>): RequestResult<CreateChannelResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateChannelResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/channels',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read a channel
 *
 * Least role: READER.
 */
export const getChannel = <ThrowOnError extends boolean = true>(options: Options<GetChannelData, ThrowOnError>): RequestResult<GetChannelResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetChannelResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/channels/{channel_id}',
    ...options
});

/**
 * Delete a site
 *
 * Its activities stay. A channel of another type is not found.
 *
 * Least role: EDITOR.
 */
export const deleteSite = <ThrowOnError extends boolean = true>(options: Options<DeleteSiteData, ThrowOnError>): RequestResult<DeleteSiteResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteSiteResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/sites/{site_id}',
    ...options
});

/**
 * Change a site
 *
 * A channel of another type is not found. Its token stays the same.
 *
 * Least role: EDITOR.
 */
export const updateSite = <ThrowOnError extends boolean = true>(options: Options<UpdateSiteData, ThrowOnError>): RequestResult<UpdateSiteResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateSiteResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/sites/{site_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a mobile application
 *
 * Its activities stay. A channel of another type is not found.
 *
 * Least role: EDITOR.
 */
export const deleteMobileApplication = <ThrowOnError extends boolean = true>(options: Options<DeleteMobileApplicationData, ThrowOnError>): RequestResult<DeleteMobileApplicationResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteMobileApplicationResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/mobile_applications/{mobile_application_id}',
    ...options
});

/**
 * Change a mobile application
 *
 * A channel of another type is not found. Its token stays the same.
 *
 * Least role: EDITOR.
 */
export const updateMobileApplication = <ThrowOnError extends boolean = true>(options: Options<UpdateMobileApplicationData, ThrowOnError>): RequestResult<UpdateMobileApplicationResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateMobileApplicationResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/mobile_applications/{mobile_application_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a connected TV
 *
 * Its activities stay. A channel of another type is not found.
 *
 * Least role: EDITOR.
 */
export const deleteCtv = <ThrowOnError extends boolean = true>(options: Options<DeleteCtvData, ThrowOnError>): RequestResult<DeleteCtvResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteCtvResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/ctvs/{ctv_id}',
    ...options
});

/**
 * Change a connected TV
 *
 * A channel of another type is not found. Its token stays the same.
 *
 * Least role: EDITOR.
 */
export const updateCtv = <ThrowOnError extends boolean = true>(options: Options<UpdateCtvData, ThrowOnError>): RequestResult<UpdateCtvResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateCtvResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/ctvs/{ctv_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the collect keys of a datamart
 *
 * Least role: READER.
 */
export const listCollectKeys = <ThrowOnError extends boolean = true>(options: Options<ListCollectKeysData, ThrowOnError>): RequestResult<ListCollectKeysResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListCollectKeysResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/collect_keys',
    ...options
});

/**
 * Create a collect key
 *
 * Least role: EDITOR.
 */
export const createCollectKey = <ThrowOnError extends boolean = true>(options: Options<CreateCollectKeyData, ThrowOnError>): RequestResult<CreateCollectKeyResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateCollectKeyResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/collect_keys',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Revoke a collect key
 *
 * The key stops working everywhere within a second. Activities that it has sent stay.
 *
 * Least role: EDITOR.
 */
export const deleteCollectKey = <ThrowOnError extends boolean = true>(options: Options<DeleteCollectKeyData, ThrowOnError>): RequestResult<DeleteCollectKeyResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteCollectKeyResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/collect_keys/{collect_key_id}',
    ...options
});

/**
 * Read a collect key
 *
 * Least role: READER.
 */
export const getCollectKey = <ThrowOnError extends boolean = true>(options: Options<GetCollectKeyData, ThrowOnError>): RequestResult<GetCollectKeyResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetCollectKeyResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/collect_keys/{collect_key_id}',
    ...options
});

/**
 * Change a collect key
 *
 * Effective everywhere within a second. The value stays the same.
 *
 * Least role: EDITOR.
 */
export const updateCollectKey = <ThrowOnError extends boolean = true>(options: Options<UpdateCollectKeyData, ThrowOnError>): RequestResult<UpdateCollectKeyResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateCollectKeyResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/collect_keys/{collect_key_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the processings of a community
 *
 * Least role: READER.
 */
export const listProcessings = <ThrowOnError extends boolean = true>(options: Options<ListProcessingsData, ThrowOnError>): RequestResult<ListProcessingsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListProcessingsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/processings',
    ...options
});

/**
 * Create a processing
 *
 * Least role: COMMUNITY_ADMIN.
 */
export const createProcessing = <ThrowOnError extends boolean = true>(options: Options<CreateProcessingData, ThrowOnError>): RequestResult<CreateProcessingResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateProcessingResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/processings',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a processing
 *
 * What people have chosen about it stays.
 *
 * Least role: COMMUNITY_ADMIN.
 */
export const deleteProcessing = <ThrowOnError extends boolean = true>(options: Options<DeleteProcessingData, ThrowOnError>): RequestResult<DeleteProcessingResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteProcessingResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/processings/{processing_id}',
    ...options
});

/**
 * Read a processing
 *
 * Least role: READER.
 */
export const getProcessing = <ThrowOnError extends boolean = true>(options: Options<GetProcessingData, ThrowOnError>): RequestResult<GetProcessingResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetProcessingResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/processings/{processing_id}',
    ...options
});

/**
 * Replace a processing
 *
 * A new legal basis takes effect within a second on the channels that have selected the processing. An archived processing still decides there. The community cannot change.
 *
 * Least role: COMMUNITY_ADMIN.
 */
export const updateProcessing = <ThrowOnError extends boolean = true>(options: Options<UpdateProcessingData, ThrowOnError>): RequestResult<UpdateProcessingResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateProcessingResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/processings/{processing_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the processings that a channel has selected
 *
 * Least role: READER.
 */
export const listProcessingSelections = <ThrowOnError extends boolean = true>(options: Options<ListProcessingSelectionsData, ThrowOnError>): RequestResult<ListProcessingSelectionsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListProcessingSelectionsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels/{channel_id}/processing_selections',
    ...options
});

/**
 * Select a processing for a channel
 *
 * It takes effect within a second. A channel has at most 100 selections.
 *
 * Least role: EDITOR.
 */
export const createProcessingSelection = <ThrowOnError extends boolean = true>(options: Options<CreateProcessingSelectionData, ThrowOnError>): RequestResult<CreateProcessingSelectionResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateProcessingSelectionResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels/{channel_id}/processing_selections',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Count what a selection would refuse
 *
 * Counts the activities of the channel on this day (UTC) and the six before it, and those of them that the processing would refuse by the choices that people have made until now. An activity counts on the day of its `$ts`; one that is older than the retention, or more than a week ahead, on that of its receipt. Other selections of the channel do not matter. Counting ends after 10 seconds with 503.
 *
 * Least role: READER.
 */
export const previewProcessingSelection = <ThrowOnError extends boolean = true>(options: Options<PreviewProcessingSelectionData, ThrowOnError>): RequestResult<PreviewProcessingSelectionResponses, unknown, ThrowOnError> => (options.client ?? client).get<PreviewProcessingSelectionResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels/{channel_id}/processing_selections/preview',
    ...options
});

/**
 * List what choices have refused on a channel
 *
 * The activities that were not stored because of a choice, by day (UTC) and processing, the newest day first, for 30 days. Days as in a preview. Live and imported activities count once, however often they come. An erased person leaves the counts. Right within 5 seconds of the receipt.
 *
 * Least role: READER.
 */
export const listRefusedByChoice = <ThrowOnError extends boolean = true>(options: Options<ListRefusedByChoiceData, ThrowOnError>): RequestResult<ListRefusedByChoiceResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListRefusedByChoiceResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels/{channel_id}/refused_by_choice',
    ...options
});

/**
 * End a selection
 *
 * It takes effect within a second.
 *
 * Least role: EDITOR.
 */
export const deleteProcessingSelection = <ThrowOnError extends boolean = true>(options: Options<DeleteProcessingSelectionData, ThrowOnError>): RequestResult<DeleteProcessingSelectionResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteProcessingSelectionResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels/{channel_id}/processing_selections/{selection_id}',
    ...options
});

/**
 * Read a selection
 *
 * Least role: READER.
 */
export const getProcessingSelection = <ThrowOnError extends boolean = true>(options: Options<GetProcessingSelectionData, ThrowOnError>): RequestResult<GetProcessingSelectionResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetProcessingSelectionResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels/{channel_id}/processing_selections/{selection_id}',
    ...options
});

/**
 * List the compartments of a datamart
 *
 * The registered ones and `default`.
 *
 * Least role: READER.
 */
export const listCompartments = <ThrowOnError extends boolean = true>(options: Options<ListCompartmentsData, ThrowOnError>): RequestResult<ListCompartmentsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListCompartmentsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/compartments',
    ...options
});

/**
 * Register a compartment
 *
 * Least role: EDITOR.
 */
export const createCompartment = <ThrowOnError extends boolean = true>(options: Options<CreateCompartmentData, ThrowOnError>): RequestResult<CreateCompartmentResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateCompartmentResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/compartments',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a compartment
 *
 * Least role: EDITOR.
 */
export const deleteCompartment = <ThrowOnError extends boolean = true>(options: Options<DeleteCompartmentData, ThrowOnError>): RequestResult<DeleteCompartmentResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteCompartmentResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/compartments/{compartment_id}',
    ...options
});

/**
 * Read a compartment
 *
 * Least role: READER.
 */
export const getCompartment = <ThrowOnError extends boolean = true>(options: Options<GetCompartmentData, ThrowOnError>): RequestResult<GetCompartmentResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetCompartmentResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/compartments/{compartment_id}',
    ...options
});

/**
 * Rename, archive or restore a compartment, or make it exclusive
 *
 * Least role: EDITOR.
 */
export const updateCompartment = <ThrowOnError extends boolean = true>(options: Options<UpdateCompartmentData, ThrowOnError>): RequestResult<UpdateCompartmentResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateCompartmentResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/compartments/{compartment_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the compartments of a datamart
 *
 * The registered ones and `default`. The same list as that of `/compartments`.
 *
 * Least role: READER.
 */
export const listUserAccountCompartments = <ThrowOnError extends boolean = true>(options: Options<ListUserAccountCompartmentsData, ThrowOnError>): RequestResult<ListUserAccountCompartmentsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListUserAccountCompartmentsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_account_compartments',
    ...options
});

/**
 * List the plugins that the caller can see
 *
 * Least role: READER.
 */
export const listPlugins = <ThrowOnError extends boolean = true>(options?: Options<ListPluginsData, ThrowOnError>): RequestResult<ListPluginsResponses, unknown, ThrowOnError> => (options?.client ?? client).get<ListPluginsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins',
    ...options
});

/**
 * Register a plugin
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const createPlugin = <ThrowOnError extends boolean = true>(options: Options<CreatePluginData, ThrowOnError>): RequestResult<CreatePluginResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreatePluginResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read a plugin
 *
 * Least role: READER.
 */
export const getPlugin = <ThrowOnError extends boolean = true>(options: Options<GetPluginData, ThrowOnError>): RequestResult<GetPluginResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetPluginResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}',
    ...options
});

/**
 * Replace a plugin
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const updatePlugin = <ThrowOnError extends boolean = true>(options: Options<UpdatePluginData, ThrowOnError>): RequestResult<UpdatePluginResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdatePluginResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the versions of a plugin
 *
 * Least role: READER.
 */
export const listPluginVersions = <ThrowOnError extends boolean = true>(options: Options<ListPluginVersionsData, ThrowOnError>): RequestResult<ListPluginVersionsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListPluginVersionsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}/versions',
    ...options
});

/**
 * Add a version
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const createPluginVersion = <ThrowOnError extends boolean = true>(options: Options<CreatePluginVersionData, ThrowOnError>): RequestResult<CreatePluginVersionResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreatePluginVersionResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}/versions',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read a version
 *
 * Least role: READER.
 */
export const getPluginVersion = <ThrowOnError extends boolean = true>(options: Options<GetPluginVersionData, ThrowOnError>): RequestResult<GetPluginVersionResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetPluginVersionResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}/versions/{version_id}',
    ...options
});

/**
 * Replace a version
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const updatePluginVersion = <ThrowOnError extends boolean = true>(options: Options<UpdatePluginVersionData, ThrowOnError>): RequestResult<UpdatePluginVersionResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdatePluginVersionResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}/versions/{version_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read a version, without naming its plugin
 *
 * Least role: READER.
 */
export const getPluginVersionById = <ThrowOnError extends boolean = true>(options: Options<GetPluginVersionByIdData, ThrowOnError>): RequestResult<GetPluginVersionByIdResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetPluginVersionByIdResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/version/{version_id}',
    ...options
});

/**
 * List a version's properties
 *
 * Least role: READER.
 */
export const listPluginProperties = <ThrowOnError extends boolean = true>(options: Options<ListPluginPropertiesData, ThrowOnError>): RequestResult<ListPluginPropertiesResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListPluginPropertiesResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}/versions/{version_id}/properties',
    ...options
});

/**
 * Delete a version's worker
 *
 * The version is not called any more, and the token ends. A later PUT makes a new worker.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const deletePluginWorker = <ThrowOnError extends boolean = true>(options: Options<DeletePluginWorkerData, ThrowOnError>): RequestResult<DeletePluginWorkerResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeletePluginWorkerResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}/versions/{version_id}/worker',
    ...options
});

/**
 * Read where a version is called
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const getPluginWorker = <ThrowOnError extends boolean = true>(options: Options<GetPluginWorkerData, ThrowOnError>): RequestResult<GetPluginWorkerResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetPluginWorkerResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}/versions/{version_id}/worker',
    ...options
});

/**
 * Set where a version is called
 *
 * The first request makes the token with which the worker reads its configuration, and so does `rotate`. A token is shown only in the response that makes it.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const putPluginWorker = <ThrowOnError extends boolean = true>(options: Options<PutPluginWorkerData, ThrowOnError>): RequestResult<PutPluginWorkerResponses, unknown, ThrowOnError> => (options.client ?? client).put<PutPluginWorkerResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}/versions/{version_id}/worker',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List a version's throttlings
 *
 * Least role: READER.
 */
export const listThrottlings = <ThrowOnError extends boolean = true>(options: Options<ListThrottlingsData, ThrowOnError>): RequestResult<ListThrottlingsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListThrottlingsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}/versions/{version_id}/throttlings',
    ...options
});

/**
 * Limit the calls to an endpoint
 *
 * Each limit is optional; without any, nothing is limited.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const createThrottling = <ThrowOnError extends boolean = true>(options: Options<CreateThrottlingData, ThrowOnError>): RequestResult<CreateThrottlingResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateThrottlingResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}/versions/{version_id}/throttlings',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a throttling
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const deleteThrottling = <ThrowOnError extends boolean = true>(options: Options<DeleteThrottlingData, ThrowOnError>): RequestResult<DeleteThrottlingResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteThrottlingResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}/versions/{version_id}/throttlings/{throttling_id}',
    ...options
});

/**
 * Replace a throttling
 *
 * Each limit is optional; without any, nothing is limited.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const updateThrottling = <ThrowOnError extends boolean = true>(options: Options<UpdateThrottlingData, ThrowOnError>): RequestResult<UpdateThrottlingResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateThrottlingResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}/versions/{version_id}/throttlings/{throttling_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the activity analyzers of an organisation
 *
 * Least role: READER.
 */
export const listActivityAnalyzers = <ThrowOnError extends boolean = true>(options: Options<ListActivityAnalyzersData, ThrowOnError>): RequestResult<ListActivityAnalyzersResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListActivityAnalyzersResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/activity_analyzers',
    ...options
});

/**
 * Create an activity analyzer
 *
 * The query or the body names the organisation. The other fields follow from the version.
 *
 * Least role: EDITOR.
 */
export const createActivityAnalyzer = <ThrowOnError extends boolean = true>(options: Options<CreateActivityAnalyzerData, ThrowOnError>): RequestResult<CreateActivityAnalyzerResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateActivityAnalyzerResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/activity_analyzers',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete an activity analyzer
 *
 * Least role: EDITOR.
 */
export const deleteActivityAnalyzer = <ThrowOnError extends boolean = true>(options: Options<DeleteActivityAnalyzerData, ThrowOnError>): RequestResult<DeleteActivityAnalyzerResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteActivityAnalyzerResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/activity_analyzers/{analyzer_id}',
    ...options
});

/**
 * Read an activity analyzer
 *
 * Least role: READER. Also for the workers of plugins.
 */
export const getActivityAnalyzer = <ThrowOnError extends boolean = true>(options: Options<GetActivityAnalyzerData, ThrowOnError>): RequestResult<GetActivityAnalyzerResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetActivityAnalyzerResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }, { scheme: 'basic', type: 'http' }],
    url: '/activity_analyzers/{analyzer_id}',
    ...options
});

/**
 * Replace an activity analyzer
 *
 * Least role: EDITOR.
 */
export const updateActivityAnalyzer = <ThrowOnError extends boolean = true>(options: Options<UpdateActivityAnalyzerData, ThrowOnError>): RequestResult<UpdateActivityAnalyzerResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateActivityAnalyzerResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/activity_analyzers/{analyzer_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the properties of an activity analyzer
 *
 * Those of its version, with the values that count for the analyzer.
 *
 * Least role: READER. Also for the workers of plugins.
 */
export const listActivityAnalyzerProperties = <ThrowOnError extends boolean = true>(options: Options<ListActivityAnalyzerPropertiesData, ThrowOnError>): RequestResult<ListActivityAnalyzerPropertiesResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListActivityAnalyzerPropertiesResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }, { scheme: 'basic', type: 'http' }],
    url: '/activity_analyzers/{analyzer_id}/properties',
    ...options
});

/**
 * Set a property of an activity analyzer
 *
 * Least role: EDITOR.
 */
export const putActivityAnalyzerProperty = <ThrowOnError extends boolean = true>(options: Options<PutActivityAnalyzerPropertyData, ThrowOnError>): RequestResult<PutActivityAnalyzerPropertyResponses, unknown, ThrowOnError> => (options.client ?? client).put<PutActivityAnalyzerPropertyResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/activity_analyzers/{analyzer_id}/properties/technical_name={technical_name}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a configuration file of an activity analyzer
 *
 * Least role: EDITOR.
 */
export const deleteActivityAnalyzerFile = <ThrowOnError extends boolean = true>(options: Options<DeleteActivityAnalyzerFileData, ThrowOnError>): RequestResult<DeleteActivityAnalyzerFileResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteActivityAnalyzerFileResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/activity_analyzers/{analyzer_id}/configuration/technical_name={technical_name}',
    ...options
});

/**
 * Download a configuration file of an activity analyzer
 *
 * Least role: READER.
 */
export const downloadActivityAnalyzerFile = <ThrowOnError extends boolean = true>(options: Options<DownloadActivityAnalyzerFileData, ThrowOnError>): RequestResult<DownloadActivityAnalyzerFileResponses, unknown, ThrowOnError> => (options.client ?? client).get<DownloadActivityAnalyzerFileResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/activity_analyzers/{analyzer_id}/configuration/technical_name={technical_name}',
    ...options
});

/**
 * Upload a configuration file of an activity analyzer
 *
 * Any bytes of any content type, at most 1 MiB.
 *
 * Least role: EDITOR.
 */
export const putActivityAnalyzerFile = <ThrowOnError extends boolean = true>(options: Options<PutActivityAnalyzerFileData, ThrowOnError>): RequestResult<PutActivityAnalyzerFileResponses, unknown, ThrowOnError> => (options.client ?? client).put<PutActivityAnalyzerFileResponses, unknown, ThrowOnError>({
    bodySerializer: null,
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/activity_analyzers/{analyzer_id}/configuration/technical_name={technical_name}',
    ...options,
    headers: {
        'Content-Type': 'application/octet-stream',
        ...options.headers
    }
});

/**
 * List the activities on which an activity analyzer has failed
 *
 * Newest first: the last 1,000 of the last 7 days.
 *
 * Least role: READER.
 */
export const listActivityAnalyzerFailures = <ThrowOnError extends boolean = true>(options: Options<ListActivityAnalyzerFailuresData, ThrowOnError>): RequestResult<ListActivityAnalyzerFailuresResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListActivityAnalyzerFailuresResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/activity_analyzers/{analyzer_id}/failures',
    ...options
});

/**
 * List the visit analyzer models of an organisation
 *
 * Least role: READER.
 */
export const listVisitAnalyzerModels = <ThrowOnError extends boolean = true>(options: Options<ListVisitAnalyzerModelsData, ThrowOnError>): RequestResult<ListVisitAnalyzerModelsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListVisitAnalyzerModelsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/visit_analyzer_models',
    ...options
});

/**
 * Create a visit analyzer model
 *
 * The query or the body names the organisation. The other fields follow from the version.
 *
 * Least role: EDITOR.
 */
export const createVisitAnalyzerModel = <ThrowOnError extends boolean = true>(options: Options<CreateVisitAnalyzerModelData, ThrowOnError>): RequestResult<CreateVisitAnalyzerModelResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateVisitAnalyzerModelResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/visit_analyzer_models',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a visit analyzer model
 *
 * Least role: EDITOR.
 */
export const deleteVisitAnalyzerModel = <ThrowOnError extends boolean = true>(options: Options<DeleteVisitAnalyzerModelData, ThrowOnError>): RequestResult<DeleteVisitAnalyzerModelResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteVisitAnalyzerModelResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/visit_analyzer_models/{analyzer_id}',
    ...options
});

/**
 * Read a visit analyzer model
 *
 * Least role: READER.
 */
export const getVisitAnalyzerModel = <ThrowOnError extends boolean = true>(options: Options<GetVisitAnalyzerModelData, ThrowOnError>): RequestResult<GetVisitAnalyzerModelResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetVisitAnalyzerModelResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/visit_analyzer_models/{analyzer_id}',
    ...options
});

/**
 * Replace a visit analyzer model
 *
 * Least role: EDITOR.
 */
export const updateVisitAnalyzerModel = <ThrowOnError extends boolean = true>(options: Options<UpdateVisitAnalyzerModelData, ThrowOnError>): RequestResult<UpdateVisitAnalyzerModelResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateVisitAnalyzerModelResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/visit_analyzer_models/{analyzer_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the properties of a visit analyzer model
 *
 * Those of its version, with the values that count for the analyzer.
 *
 * Least role: READER.
 */
export const listVisitAnalyzerModelProperties = <ThrowOnError extends boolean = true>(options: Options<ListVisitAnalyzerModelPropertiesData, ThrowOnError>): RequestResult<ListVisitAnalyzerModelPropertiesResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListVisitAnalyzerModelPropertiesResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/visit_analyzer_models/{analyzer_id}/properties',
    ...options
});

/**
 * Set a property of a visit analyzer model
 *
 * Least role: EDITOR.
 */
export const putVisitAnalyzerModelProperty = <ThrowOnError extends boolean = true>(options: Options<PutVisitAnalyzerModelPropertyData, ThrowOnError>): RequestResult<PutVisitAnalyzerModelPropertyResponses, unknown, ThrowOnError> => (options.client ?? client).put<PutVisitAnalyzerModelPropertyResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/visit_analyzer_models/{analyzer_id}/properties/technical_name={technical_name}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a configuration file of a visit analyzer model
 *
 * Least role: EDITOR.
 */
export const deleteVisitAnalyzerModelFile = <ThrowOnError extends boolean = true>(options: Options<DeleteVisitAnalyzerModelFileData, ThrowOnError>): RequestResult<DeleteVisitAnalyzerModelFileResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteVisitAnalyzerModelFileResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/visit_analyzer_models/{analyzer_id}/configuration/technical_name={technical_name}',
    ...options
});

/**
 * Download a configuration file of a visit analyzer model
 *
 * Least role: READER.
 */
export const downloadVisitAnalyzerModelFile = <ThrowOnError extends boolean = true>(options: Options<DownloadVisitAnalyzerModelFileData, ThrowOnError>): RequestResult<DownloadVisitAnalyzerModelFileResponses, unknown, ThrowOnError> => (options.client ?? client).get<DownloadVisitAnalyzerModelFileResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/visit_analyzer_models/{analyzer_id}/configuration/technical_name={technical_name}',
    ...options
});

/**
 * Upload a configuration file of a visit analyzer model
 *
 * Any bytes of any content type, at most 1 MiB.
 *
 * Least role: EDITOR.
 */
export const putVisitAnalyzerModelFile = <ThrowOnError extends boolean = true>(options: Options<PutVisitAnalyzerModelFileData, ThrowOnError>): RequestResult<PutVisitAnalyzerModelFileResponses, unknown, ThrowOnError> => (options.client ?? client).put<PutVisitAnalyzerModelFileResponses, unknown, ThrowOnError>({
    bodySerializer: null,
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/visit_analyzer_models/{analyzer_id}/configuration/technical_name={technical_name}',
    ...options,
    headers: {
        'Content-Type': 'application/octet-stream',
        ...options.headers
    }
});

/**
 * List the activities on which a visit analyzer model has failed
 *
 * Newest first: the last 1,000 of the last 7 days.
 *
 * Least role: READER.
 */
export const listVisitAnalyzerModelFailures = <ThrowOnError extends boolean = true>(options: Options<ListVisitAnalyzerModelFailuresData, ThrowOnError>): RequestResult<ListVisitAnalyzerModelFailuresResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListVisitAnalyzerModelFailuresResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/visit_analyzer_models/{analyzer_id}/failures',
    ...options
});

/**
 * Download one of the worker's configuration files
 *
 * Only for the workers of plugins.
 */
export const downloadConfigurationFile = <ThrowOnError extends boolean = true>(options: Options<DownloadConfigurationFileData, ThrowOnError>): RequestResult<DownloadConfigurationFileResponses, unknown, ThrowOnError> => (options.client ?? client).get<DownloadConfigurationFileResponses, unknown, ThrowOnError>({
    security: [{ scheme: 'basic', type: 'http' }],
    url: '/configuration/technical_name={technical_name}',
    ...options
});

/**
 * List a channel's analyzers
 *
 * In the order of their execution.
 *
 * Least role: READER.
 */
export const listChannelVisitAnalyzerSelections = <ThrowOnError extends boolean = true>(options: Options<ListChannelVisitAnalyzerSelectionsData, ThrowOnError>): RequestResult<ListChannelVisitAnalyzerSelectionsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListChannelVisitAnalyzerSelectionsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels/{channel_id}/visit_analyzer_models',
    ...options
});

/**
 * Have the activities of a channel analyzed
 *
 * Least role: EDITOR.
 */
export const createChannelVisitAnalyzerSelection = <ThrowOnError extends boolean = true>(options: Options<CreateChannelVisitAnalyzerSelectionData, ThrowOnError>): RequestResult<CreateChannelVisitAnalyzerSelectionResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateChannelVisitAnalyzerSelectionResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels/{channel_id}/visit_analyzer_models',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Replace a channel's analyzers
 *
 * Takes effect at once: no activity meets a part of the list.
 *
 * Least role: EDITOR.
 */
export const putChannelVisitAnalyzerSelections = <ThrowOnError extends boolean = true>(options: Options<PutChannelVisitAnalyzerSelectionsData, ThrowOnError>): RequestResult<PutChannelVisitAnalyzerSelectionsResponses, unknown, ThrowOnError> => (options.client ?? client).put<PutChannelVisitAnalyzerSelectionsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels/{channel_id}/visit_analyzer_models',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a selection
 *
 * Least role: EDITOR.
 */
export const deleteChannelVisitAnalyzerSelection = <ThrowOnError extends boolean = true>(options: Options<DeleteChannelVisitAnalyzerSelectionData, ThrowOnError>): RequestResult<DeleteChannelVisitAnalyzerSelectionResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteChannelVisitAnalyzerSelectionResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels/{channel_id}/visit_analyzer_models/{selection_id}',
    ...options
});

/**
 * Read a selection
 *
 * Least role: READER.
 */
export const getChannelVisitAnalyzerSelection = <ThrowOnError extends boolean = true>(options: Options<GetChannelVisitAnalyzerSelectionData, ThrowOnError>): RequestResult<GetChannelVisitAnalyzerSelectionResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetChannelVisitAnalyzerSelectionResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels/{channel_id}/visit_analyzer_models/{selection_id}',
    ...options
});

/**
 * List the data warehouses of an organisation
 *
 * Least role: READER.
 */
export const listDataWarehouses = <ThrowOnError extends boolean = true>(options: Options<ListDataWarehousesData, ThrowOnError>): RequestResult<ListDataWarehousesResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListDataWarehousesResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datawarehouses',
    ...options
});

/**
 * Register a data warehouse
 *
 * Without `organisation_id` in query or body, it belongs to an organisation in which the caller may write.
 *
 * Least role: EDITOR.
 */
export const createDataWarehouse = <ThrowOnError extends boolean = true>(options: Options<CreateDataWarehouseData, ThrowOnError>): RequestResult<CreateDataWarehouseResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateDataWarehouseResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datawarehouses',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a data warehouse
 *
 * Deletes its configurations, credentials and metadata.
 *
 * Least role: EDITOR.
 */
export const deleteDataWarehouse = <ThrowOnError extends boolean = true>(options: Options<DeleteDataWarehouseData, ThrowOnError>): RequestResult<DeleteDataWarehouseResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteDataWarehouseResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datawarehouses/{datawarehouse_id}',
    ...options
});

/**
 * Read a data warehouse
 *
 * Least role: READER.
 */
export const getDataWarehouse = <ThrowOnError extends boolean = true>(options: Options<GetDataWarehouseData, ThrowOnError>): RequestResult<GetDataWarehouseResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetDataWarehouseResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datawarehouses/{datawarehouse_id}',
    ...options
});

/**
 * Replace a data warehouse
 *
 * A change of the engine type deletes the credentials.
 *
 * Least role: EDITOR.
 */
export const updateDataWarehouse = <ThrowOnError extends boolean = true>(options: Options<UpdateDataWarehouseData, ThrowOnError>): RequestResult<UpdateDataWarehouseResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateDataWarehouseResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datawarehouses/{datawarehouse_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read whether credentials are set
 *
 * Least role: READER.
 */
export const getDataWarehouseCredentials = <ThrowOnError extends boolean = true>(options: Options<GetDataWarehouseCredentialsData, ThrowOnError>): RequestResult<GetDataWarehouseCredentialsResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetDataWarehouseCredentialsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datawarehouses/{datawarehouse_id}/credentials',
    ...options
});

/**
 * Set the credentials
 *
 * The schema depends on the engine type. Credentials are stored encrypted and never shown again.
 *
 * Least role: EDITOR.
 */
export const putDataWarehouseCredentials = <ThrowOnError extends boolean = true>(options: Options<PutDataWarehouseCredentialsData, ThrowOnError>): RequestResult<PutDataWarehouseCredentialsResponses, unknown, ThrowOnError> => (options.client ?? client).put<PutDataWarehouseCredentialsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datawarehouses/{datawarehouse_id}/credentials',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Try credentials before they are set
 *
 * Signs in to the engine with them. Nothing is stored, and those that are set stay.
 *
 * Least role: EDITOR.
 */
export const testDataWarehouseCredentials = <ThrowOnError extends boolean = true>(options: Options<TestDataWarehouseCredentialsData, ThrowOnError>): RequestResult<TestDataWarehouseCredentialsResponses, unknown, ThrowOnError> => (options.client ?? client).post<TestDataWarehouseCredentialsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datawarehouses/{datawarehouse_id}/credentials/test',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read the stored metadata
 *
 * Least role: READER.
 */
export const getDataWarehouseMetadata = <ThrowOnError extends boolean = true>(options: Options<GetDataWarehouseMetadataData, ThrowOnError>): RequestResult<GetDataWarehouseMetadataResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetDataWarehouseMetadataResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datawarehouses/{datawarehouse_id}/metadata',
    ...options
});

/**
 * Read the metadata from the engine
 *
 * Merges the result into the stored tree and returns the tree, without objects that have disappeared.
 *
 * Least role: EDITOR.
 */
export const refreshDataWarehouseMetadata = <ThrowOnError extends boolean = true>(options: Options<RefreshDataWarehouseMetadataData, ThrowOnError>): RequestResult<RefreshDataWarehouseMetadataResponses, unknown, ThrowOnError> => (options.client ?? client).post<RefreshDataWarehouseMetadataResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datawarehouses/{datawarehouse_id}/metadata',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the databases of a data warehouse
 *
 * Least role: READER.
 */
export const listDataWarehouseDatabases = <ThrowOnError extends boolean = true>(options: Options<ListDataWarehouseDatabasesData, ThrowOnError>): RequestResult<ListDataWarehouseDatabasesResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListDataWarehouseDatabasesResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datawarehouses/{datawarehouse_id}/databases',
    ...options
});

/**
 * Read a column with its table, schema and database
 *
 * Least role: READER.
 */
export const getDataWarehouseColumn = <ThrowOnError extends boolean = true>(options: Options<GetDataWarehouseColumnData, ThrowOnError>): RequestResult<GetDataWarehouseColumnResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetDataWarehouseColumnResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datawarehouses/{datawarehouse_id}/columns/{column_id}',
    ...options
});

/**
 * Unlink a data warehouse from a datamart
 *
 * Least role: EDITOR.
 */
export const deleteDataWarehouseDatamartConfig = <ThrowOnError extends boolean = true>(options: Options<DeleteDataWarehouseDatamartConfigData, ThrowOnError>): RequestResult<DeleteDataWarehouseDatamartConfigResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteDataWarehouseDatamartConfigResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/datawarehouses/{datawarehouse_id}/config',
    ...options
});

/**
 * Read the link between a datamart and a data warehouse
 *
 * Least role: READER.
 */
export const getDataWarehouseDatamartConfig = <ThrowOnError extends boolean = true>(options: Options<GetDataWarehouseDatamartConfigData, ThrowOnError>): RequestResult<GetDataWarehouseDatamartConfigResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetDataWarehouseDatamartConfigResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/datawarehouses/{datawarehouse_id}/config',
    ...options
});

/**
 * Link a data warehouse to a datamart
 *
 * Least role: EDITOR.
 */
export const putDataWarehouseDatamartConfig = <ThrowOnError extends boolean = true>(options: Options<PutDataWarehouseDatamartConfigData, ThrowOnError>): RequestResult<PutDataWarehouseDatamartConfigResponses, unknown, ThrowOnError> => (options.client ?? client).put<PutDataWarehouseDatamartConfigResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/datawarehouses/{datawarehouse_id}/config',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the communities of the caller
 *
 * Least role: READER.
 */
export const listCommunities = <ThrowOnError extends boolean = true>(options?: Options<ListCommunitiesData, ThrowOnError>): RequestResult<ListCommunitiesResponses, unknown, ThrowOnError> => (options?.client ?? client).get<ListCommunitiesResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/communities',
    ...options
});

/**
 * Read a community
 *
 * Least role: READER.
 */
export const getCommunity = <ThrowOnError extends boolean = true>(options: Options<GetCommunityData, ThrowOnError>): RequestResult<GetCommunityResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetCommunityResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/communities/{community_id}',
    ...options
});

/**
 * Rename a community
 *
 * Least role: COMMUNITY_ADMIN.
 */
export const updateCommunity = <ThrowOnError extends boolean = true>(options: Options<UpdateCommunityData, ThrowOnError>): RequestResult<UpdateCommunityResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateCommunityResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/communities/{community_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the organisations of the caller
 *
 * Least role: READER.
 */
export const listOrganisations = <ThrowOnError extends boolean = true>(options?: Options<ListOrganisationsData, ThrowOnError>): RequestResult<ListOrganisationsResponses, unknown, ThrowOnError> => (options?.client ?? client).get<ListOrganisationsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/organisations',
    ...options
});

/**
 * Create an organisation
 *
 * Least role: COMMUNITY_ADMIN.
 */
export const createOrganisation = <ThrowOnError extends boolean = true>(options: Options<CreateOrganisationData, ThrowOnError>): RequestResult<CreateOrganisationResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateOrganisationResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/organisations',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read an organisation
 *
 * Least role: READER.
 */
export const getOrganisation = <ThrowOnError extends boolean = true>(options: Options<GetOrganisationData, ThrowOnError>): RequestResult<GetOrganisationResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetOrganisationResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/organisations/{organisation_id}',
    ...options
});

/**
 * Rename an organisation
 *
 * Least role: COMMUNITY_ADMIN.
 */
export const updateOrganisation = <ThrowOnError extends boolean = true>(options: Options<UpdateOrganisationData, ThrowOnError>): RequestResult<UpdateOrganisationResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateOrganisationResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/organisations/{organisation_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List who has done what
 *
 * Successful writes of configurations, sign-ins, and reads, exports and erasures of people; the newest first. Kept for 13 months; none can be changed or deleted. Signed reads of segments are one event by credential and hour, with their `count`. Events of a community stand in each of its organisations. `total` counts up to 10,000.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const listAuditEvents = <ThrowOnError extends boolean = true>(options: Options<ListAuditEventsData, ThrowOnError>): RequestResult<ListAuditEventsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListAuditEventsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/organisations/{organisation_id}/audit_events',
    ...options
});

/**
 * List the datamarts of the caller
 *
 * Least role: READER.
 */
export const listDatamarts = <ThrowOnError extends boolean = true>(options?: Options<ListDatamartsData, ThrowOnError>): RequestResult<ListDatamartsResponses, unknown, ThrowOnError> => (options?.client ?? client).get<ListDatamartsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts',
    ...options
});

/**
 * Create a datamart
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const createDatamart = <ThrowOnError extends boolean = true>(options: Options<CreateDatamartData, ThrowOnError>): RequestResult<CreateDatamartResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateDatamartResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read a datamart
 *
 * Least role: READER.
 */
export const getDatamart = <ThrowOnError extends boolean = true>(options: Options<GetDatamartData, ThrowOnError>): RequestResult<GetDatamartResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetDatamartResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}',
    ...options
});

/**
 * Change a datamart
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const updateDatamart = <ThrowOnError extends boolean = true>(options: Options<UpdateDatamartData, ThrowOnError>): RequestResult<UpdateDatamartResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateDatamartResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read the caller
 *
 * Least role: READER.
 */
export const getConnectedUser = <ThrowOnError extends boolean = true>(options?: Options<GetConnectedUserData, ThrowOnError>): RequestResult<GetConnectedUserResponses, unknown, ThrowOnError> => (options?.client ?? client).get<GetConnectedUserResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/connected_user',
    ...options
});

/**
 * List the users that the caller can see
 *
 * Least role: READER.
 */
export const listUsers = <ThrowOnError extends boolean = true>(options?: Options<ListUsersData, ThrowOnError>): RequestResult<ListUsersResponses, unknown, ThrowOnError> => (options?.client ?? client).get<ListUsersResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users',
    ...options
});

/**
 * Create a user
 *
 * A new user has no role, and so no permissions.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const createUser = <ThrowOnError extends boolean = true>(options: Options<CreateUserData, ThrowOnError>): RequestResult<CreateUserResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateUserResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a user
 *
 * Its roles, tokens and keys end everywhere within a second, and its e-mail address is free again. What it has created stays.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const deleteUser = <ThrowOnError extends boolean = true>(options: Options<DeleteUserData, ThrowOnError>): RequestResult<DeleteUserResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteUserResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}',
    ...options
});

/**
 * Read a user
 *
 * Least role: READER.
 */
export const getUser = <ThrowOnError extends boolean = true>(options: Options<GetUserData, ThrowOnError>): RequestResult<GetUserResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetUserResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}',
    ...options
});

/**
 * Change a user
 *
 * Users may change themselves; an admin may change the users of the organisation.
 *
 * Least role: READER.
 */
export const updateUser = <ThrowOnError extends boolean = true>(options: Options<UpdateUserData, ThrowOnError>): RequestResult<UpdateUserResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateUserResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List a user's roles
 *
 * Lists the roles in organisations that the caller can see.
 *
 * Least role: READER.
 */
export const listUserRoles = <ThrowOnError extends boolean = true>(options: Options<ListUserRolesData, ThrowOnError>): RequestResult<ListUserRolesResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListUserRolesResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/user_roles',
    ...options
});

/**
 * Grant a role
 *
 * Callers can only grant roles up to their own. The role is effective everywhere within a second.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const createUserRole = <ThrowOnError extends boolean = true>(options: Options<CreateUserRoleData, ThrowOnError>): RequestResult<CreateUserRoleResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateUserRoleResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/user_roles',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Revoke a role
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const deleteUserRole = <ThrowOnError extends boolean = true>(options: Options<DeleteUserRoleData, ThrowOnError>): RequestResult<DeleteUserRoleResponses, unknown, ThrowOnError> => (options.client ?? client).delete<DeleteUserRoleResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/user_roles/{user_role_id}',
    ...options
});

/**
 * Read a role
 *
 * Least role: READER.
 */
export const getUserRole = <ThrowOnError extends boolean = true>(options: Options<GetUserRoleData, ThrowOnError>): RequestResult<GetUserRoleResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetUserRoleResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/user_roles/{user_role_id}',
    ...options
});

/**
 * Change a role
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const updateUserRole = <ThrowOnError extends boolean = true>(options: Options<UpdateUserRoleData, ThrowOnError>): RequestResult<UpdateUserRoleResponses, unknown, ThrowOnError> => (options.client ?? client).put<UpdateUserRoleResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/user_roles/{user_role_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the open invitations
 *
 * Those that are neither used nor revoked, and whose 24 hours are not over.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const listInvitations = <ThrowOnError extends boolean = true>(options: Options<ListInvitationsData, ThrowOnError>): RequestResult<ListInvitationsResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListInvitationsResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/organisations/{organisation_id}/invitations',
    ...options
});

/**
 * Invite a person
 *
 * Adds the user with the role, and answers with a link that lets the person in: with the provider of sign-ins, or, where there is none, with an API token of full rights that the page of the link makes. It works once, for 24 hours; only this response has it. For a user who has not come in yet it makes another link, with which the earlier one ends. A change of the user's roles ends it, too.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const createInvitation = <ThrowOnError extends boolean = true>(options: Options<CreateInvitationData, ThrowOnError>): RequestResult<CreateInvitationResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateInvitationResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/organisations/{organisation_id}/invitations',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Revoke an invitation
 *
 * Its link ends at once. The user and the role stay.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const revokeInvitation = <ThrowOnError extends boolean = true>(options: Options<RevokeInvitationData, ThrowOnError>): RequestResult<RevokeInvitationResponses, unknown, ThrowOnError> => (options.client ?? client).delete<RevokeInvitationResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/organisations/{organisation_id}/invitations/{invitation_id}',
    ...options
});

/**
 * List the API tokens of all users of an organisation
 *
 * Those of its users and guests whose roles the caller covers, with masked values; the one that was not used for longest first. So tokens that no program uses any more are found and revoked.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const listOrganisationApiTokens = <ThrowOnError extends boolean = true>(options: Options<ListOrganisationApiTokensData, ThrowOnError>): RequestResult<ListOrganisationApiTokensResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListOrganisationApiTokensResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/organisations/{organisation_id}/api_tokens',
    ...options
});

/**
 * List a user's API tokens
 *
 * Least role: READER.
 */
export const listApiTokens = <ThrowOnError extends boolean = true>(options: Options<ListApiTokensData, ThrowOnError>): RequestResult<ListApiTokensResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListApiTokensResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/api_tokens',
    ...options
});

/**
 * Create an API token
 *
 * Only this response shows the value.
 *
 * Least role: READER.
 */
export const createApiToken = <ThrowOnError extends boolean = true>(options: Options<CreateApiTokenData, ThrowOnError>): RequestResult<CreateApiTokenResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateApiTokenResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/api_tokens',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Revoke an API token
 *
 * The token stops working everywhere within a second.
 *
 * Least role: READER.
 */
export const revokeApiToken = <ThrowOnError extends boolean = true>(options: Options<RevokeApiTokenData, ThrowOnError>): RequestResult<RevokeApiTokenResponses, unknown, ThrowOnError> => (options.client ?? client).delete<RevokeApiTokenResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/api_tokens/{api_token_id}',
    ...options
});

/**
 * Read an API token
 *
 * Least role: READER.
 */
export const getApiToken = <ThrowOnError extends boolean = true>(options: Options<GetApiTokenData, ThrowOnError>): RequestResult<GetApiTokenResponses, unknown, ThrowOnError> => (options.client ?? client).get<GetApiTokenResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/api_tokens/{api_token_id}',
    ...options
});

/**
 * Rename an API token
 *
 * Least role: READER.
 */
export const renameApiToken = <ThrowOnError extends boolean = true>(options: Options<RenameApiTokenData, ThrowOnError>): RequestResult<RenameApiTokenResponses, unknown, ThrowOnError> => (options.client ?? client).put<RenameApiTokenResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/api_tokens/{api_token_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List a user's signing keys
 *
 * Least role: READER.
 */
export const listMessageAuthenticationKeys = <ThrowOnError extends boolean = true>(options: Options<ListMessageAuthenticationKeysData, ThrowOnError>): RequestResult<ListMessageAuthenticationKeysResponses, unknown, ThrowOnError> => (options.client ?? client).get<ListMessageAuthenticationKeysResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/message_authentication_keys',
    ...options
});

/**
 * Create a signing key
 *
 * Only this response shows the secret.
 *
 * Least role: READER.
 */
export const createMessageAuthenticationKey = <ThrowOnError extends boolean = true>(options: Options<CreateMessageAuthenticationKeyData, ThrowOnError>): RequestResult<CreateMessageAuthenticationKeyResponses, unknown, ThrowOnError> => (options.client ?? client).post<CreateMessageAuthenticationKeyResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/message_authentication_keys',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Revoke a signing key
 *
 * The key stops working everywhere within a second. Its `key_id` cannot be used again.
 *
 * Least role: READER.
 */
export const revokeMessageAuthenticationKey = <ThrowOnError extends boolean = true>(options: Options<RevokeMessageAuthenticationKeyData, ThrowOnError>): RequestResult<RevokeMessageAuthenticationKeyResponses, unknown, ThrowOnError> => (options.client ?? client).delete<RevokeMessageAuthenticationKeyResponses, unknown, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/message_authentication_keys/{message_authentication_key_id}',
    ...options
});
