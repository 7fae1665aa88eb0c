// Generated from the description of the API by scripts/generate-client.mjs.

import { client } from './client.gen.js';
import type { Client, ClientMeta, Options as Options2, RequestResult, ServerSentEventsResult, TDataShape } from './client/index.js';
import type { ActOnDocumentImportExecutionData, ActOnDocumentImportExecutionErrors, ActOnDocumentImportExecutionResponses, AssociateUserIdentifiersData, AssociateUserIdentifiersErrors, AssociateUserIdentifiersResponses, CollectUserActivityData, CollectUserActivityErrors, CollectUserActivityResponses, CreateActivityAnalyzerData, CreateActivityAnalyzerErrors, CreateActivityAnalyzerResponses, CreateApiTokenData, CreateApiTokenErrors, CreateApiTokenResponses, CreateAudienceSegmentData, CreateAudienceSegmentErrors, CreateAudienceSegmentResponses, CreateChannelData, CreateChannelErrors, CreateChannelResponses, CreateChannelVisitAnalyzerSelectionData, CreateChannelVisitAnalyzerSelectionErrors, CreateChannelVisitAnalyzerSelectionResponses, CreateCompartmentData, CreateCompartmentErrors, CreateCompartmentResponses, CreateDashboardData, CreateDashboardErrors, CreateDashboardResponses, CreateDatamartData, CreateDatamartErrors, CreateDatamartResponses, CreateDataWarehouseData, CreateDataWarehouseErrors, CreateDataWarehouseResponses, CreateDocumentImportData, CreateDocumentImportErrors, CreateDocumentImportExecutionData, CreateDocumentImportExecutionErrors, CreateDocumentImportExecutionResponses, CreateDocumentImportResponses, CreateMessageAuthenticationKeyData, CreateMessageAuthenticationKeyErrors, CreateMessageAuthenticationKeyResponses, CreateOrganisationData, CreateOrganisationErrors, CreateOrganisationResponses, CreatePluginData, CreatePluginErrors, CreatePluginResponses, CreatePluginVersionData, CreatePluginVersionErrors, CreatePluginVersionResponses, CreateProcessingData, CreateProcessingErrors, CreateProcessingResponses, CreateProcessingSelectionData, CreateProcessingSelectionErrors, CreateProcessingSelectionResponses, CreateThrottlingData, CreateThrottlingErrors, CreateThrottlingResponses, CreateUserData, CreateUserErrors, CreateUserResponses, CreateUserRoleData, CreateUserRoleErrors, CreateUserRoleResponses, CreateVisitAnalyzerModelData, CreateVisitAnalyzerModelErrors, CreateVisitAnalyzerModelResponses, DeleteActivityAnalyzerData, DeleteActivityAnalyzerErrors, DeleteActivityAnalyzerFileData, DeleteActivityAnalyzerFileErrors, DeleteActivityAnalyzerFileResponses, DeleteActivityAnalyzerResponses, DeleteAudienceSegmentData, DeleteAudienceSegmentErrors, DeleteAudienceSegmentResponses, DeleteChannelVisitAnalyzerSelectionData, DeleteChannelVisitAnalyzerSelectionErrors, DeleteChannelVisitAnalyzerSelectionResponses, DeleteCompartmentData, DeleteCompartmentErrors, DeleteCompartmentResponses, DeleteCtvData, DeleteCtvErrors, DeleteCtvResponses, DeleteDashboardData, DeleteDashboardErrors, DeleteDashboardResponses, DeleteDataWarehouseData, DeleteDataWarehouseDatamartConfigData, DeleteDataWarehouseDatamartConfigErrors, DeleteDataWarehouseDatamartConfigResponses, DeleteDataWarehouseErrors, DeleteDataWarehouseResponses, DeleteDocumentImportData, DeleteDocumentImportErrors, DeleteDocumentImportResponses, DeleteMobileApplicationData, DeleteMobileApplicationErrors, DeleteMobileApplicationResponses, DeletePluginWorkerData, DeletePluginWorkerErrors, DeletePluginWorkerResponses, DeleteProcessingData, DeleteProcessingErrors, DeleteProcessingResponses, DeleteProcessingSelectionData, DeleteProcessingSelectionErrors, DeleteProcessingSelectionResponses, DeleteSiteData, DeleteSiteErrors, DeleteSiteResponses, DeleteThrottlingData, DeleteThrottlingErrors, DeleteThrottlingResponses, DeleteUserData, DeleteUserErrors, DeleteUserProfileData, DeleteUserProfileErrors, DeleteUserProfileResponses, DeleteUserResponses, DeleteUserRoleData, DeleteUserRoleErrors, DeleteUserRoleResponses, DeleteUserSegmentData, DeleteUserSegmentErrors, DeleteUserSegmentResponses, DeleteVisitAnalyzerModelData, DeleteVisitAnalyzerModelErrors, DeleteVisitAnalyzerModelFileData, DeleteVisitAnalyzerModelFileErrors, DeleteVisitAnalyzerModelFileResponses, DeleteVisitAnalyzerModelResponses, DownloadActivityAnalyzerFileData, DownloadActivityAnalyzerFileErrors, DownloadActivityAnalyzerFileResponses, DownloadConfigurationFileData, DownloadConfigurationFileErrors, DownloadConfigurationFileResponses, DownloadDataFileData, DownloadDataFileErrors, DownloadDataFileResponses, DownloadVisitAnalyzerModelFileData, DownloadVisitAnalyzerModelFileErrors, DownloadVisitAnalyzerModelFileResponses, EraseUserPointData, EraseUserPointErrors, EraseUserPointResponses, FollowDocumentImportExecutionData, FollowDocumentImportExecutionErrors, FollowDocumentImportExecutionResponse, FollowDocumentImportExecutionResponses, FollowUserActivitiesData, FollowUserActivitiesErrors, FollowUserActivitiesResponse, FollowUserActivitiesResponses, GetActivityAnalyzerData, GetActivityAnalyzerErrors, GetActivityAnalyzerResponses, GetApiTokenData, GetApiTokenErrors, GetApiTokenResponses, GetAudienceSegmentData, GetAudienceSegmentErrors, GetAudienceSegmentResponses, GetChannelData, GetChannelErrors, GetChannelResponses, GetChannelVisitAnalyzerSelectionData, GetChannelVisitAnalyzerSelectionErrors, GetChannelVisitAnalyzerSelectionResponses, GetCommunityData, GetCommunityErrors, GetCommunityResponses, GetCompartmentData, GetCompartmentErrors, GetCompartmentResponses, GetConnectedUserData, GetConnectedUserErrors, GetConnectedUserResponses, GetDashboardContentData, GetDashboardContentErrors, GetDashboardContentResponses, GetDashboardData, GetDashboardErrors, GetDashboardResponses, GetDatamartData, GetDatamartErrors, GetDatamartResponses, GetDataWarehouseColumnData, GetDataWarehouseColumnErrors, GetDataWarehouseColumnResponses, GetDataWarehouseCredentialsData, GetDataWarehouseCredentialsErrors, GetDataWarehouseCredentialsResponses, GetDataWarehouseData, GetDataWarehouseDatamartConfigData, GetDataWarehouseDatamartConfigErrors, GetDataWarehouseDatamartConfigResponses, GetDataWarehouseErrors, GetDataWarehouseMetadataData, GetDataWarehouseMetadataErrors, GetDataWarehouseMetadataResponses, GetDataWarehouseResponses, GetDocumentImportData, GetDocumentImportErrors, GetDocumentImportExecutionData, GetDocumentImportExecutionErrors, GetDocumentImportExecutionResponses, GetDocumentImportResponses, GetOrganisationData, GetOrganisationErrors, GetOrganisationResponses, GetPluginData, GetPluginErrors, GetPluginResponses, GetPluginVersionByIdData, GetPluginVersionByIdErrors, GetPluginVersionByIdResponses, GetPluginVersionData, GetPluginVersionErrors, GetPluginVersionResponses, GetPluginWorkerData, GetPluginWorkerErrors, GetPluginWorkerResponses, GetProcessingData, GetProcessingErrors, GetProcessingResponses, GetProcessingSelectionData, GetProcessingSelectionErrors, GetProcessingSelectionResponses, GetUserData, GetUserErrors, GetUserPointData, GetUserPointErrors, GetUserPointResponses, GetUserProfileData, GetUserProfileErrors, GetUserProfileResponses, GetUserResponses, GetUserRoleData, GetUserRoleErrors, GetUserRoleResponses, GetVisitAnalyzerModelData, GetVisitAnalyzerModelErrors, GetVisitAnalyzerModelResponses, ListActivityAnalyzerFailuresData, ListActivityAnalyzerFailuresErrors, ListActivityAnalyzerFailuresResponses, ListActivityAnalyzerPropertiesData, ListActivityAnalyzerPropertiesErrors, ListActivityAnalyzerPropertiesResponses, ListActivityAnalyzersData, ListActivityAnalyzersErrors, ListActivityAnalyzersResponses, ListApiTokensData, ListApiTokensErrors, ListApiTokensResponses, ListAudienceSegmentsData, ListAudienceSegmentsErrors, ListAudienceSegmentsResponses, ListChannelsData, ListChannelsErrors, ListChannelsOfOrganisationData, ListChannelsOfOrganisationErrors, ListChannelsOfOrganisationResponses, ListChannelsResponses, ListChannelVisitAnalyzerSelectionsData, ListChannelVisitAnalyzerSelectionsErrors, ListChannelVisitAnalyzerSelectionsResponses, ListCommunitiesData, ListCommunitiesErrors, ListCommunitiesResponses, ListCompartmentsData, ListCompartmentsErrors, ListCompartmentsResponses, ListDashboardContentVersionsData, ListDashboardContentVersionsErrors, ListDashboardContentVersionsResponses, ListDashboardsData, ListDashboardsErrors, ListDashboardsResponses, ListDatamartsData, ListDatamartsErrors, ListDatamartsResponses, ListDataWarehouseDatabasesData, ListDataWarehouseDatabasesErrors, ListDataWarehouseDatabasesResponses, ListDataWarehousesData, ListDataWarehousesErrors, ListDataWarehousesResponses, ListDocumentImportExecutionsData, ListDocumentImportExecutionsErrors, ListDocumentImportExecutionsResponses, ListDocumentImportsData, ListDocumentImportsErrors, ListDocumentImportsResponses, ListMessageAuthenticationKeysData, ListMessageAuthenticationKeysErrors, ListMessageAuthenticationKeysResponses, ListOrganisationsData, ListOrganisationsErrors, ListOrganisationsResponses, ListPluginPropertiesData, ListPluginPropertiesErrors, ListPluginPropertiesResponses, ListPluginsData, ListPluginsErrors, ListPluginsResponses, ListPluginVersionsData, ListPluginVersionsErrors, ListPluginVersionsResponses, ListProcessingsData, ListProcessingSelectionsData, ListProcessingSelectionsErrors, ListProcessingSelectionsResponses, ListProcessingsErrors, ListProcessingsResponses, ListThrottlingsData, ListThrottlingsErrors, ListThrottlingsResponses, ListUserAccountCompartmentsData, ListUserAccountCompartmentsErrors, ListUserAccountCompartmentsResponses, ListUserActivitiesData, ListUserActivitiesErrors, ListUserActivitiesResponses, ListUserChoiceChangesData, ListUserChoiceChangesErrors, ListUserChoiceChangesResponses, ListUserChoicesData, ListUserChoicesErrors, ListUserChoicesOfProcessingData, ListUserChoicesOfProcessingErrors, ListUserChoicesOfProcessingResponses, ListUserChoicesResponses, ListUserIdentifiersData, ListUserIdentifiersErrors, ListUserIdentifiersResponses, ListUserProfilesData, ListUserProfilesErrors, ListUserProfilesResponses, ListUserRolesData, ListUserRolesErrors, ListUserRolesResponses, ListUsersData, ListUserSegmentsData, ListUserSegmentsErrors, ListUserSegmentsOfAccountData, ListUserSegmentsOfAccountErrors, ListUserSegmentsOfAccountResponses, ListUserSegmentsOfSelectorData, ListUserSegmentsOfSelectorErrors, ListUserSegmentsOfSelectorResponses, ListUserSegmentsResponses, ListUsersErrors, ListUsersResponses, ListVisitAnalyzerModelFailuresData, ListVisitAnalyzerModelFailuresErrors, ListVisitAnalyzerModelFailuresResponses, ListVisitAnalyzerModelPropertiesData, ListVisitAnalyzerModelPropertiesErrors, ListVisitAnalyzerModelPropertiesResponses, ListVisitAnalyzerModelsData, ListVisitAnalyzerModelsErrors, ListVisitAnalyzerModelsResponses, PutActivityAnalyzerFileData, PutActivityAnalyzerFileErrors, PutActivityAnalyzerFileResponses, PutActivityAnalyzerPropertyData, PutActivityAnalyzerPropertyErrors, PutActivityAnalyzerPropertyResponses, PutChannelVisitAnalyzerSelectionsData, PutChannelVisitAnalyzerSelectionsErrors, PutChannelVisitAnalyzerSelectionsResponses, PutDashboardContentData, PutDashboardContentErrors, PutDashboardContentResponses, PutDataWarehouseCredentialsData, PutDataWarehouseCredentialsErrors, PutDataWarehouseCredentialsResponses, PutDataWarehouseDatamartConfigData, PutDataWarehouseDatamartConfigErrors, PutDataWarehouseDatamartConfigResponses, PutPluginWorkerData, PutPluginWorkerErrors, PutPluginWorkerResponses, PutUserChoiceData, PutUserChoiceErrors, PutUserChoiceResponses, PutUserProfileData, PutUserProfileErrors, PutUserProfileResponses, PutUserSegmentData, PutUserSegmentErrors, PutUserSegmentResponses, PutVisitAnalyzerModelFileData, PutVisitAnalyzerModelFileErrors, PutVisitAnalyzerModelFileResponses, PutVisitAnalyzerModelPropertyData, PutVisitAnalyzerModelPropertyErrors, PutVisitAnalyzerModelPropertyResponses, RefreshDataWarehouseMetadataData, RefreshDataWarehouseMetadataErrors, RefreshDataWarehouseMetadataResponses, RenameApiTokenData, RenameApiTokenErrors, RenameApiTokenResponses, ReportCollectionsData, ReportCollectionsErrors, ReportCollectionsResponses, ReportUserActivitiesData, ReportUserActivitiesErrors, ReportUserActivitiesResponses, RevokeApiTokenData, RevokeApiTokenErrors, RevokeApiTokenResponses, RevokeMessageAuthenticationKeyData, RevokeMessageAuthenticationKeyErrors, RevokeMessageAuthenticationKeyResponses, UpdateActivityAnalyzerData, UpdateActivityAnalyzerErrors, UpdateActivityAnalyzerResponses, UpdateAudienceSegmentData, UpdateAudienceSegmentErrors, UpdateAudienceSegmentResponses, UpdateCommunityData, UpdateCommunityErrors, UpdateCommunityResponses, UpdateCompartmentData, UpdateCompartmentErrors, UpdateCompartmentResponses, UpdateCtvData, UpdateCtvErrors, UpdateCtvResponses, UpdateDashboardData, UpdateDashboardErrors, UpdateDashboardResponses, UpdateDatamartData, UpdateDatamartErrors, UpdateDatamartResponses, UpdateDataWarehouseData, UpdateDataWarehouseErrors, UpdateDataWarehouseResponses, UpdateDocumentImportData, UpdateDocumentImportErrors, UpdateDocumentImportResponses, UpdateMobileApplicationData, UpdateMobileApplicationErrors, UpdateMobileApplicationResponses, UpdateOrganisationData, UpdateOrganisationErrors, UpdateOrganisationResponses, UpdatePluginData, UpdatePluginErrors, UpdatePluginResponses, UpdatePluginVersionData, UpdatePluginVersionErrors, UpdatePluginVersionResponses, UpdateProcessingData, UpdateProcessingErrors, UpdateProcessingResponses, UpdateSiteData, UpdateSiteErrors, UpdateSiteResponses, UpdateThrottlingData, UpdateThrottlingErrors, UpdateThrottlingResponses, UpdateUserData, UpdateUserErrors, UpdateUserResponses, UpdateUserRoleData, UpdateUserRoleErrors, UpdateUserRoleResponses, UpdateVisitAnalyzerModelData, UpdateVisitAnalyzerModelErrors, UpdateVisitAnalyzerModelResponses } from './types.gen.js';

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
 * Least role: EDITOR. May be signed.
 */
export const collectUserActivity = <ThrowOnError extends boolean = true>(options: Options<CollectUserActivityData, ThrowOnError>): RequestResult<CollectUserActivityResponses, CollectUserActivityErrors, ThrowOnError> => (options.client ?? client).post<CollectUserActivityResponses, CollectUserActivityErrors, ThrowOnError>({
    security: [
        { name: 'Authorization', type: 'apiKey' },
        { name: 'X-Svc-Mac', type: 'apiKey' },
        { name: 'X-Svc-Key-Id', type: 'apiKey' },
        { name: 'X-Svc-Ts', type: 'apiKey' }
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
export const followUserActivities = <ThrowOnError extends boolean = true>(options: Options<FollowUserActivitiesData, ThrowOnError, FollowUserActivitiesResponse>): Promise<ServerSentEventsResult<FollowUserActivitiesResponses>> => (options.client ?? client).sse.get<FollowUserActivitiesResponses, FollowUserActivitiesErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_activities/events',
    ...options
});

/**
 * Erase a person
 *
 * Deletes identifiers, profiles, choices, segments and activities, also from reports.
 *
 * Least role: EDITOR.
 */
export const eraseUserPoint = <ThrowOnError extends boolean = true>(options: Options<EraseUserPointData, ThrowOnError>): RequestResult<EraseUserPointResponses, EraseUserPointErrors, ThrowOnError> => (options.client ?? client).delete<EraseUserPointResponses, EraseUserPointErrors, ThrowOnError>({
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
export const getUserPoint = <ThrowOnError extends boolean = true>(options: Options<GetUserPointData, ThrowOnError>): RequestResult<GetUserPointResponses, GetUserPointErrors, ThrowOnError> => (options.client ?? client).get<GetUserPointResponses, GetUserPointErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}',
    ...options
});

/**
 * List a person's identifiers
 *
 * Least role: READER.
 */
export const listUserIdentifiers = <ThrowOnError extends boolean = true>(options: Options<ListUserIdentifiersData, ThrowOnError>): RequestResult<ListUserIdentifiersResponses, ListUserIdentifiersErrors, ThrowOnError> => (options.client ?? client).get<ListUserIdentifiersResponses, ListUserIdentifiersErrors, ThrowOnError>({
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
export const listUserActivities = <ThrowOnError extends boolean = true>(options: Options<ListUserActivitiesData, ThrowOnError>): RequestResult<ListUserActivitiesResponses, ListUserActivitiesErrors, ThrowOnError> => (options.client ?? client).get<ListUserActivitiesResponses, ListUserActivitiesErrors, ThrowOnError>({
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
export const listUserSegments = <ThrowOnError extends boolean = true>(options: Options<ListUserSegmentsData, ThrowOnError>): RequestResult<ListUserSegmentsResponses, ListUserSegmentsErrors, ThrowOnError> => (options.client ?? client).get<ListUserSegmentsResponses, ListUserSegmentsErrors, ThrowOnError>({
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
export const listUserSegmentsOfSelector = <ThrowOnError extends boolean = true>(options: Options<ListUserSegmentsOfSelectorData, ThrowOnError>): RequestResult<ListUserSegmentsOfSelectorResponses, ListUserSegmentsOfSelectorErrors, ThrowOnError> => (options.client ?? client).get<ListUserSegmentsOfSelectorResponses, ListUserSegmentsOfSelectorErrors, ThrowOnError>({
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
export const listUserSegmentsOfAccount = <ThrowOnError extends boolean = true>(options: Options<ListUserSegmentsOfAccountData, ThrowOnError>): RequestResult<ListUserSegmentsOfAccountResponses, ListUserSegmentsOfAccountErrors, ThrowOnError> => (options.client ?? client).get<ListUserSegmentsOfAccountResponses, ListUserSegmentsOfAccountErrors, ThrowOnError>({
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
 * Take a person out of a segment
 *
 * Succeeds also if the person is not in the segment, or if no person has the identifier.
 *
 * Least role: EDITOR.
 */
export const deleteUserSegment = <ThrowOnError extends boolean = true>(options: Options<DeleteUserSegmentData, ThrowOnError>): RequestResult<DeleteUserSegmentResponses, DeleteUserSegmentErrors, ThrowOnError> => (options.client ?? client).delete<DeleteUserSegmentResponses, DeleteUserSegmentErrors, ThrowOnError>({
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
export const putUserSegment = <ThrowOnError extends boolean = true>(options: Options<PutUserSegmentData, ThrowOnError>): RequestResult<PutUserSegmentResponses, PutUserSegmentErrors, ThrowOnError> => (options.client ?? client).put<PutUserSegmentResponses, PutUserSegmentErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_segments/{segment_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List a person's profiles
 *
 * Least role: READER.
 */
export const listUserProfiles = <ThrowOnError extends boolean = true>(options: Options<ListUserProfilesData, ThrowOnError>): RequestResult<ListUserProfilesResponses, ListUserProfilesErrors, ThrowOnError> => (options.client ?? client).get<ListUserProfilesResponses, ListUserProfilesErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_profiles',
    ...options
});

/**
 * Delete a profile
 *
 * Least role: EDITOR.
 */
export const deleteUserProfile = <ThrowOnError extends boolean = true>(options: Options<DeleteUserProfileData, ThrowOnError>): RequestResult<DeleteUserProfileResponses, DeleteUserProfileErrors, ThrowOnError> => (options.client ?? client).delete<DeleteUserProfileResponses, DeleteUserProfileErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_profiles/compartment_id={compartment_id}/user_account_id={user_account_id}',
    ...options
});

/**
 * Read a profile
 *
 * Least role: READER.
 */
export const getUserProfile = <ThrowOnError extends boolean = true>(options: Options<GetUserProfileData, ThrowOnError>): RequestResult<GetUserProfileResponses, GetUserProfileErrors, ThrowOnError> => (options.client ?? client).get<GetUserProfileResponses, GetUserProfileErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_profiles/compartment_id={compartment_id}/user_account_id={user_account_id}',
    ...options
});

/**
 * Update or replace a profile
 *
 * Last write wins for each property, by the time of the write, not by its arrival. An unknown identifier creates its user point.
 *
 * Least role: EDITOR.
 */
export const putUserProfile = <ThrowOnError extends boolean = true>(options: Options<PutUserProfileData, ThrowOnError>): RequestResult<PutUserProfileResponses, PutUserProfileErrors, ThrowOnError> => (options.client ?? client).put<PutUserProfileResponses, PutUserProfileErrors, ThrowOnError>({
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
export const listUserChoices = <ThrowOnError extends boolean = true>(options: Options<ListUserChoicesData, ThrowOnError>): RequestResult<ListUserChoicesResponses, ListUserChoicesErrors, ThrowOnError> => (options.client ?? client).get<ListUserChoicesResponses, ListUserChoicesErrors, ThrowOnError>({
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
export const listUserChoicesOfProcessing = <ThrowOnError extends boolean = true>(options: Options<ListUserChoicesOfProcessingData, ThrowOnError>): RequestResult<ListUserChoicesOfProcessingResponses, ListUserChoicesOfProcessingErrors, ThrowOnError> => (options.client ?? client).get<ListUserChoicesOfProcessingResponses, ListUserChoicesOfProcessingErrors, ThrowOnError>({
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
export const putUserChoice = <ThrowOnError extends boolean = true>(options: Options<PutUserChoiceData, ThrowOnError>): RequestResult<PutUserChoiceResponses, PutUserChoiceErrors, ThrowOnError> => (options.client ?? client).put<PutUserChoiceResponses, PutUserChoiceErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_choices/processing_id={processing_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List every write of a choice
 *
 * Latest `$choice_ts` first; at equal times the last written first.
 *
 * Least role: READER.
 */
export const listUserChoiceChanges = <ThrowOnError extends boolean = true>(options: Options<ListUserChoiceChangesData, ThrowOnError>): RequestResult<ListUserChoiceChangesResponses, ListUserChoiceChangesErrors, ThrowOnError> => (options.client ?? client).get<ListUserChoiceChangesResponses, ListUserChoiceChangesErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_choices/processing_id={processing_id}/change_log',
    ...options
});

/**
 * Associate identifiers with one person
 *
 * As a line of an import: the people who have these identifiers become one, and a person is created for identifiers that are all unknown. May be repeated.
 *
 * Least role: EDITOR.
 */
export const associateUserIdentifiers = <ThrowOnError extends boolean = true>(options: Options<AssociateUserIdentifiersData, ThrowOnError>): RequestResult<AssociateUserIdentifiersResponses, AssociateUserIdentifiersErrors, ThrowOnError> => (options.client ?? client).post<AssociateUserIdentifiersResponses, AssociateUserIdentifiersErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_identifiers_association_declarations',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the compartments of a datamart
 *
 * The registered ones and `default`.
 *
 * Least role: READER.
 */
export const listCompartments = <ThrowOnError extends boolean = true>(options: Options<ListCompartmentsData, ThrowOnError>): RequestResult<ListCompartmentsResponses, ListCompartmentsErrors, ThrowOnError> => (options.client ?? client).get<ListCompartmentsResponses, ListCompartmentsErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/compartments',
    ...options
});

/**
 * Register a compartment
 *
 * Least role: EDITOR.
 */
export const createCompartment = <ThrowOnError extends boolean = true>(options: Options<CreateCompartmentData, ThrowOnError>): RequestResult<CreateCompartmentResponses, CreateCompartmentErrors, ThrowOnError> => (options.client ?? client).post<CreateCompartmentResponses, CreateCompartmentErrors, ThrowOnError>({
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
export const deleteCompartment = <ThrowOnError extends boolean = true>(options: Options<DeleteCompartmentData, ThrowOnError>): RequestResult<DeleteCompartmentResponses, DeleteCompartmentErrors, ThrowOnError> => (options.client ?? client).delete<DeleteCompartmentResponses, DeleteCompartmentErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/compartments/{compartment_id}',
    ...options
});

/**
 * Read a compartment
 *
 * Least role: READER.
 */
export const getCompartment = <ThrowOnError extends boolean = true>(options: Options<GetCompartmentData, ThrowOnError>): RequestResult<GetCompartmentResponses, GetCompartmentErrors, ThrowOnError> => (options.client ?? client).get<GetCompartmentResponses, GetCompartmentErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/compartments/{compartment_id}',
    ...options
});

/**
 * Rename, archive or restore a compartment
 *
 * Least role: EDITOR.
 */
export const updateCompartment = <ThrowOnError extends boolean = true>(options: Options<UpdateCompartmentData, ThrowOnError>): RequestResult<UpdateCompartmentResponses, UpdateCompartmentErrors, ThrowOnError> => (options.client ?? client).put<UpdateCompartmentResponses, UpdateCompartmentErrors, ThrowOnError>({
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
export const listUserAccountCompartments = <ThrowOnError extends boolean = true>(options: Options<ListUserAccountCompartmentsData, ThrowOnError>): RequestResult<ListUserAccountCompartmentsResponses, ListUserAccountCompartmentsErrors, ThrowOnError> => (options.client ?? client).get<ListUserAccountCompartmentsResponses, ListUserAccountCompartmentsErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/user_account_compartments',
    ...options
});

/**
 * List the segments of an organisation
 *
 * Least role: READER.
 */
export const listAudienceSegments = <ThrowOnError extends boolean = true>(options: Options<ListAudienceSegmentsData, ThrowOnError>): RequestResult<ListAudienceSegmentsResponses, ListAudienceSegmentsErrors, ThrowOnError> => (options.client ?? client).get<ListAudienceSegmentsResponses, ListAudienceSegmentsErrors, ThrowOnError>({
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
export const createAudienceSegment = <ThrowOnError extends boolean = true>(options: Options<CreateAudienceSegmentData, ThrowOnError>): RequestResult<CreateAudienceSegmentResponses, CreateAudienceSegmentErrors, ThrowOnError> => (options.client ?? client).post<CreateAudienceSegmentResponses, CreateAudienceSegmentErrors, ThrowOnError>({
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
export const deleteAudienceSegment = <ThrowOnError extends boolean = true>(options: Options<DeleteAudienceSegmentData, ThrowOnError>): RequestResult<DeleteAudienceSegmentResponses, DeleteAudienceSegmentErrors, ThrowOnError> => (options.client ?? client).delete<DeleteAudienceSegmentResponses, DeleteAudienceSegmentErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/audience_segments/{audience_segment_id}',
    ...options
});

/**
 * Read a segment
 *
 * Least role: READER.
 */
export const getAudienceSegment = <ThrowOnError extends boolean = true>(options: Options<GetAudienceSegmentData, ThrowOnError>): RequestResult<GetAudienceSegmentResponses, GetAudienceSegmentErrors, ThrowOnError> => (options.client ?? client).get<GetAudienceSegmentResponses, GetAudienceSegmentErrors, ThrowOnError>({
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
export const updateAudienceSegment = <ThrowOnError extends boolean = true>(options: Options<UpdateAudienceSegmentData, ThrowOnError>): RequestResult<UpdateAudienceSegmentResponses, UpdateAudienceSegmentErrors, ThrowOnError> => (options.client ?? client).put<UpdateAudienceSegmentResponses, UpdateAudienceSegmentErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/audience_segments/{audience_segment_id}',
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
export const listDocumentImports = <ThrowOnError extends boolean = true>(options: Options<ListDocumentImportsData, ThrowOnError>): RequestResult<ListDocumentImportsResponses, ListDocumentImportsErrors, ThrowOnError> => (options.client ?? client).get<ListDocumentImportsResponses, ListDocumentImportsErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/document_imports',
    ...options
});

/**
 * Create an import
 *
 * Least role: EDITOR.
 */
export const createDocumentImport = <ThrowOnError extends boolean = true>(options: Options<CreateDocumentImportData, ThrowOnError>): RequestResult<CreateDocumentImportResponses, CreateDocumentImportErrors, ThrowOnError> => (options.client ?? client).post<CreateDocumentImportResponses, CreateDocumentImportErrors, ThrowOnError>({
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
export const deleteDocumentImport = <ThrowOnError extends boolean = true>(options: Options<DeleteDocumentImportData, ThrowOnError>): RequestResult<DeleteDocumentImportResponses, DeleteDocumentImportErrors, ThrowOnError> => (options.client ?? client).delete<DeleteDocumentImportResponses, DeleteDocumentImportErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}',
    ...options
});

/**
 * Read an import
 *
 * Least role: READER.
 */
export const getDocumentImport = <ThrowOnError extends boolean = true>(options: Options<GetDocumentImportData, ThrowOnError>): RequestResult<GetDocumentImportResponses, GetDocumentImportErrors, ThrowOnError> => (options.client ?? client).get<GetDocumentImportResponses, GetDocumentImportErrors, ThrowOnError>({
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
export const updateDocumentImport = <ThrowOnError extends boolean = true>(options: Options<UpdateDocumentImportData, ThrowOnError>): RequestResult<UpdateDocumentImportResponses, UpdateDocumentImportErrors, ThrowOnError> => (options.client ?? client).put<UpdateDocumentImportResponses, UpdateDocumentImportErrors, ThrowOnError>({
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
export const listDocumentImportExecutions = <ThrowOnError extends boolean = true>(options: Options<ListDocumentImportExecutionsData, ThrowOnError>): RequestResult<ListDocumentImportExecutionsResponses, ListDocumentImportExecutionsErrors, ThrowOnError> => (options.client ?? client).get<ListDocumentImportExecutionsResponses, ListDocumentImportExecutionsErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}/executions',
    ...options
});

/**
 * Upload a file and start an execution
 *
 * The body is the file, streamed, with the content type of the import, or a form with the part `file`. The size limit is configurable and 2 GiB by default. After a 503 or a lost answer, send the file again with the same `Idempotency-Key`: its lines take effect once. If the first upload has created an execution, the answer is that execution as it is now, also if it has FAILED or was CANCELED; the body is ignored. While the first upload is in progress, the answer is 503. Without a key each upload is a new execution.
 *
 * Least role: EDITOR.
 */
export const createDocumentImportExecution = <ThrowOnError extends boolean = true>(options: Options<CreateDocumentImportExecutionData, ThrowOnError>): RequestResult<CreateDocumentImportExecutionResponses, CreateDocumentImportExecutionErrors, ThrowOnError> => (options.client ?? client).post<CreateDocumentImportExecutionResponses, CreateDocumentImportExecutionErrors, ThrowOnError>({
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
export const getDocumentImportExecution = <ThrowOnError extends boolean = true>(options: Options<GetDocumentImportExecutionData, ThrowOnError>): RequestResult<GetDocumentImportExecutionResponses, GetDocumentImportExecutionErrors, ThrowOnError> => (options.client ?? client).get<GetDocumentImportExecutionResponses, GetDocumentImportExecutionErrors, ThrowOnError>({
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
export const followDocumentImportExecution = <ThrowOnError extends boolean = true>(options: Options<FollowDocumentImportExecutionData, ThrowOnError, FollowDocumentImportExecutionResponse>): Promise<ServerSentEventsResult<FollowDocumentImportExecutionResponses>> => (options.client ?? client).sse.get<FollowDocumentImportExecutionResponses, FollowDocumentImportExecutionErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}/executions/{execution_id}/events',
    ...options
});

/**
 * Cancel or retry an execution
 *
 * Least role: EDITOR.
 */
export const actOnDocumentImportExecution = <ThrowOnError extends boolean = true>(options: Options<ActOnDocumentImportExecutionData, ThrowOnError>): RequestResult<ActOnDocumentImportExecutionResponses, ActOnDocumentImportExecutionErrors, ThrowOnError> => (options.client ?? client).post<ActOnDocumentImportExecutionResponses, ActOnDocumentImportExecutionErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}/executions/{execution_id}/action',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Download the file or the failures of an execution
 *
 * Least role: READER. Also for the workers of plugins.
 */
export const downloadDataFile = <ThrowOnError extends boolean = true>(options: Options<DownloadDataFileData, ThrowOnError>): RequestResult<DownloadDataFileResponses, DownloadDataFileErrors, ThrowOnError> => (options.client ?? client).get<DownloadDataFileResponses, DownloadDataFileErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }, { scheme: 'basic', type: 'http' }],
    url: '/data_file/data',
    ...options
});

/**
 * List the data warehouses of an organisation
 *
 * Least role: READER.
 */
export const listDataWarehouses = <ThrowOnError extends boolean = true>(options: Options<ListDataWarehousesData, ThrowOnError>): RequestResult<ListDataWarehousesResponses, ListDataWarehousesErrors, ThrowOnError> => (options.client ?? client).get<ListDataWarehousesResponses, ListDataWarehousesErrors, ThrowOnError>({
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
export const createDataWarehouse = <ThrowOnError extends boolean = true>(options: Options<CreateDataWarehouseData, ThrowOnError>): RequestResult<CreateDataWarehouseResponses, CreateDataWarehouseErrors, ThrowOnError> => (options.client ?? client).post<CreateDataWarehouseResponses, CreateDataWarehouseErrors, ThrowOnError>({
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
export const deleteDataWarehouse = <ThrowOnError extends boolean = true>(options: Options<DeleteDataWarehouseData, ThrowOnError>): RequestResult<DeleteDataWarehouseResponses, DeleteDataWarehouseErrors, ThrowOnError> => (options.client ?? client).delete<DeleteDataWarehouseResponses, DeleteDataWarehouseErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datawarehouses/{datawarehouse_id}',
    ...options
});

/**
 * Read a data warehouse
 *
 * Least role: READER.
 */
export const getDataWarehouse = <ThrowOnError extends boolean = true>(options: Options<GetDataWarehouseData, ThrowOnError>): RequestResult<GetDataWarehouseResponses, GetDataWarehouseErrors, ThrowOnError> => (options.client ?? client).get<GetDataWarehouseResponses, GetDataWarehouseErrors, ThrowOnError>({
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
export const updateDataWarehouse = <ThrowOnError extends boolean = true>(options: Options<UpdateDataWarehouseData, ThrowOnError>): RequestResult<UpdateDataWarehouseResponses, UpdateDataWarehouseErrors, ThrowOnError> => (options.client ?? client).put<UpdateDataWarehouseResponses, UpdateDataWarehouseErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datawarehouses/{datawarehouse_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read a column with its table, schema and database
 *
 * Least role: READER.
 */
export const getDataWarehouseColumn = <ThrowOnError extends boolean = true>(options: Options<GetDataWarehouseColumnData, ThrowOnError>): RequestResult<GetDataWarehouseColumnResponses, GetDataWarehouseColumnErrors, ThrowOnError> => (options.client ?? client).get<GetDataWarehouseColumnResponses, GetDataWarehouseColumnErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datawarehouses/{datawarehouse_id}/columns/{column_id}',
    ...options
});

/**
 * Read the stored metadata
 *
 * Least role: READER.
 */
export const getDataWarehouseMetadata = <ThrowOnError extends boolean = true>(options: Options<GetDataWarehouseMetadataData, ThrowOnError>): RequestResult<GetDataWarehouseMetadataResponses, GetDataWarehouseMetadataErrors, ThrowOnError> => (options.client ?? client).get<GetDataWarehouseMetadataResponses, GetDataWarehouseMetadataErrors, ThrowOnError>({
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
export const refreshDataWarehouseMetadata = <ThrowOnError extends boolean = true>(options: Options<RefreshDataWarehouseMetadataData, ThrowOnError>): RequestResult<RefreshDataWarehouseMetadataResponses, RefreshDataWarehouseMetadataErrors, ThrowOnError> => (options.client ?? client).post<RefreshDataWarehouseMetadataResponses, RefreshDataWarehouseMetadataErrors, ThrowOnError>({
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
export const listDataWarehouseDatabases = <ThrowOnError extends boolean = true>(options: Options<ListDataWarehouseDatabasesData, ThrowOnError>): RequestResult<ListDataWarehouseDatabasesResponses, ListDataWarehouseDatabasesErrors, ThrowOnError> => (options.client ?? client).get<ListDataWarehouseDatabasesResponses, ListDataWarehouseDatabasesErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datawarehouses/{datawarehouse_id}/databases',
    ...options
});

/**
 * Read whether credentials are set
 *
 * Least role: READER.
 */
export const getDataWarehouseCredentials = <ThrowOnError extends boolean = true>(options: Options<GetDataWarehouseCredentialsData, ThrowOnError>): RequestResult<GetDataWarehouseCredentialsResponses, GetDataWarehouseCredentialsErrors, ThrowOnError> => (options.client ?? client).get<GetDataWarehouseCredentialsResponses, GetDataWarehouseCredentialsErrors, ThrowOnError>({
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
export const putDataWarehouseCredentials = <ThrowOnError extends boolean = true>(options: Options<PutDataWarehouseCredentialsData, ThrowOnError>): RequestResult<PutDataWarehouseCredentialsResponses, PutDataWarehouseCredentialsErrors, ThrowOnError> => (options.client ?? client).put<PutDataWarehouseCredentialsResponses, PutDataWarehouseCredentialsErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datawarehouses/{datawarehouse_id}/credentials',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Unlink a data warehouse from a datamart
 *
 * Least role: EDITOR.
 */
export const deleteDataWarehouseDatamartConfig = <ThrowOnError extends boolean = true>(options: Options<DeleteDataWarehouseDatamartConfigData, ThrowOnError>): RequestResult<DeleteDataWarehouseDatamartConfigResponses, DeleteDataWarehouseDatamartConfigErrors, ThrowOnError> => (options.client ?? client).delete<DeleteDataWarehouseDatamartConfigResponses, DeleteDataWarehouseDatamartConfigErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/datawarehouses/{datawarehouse_id}/config',
    ...options
});

/**
 * Read the link between a datamart and a data warehouse
 *
 * Least role: READER.
 */
export const getDataWarehouseDatamartConfig = <ThrowOnError extends boolean = true>(options: Options<GetDataWarehouseDatamartConfigData, ThrowOnError>): RequestResult<GetDataWarehouseDatamartConfigResponses, GetDataWarehouseDatamartConfigErrors, ThrowOnError> => (options.client ?? client).get<GetDataWarehouseDatamartConfigResponses, GetDataWarehouseDatamartConfigErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/datawarehouses/{datawarehouse_id}/config',
    ...options
});

/**
 * Link a data warehouse to a datamart
 *
 * Least role: EDITOR.
 */
export const putDataWarehouseDatamartConfig = <ThrowOnError extends boolean = true>(options: Options<PutDataWarehouseDatamartConfigData, ThrowOnError>): RequestResult<PutDataWarehouseDatamartConfigResponses, PutDataWarehouseDatamartConfigErrors, ThrowOnError> => (options.client ?? client).put<PutDataWarehouseDatamartConfigResponses, PutDataWarehouseDatamartConfigErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/datawarehouses/{datawarehouse_id}/config',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Report on a datamart's activities
 *
 * Metrics: users, sessions, revenue, number_of_transactions, avg_session_duration, avg_number_of_user_events, conversion_rate, avg_number_of_transactions_per_user_point, avg_transaction_amount, avg_revenue_per_user_point. Dimensions: type, date_time, date_yyyymmdd, date_yyyymmddhh, date_yyyy_mm_dd, date_yyyy_mm_dd_hh, date_yyyy_mm_dd_hh_mm, channel_id, session_duration, device_form_factor, device_browser_family, device_os_family, device_brand, device_agent_type, origin_source, origin_channel, origin_campaign_name, location_country, location_region, location_city, location_zip_code, event_type, segment_id, has_conversion, has_bounced, transaction_amount, number_of_user_events, number_of_confirmed_transactions.
 *
 * Least role: READER.
 */
export const reportUserActivities = <ThrowOnError extends boolean = true>(options: Options<ReportUserActivitiesData, ThrowOnError>): RequestResult<ReportUserActivitiesResponses, ReportUserActivitiesErrors, ThrowOnError> => (options.client ?? client).post<ReportUserActivitiesResponses, ReportUserActivitiesErrors, ThrowOnError>({
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
 * Metric: count. Dimensions: organisation_id, community_id, datamart_id, collection, date_time, date_yyyy_mm_dd. Counts the datamarts that the caller may read. An EXACT or IN_LIST filter may name only those, their organisations, and communities of which the caller is an admin.
 *
 * Least role: READER.
 */
export const reportCollections = <ThrowOnError extends boolean = true>(options: Options<ReportCollectionsData, ThrowOnError>): RequestResult<ReportCollectionsResponses, ReportCollectionsErrors, ThrowOnError> => (options.client ?? client).post<ReportCollectionsResponses, ReportCollectionsErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/platform_monitoring/collections',
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
export const getConnectedUser = <ThrowOnError extends boolean = true>(options?: Options<GetConnectedUserData, ThrowOnError>): RequestResult<GetConnectedUserResponses, GetConnectedUserErrors, ThrowOnError> => (options?.client ?? client).get<GetConnectedUserResponses, GetConnectedUserErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/connected_user',
    ...options
});

/**
 * List the communities of the caller
 *
 * Least role: READER.
 */
export const listCommunities = <ThrowOnError extends boolean = true>(options?: Options<ListCommunitiesData, ThrowOnError>): RequestResult<ListCommunitiesResponses, ListCommunitiesErrors, ThrowOnError> => (options?.client ?? client).get<ListCommunitiesResponses, ListCommunitiesErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/communities',
    ...options
});

/**
 * Read a community
 *
 * Least role: READER.
 */
export const getCommunity = <ThrowOnError extends boolean = true>(options: Options<GetCommunityData, ThrowOnError>): RequestResult<GetCommunityResponses, GetCommunityErrors, ThrowOnError> => (options.client ?? client).get<GetCommunityResponses, GetCommunityErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/communities/{community_id}',
    ...options
});

/**
 * Rename a community
 *
 * Least role: COMMUNITY_ADMIN.
 */
export const updateCommunity = <ThrowOnError extends boolean = true>(options: Options<UpdateCommunityData, ThrowOnError>): RequestResult<UpdateCommunityResponses, UpdateCommunityErrors, ThrowOnError> => (options.client ?? client).put<UpdateCommunityResponses, UpdateCommunityErrors, ThrowOnError>({
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
export const listOrganisations = <ThrowOnError extends boolean = true>(options?: Options<ListOrganisationsData, ThrowOnError>): RequestResult<ListOrganisationsResponses, ListOrganisationsErrors, ThrowOnError> => (options?.client ?? client).get<ListOrganisationsResponses, ListOrganisationsErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/organisations',
    ...options
});

/**
 * Create an organisation
 *
 * Least role: COMMUNITY_ADMIN.
 */
export const createOrganisation = <ThrowOnError extends boolean = true>(options: Options<CreateOrganisationData, ThrowOnError>): RequestResult<CreateOrganisationResponses, CreateOrganisationErrors, ThrowOnError> => (options.client ?? client).post<CreateOrganisationResponses, CreateOrganisationErrors, ThrowOnError>({
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
export const getOrganisation = <ThrowOnError extends boolean = true>(options: Options<GetOrganisationData, ThrowOnError>): RequestResult<GetOrganisationResponses, GetOrganisationErrors, ThrowOnError> => (options.client ?? client).get<GetOrganisationResponses, GetOrganisationErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/organisations/{organisation_id}',
    ...options
});

/**
 * Rename an organisation
 *
 * Least role: COMMUNITY_ADMIN.
 */
export const updateOrganisation = <ThrowOnError extends boolean = true>(options: Options<UpdateOrganisationData, ThrowOnError>): RequestResult<UpdateOrganisationResponses, UpdateOrganisationErrors, ThrowOnError> => (options.client ?? client).put<UpdateOrganisationResponses, UpdateOrganisationErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/organisations/{organisation_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the datamarts of the caller
 *
 * Least role: READER.
 */
export const listDatamarts = <ThrowOnError extends boolean = true>(options?: Options<ListDatamartsData, ThrowOnError>): RequestResult<ListDatamartsResponses, ListDatamartsErrors, ThrowOnError> => (options?.client ?? client).get<ListDatamartsResponses, ListDatamartsErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts',
    ...options
});

/**
 * Create a datamart
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const createDatamart = <ThrowOnError extends boolean = true>(options: Options<CreateDatamartData, ThrowOnError>): RequestResult<CreateDatamartResponses, CreateDatamartErrors, ThrowOnError> => (options.client ?? client).post<CreateDatamartResponses, CreateDatamartErrors, ThrowOnError>({
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
export const getDatamart = <ThrowOnError extends boolean = true>(options: Options<GetDatamartData, ThrowOnError>): RequestResult<GetDatamartResponses, GetDatamartErrors, ThrowOnError> => (options.client ?? client).get<GetDatamartResponses, GetDatamartErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}',
    ...options
});

/**
 * Change a datamart
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const updateDatamart = <ThrowOnError extends boolean = true>(options: Options<UpdateDatamartData, ThrowOnError>): RequestResult<UpdateDatamartResponses, UpdateDatamartErrors, ThrowOnError> => (options.client ?? client).put<UpdateDatamartResponses, UpdateDatamartErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the channels of an organisation
 *
 * Least role: READER.
 */
export const listChannelsOfOrganisation = <ThrowOnError extends boolean = true>(options: Options<ListChannelsOfOrganisationData, ThrowOnError>): RequestResult<ListChannelsOfOrganisationResponses, ListChannelsOfOrganisationErrors, ThrowOnError> => (options.client ?? client).get<ListChannelsOfOrganisationResponses, ListChannelsOfOrganisationErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels',
    ...options
});

/**
 * List the channels of a datamart
 *
 * Least role: READER.
 */
export const listChannels = <ThrowOnError extends boolean = true>(options: Options<ListChannelsData, ThrowOnError>): RequestResult<ListChannelsResponses, ListChannelsErrors, ThrowOnError> => (options.client ?? client).get<ListChannelsResponses, ListChannelsErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/channels',
    ...options
});

/**
 * Create a channel
 *
 * Activities of channels that do not exist here are accepted, too.
 *
 * Least role: EDITOR.
 */
export const createChannel = <ThrowOnError extends boolean = true>(options: Options<CreateChannelData, ThrowOnError>): RequestResult<CreateChannelResponses, CreateChannelErrors, ThrowOnError> => (options.client ?? client).post<CreateChannelResponses, CreateChannelErrors, ThrowOnError>({
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
export const getChannel = <ThrowOnError extends boolean = true>(options: Options<GetChannelData, ThrowOnError>): RequestResult<GetChannelResponses, GetChannelErrors, ThrowOnError> => (options.client ?? client).get<GetChannelResponses, GetChannelErrors, ThrowOnError>({
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
export const deleteSite = <ThrowOnError extends boolean = true>(options: Options<DeleteSiteData, ThrowOnError>): RequestResult<DeleteSiteResponses, DeleteSiteErrors, ThrowOnError> => (options.client ?? client).delete<DeleteSiteResponses, DeleteSiteErrors, ThrowOnError>({
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
export const updateSite = <ThrowOnError extends boolean = true>(options: Options<UpdateSiteData, ThrowOnError>): RequestResult<UpdateSiteResponses, UpdateSiteErrors, ThrowOnError> => (options.client ?? client).put<UpdateSiteResponses, UpdateSiteErrors, ThrowOnError>({
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
export const deleteMobileApplication = <ThrowOnError extends boolean = true>(options: Options<DeleteMobileApplicationData, ThrowOnError>): RequestResult<DeleteMobileApplicationResponses, DeleteMobileApplicationErrors, ThrowOnError> => (options.client ?? client).delete<DeleteMobileApplicationResponses, DeleteMobileApplicationErrors, ThrowOnError>({
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
export const updateMobileApplication = <ThrowOnError extends boolean = true>(options: Options<UpdateMobileApplicationData, ThrowOnError>): RequestResult<UpdateMobileApplicationResponses, UpdateMobileApplicationErrors, ThrowOnError> => (options.client ?? client).put<UpdateMobileApplicationResponses, UpdateMobileApplicationErrors, ThrowOnError>({
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
export const deleteCtv = <ThrowOnError extends boolean = true>(options: Options<DeleteCtvData, ThrowOnError>): RequestResult<DeleteCtvResponses, DeleteCtvErrors, ThrowOnError> => (options.client ?? client).delete<DeleteCtvResponses, DeleteCtvErrors, ThrowOnError>({
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
export const updateCtv = <ThrowOnError extends boolean = true>(options: Options<UpdateCtvData, ThrowOnError>): RequestResult<UpdateCtvResponses, UpdateCtvErrors, ThrowOnError> => (options.client ?? client).put<UpdateCtvResponses, UpdateCtvErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/datamarts/{datamart_id}/ctvs/{ctv_id}',
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
export const listProcessings = <ThrowOnError extends boolean = true>(options: Options<ListProcessingsData, ThrowOnError>): RequestResult<ListProcessingsResponses, ListProcessingsErrors, ThrowOnError> => (options.client ?? client).get<ListProcessingsResponses, ListProcessingsErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/processings',
    ...options
});

/**
 * Create a processing
 *
 * Least role: COMMUNITY_ADMIN.
 */
export const createProcessing = <ThrowOnError extends boolean = true>(options: Options<CreateProcessingData, ThrowOnError>): RequestResult<CreateProcessingResponses, CreateProcessingErrors, ThrowOnError> => (options.client ?? client).post<CreateProcessingResponses, CreateProcessingErrors, ThrowOnError>({
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
export const deleteProcessing = <ThrowOnError extends boolean = true>(options: Options<DeleteProcessingData, ThrowOnError>): RequestResult<DeleteProcessingResponses, DeleteProcessingErrors, ThrowOnError> => (options.client ?? client).delete<DeleteProcessingResponses, DeleteProcessingErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/processings/{processing_id}',
    ...options
});

/**
 * Read a processing
 *
 * Least role: READER.
 */
export const getProcessing = <ThrowOnError extends boolean = true>(options: Options<GetProcessingData, ThrowOnError>): RequestResult<GetProcessingResponses, GetProcessingErrors, ThrowOnError> => (options.client ?? client).get<GetProcessingResponses, GetProcessingErrors, ThrowOnError>({
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
export const updateProcessing = <ThrowOnError extends boolean = true>(options: Options<UpdateProcessingData, ThrowOnError>): RequestResult<UpdateProcessingResponses, UpdateProcessingErrors, ThrowOnError> => (options.client ?? client).put<UpdateProcessingResponses, UpdateProcessingErrors, ThrowOnError>({
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
export const listProcessingSelections = <ThrowOnError extends boolean = true>(options: Options<ListProcessingSelectionsData, ThrowOnError>): RequestResult<ListProcessingSelectionsResponses, ListProcessingSelectionsErrors, ThrowOnError> => (options.client ?? client).get<ListProcessingSelectionsResponses, ListProcessingSelectionsErrors, ThrowOnError>({
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
export const createProcessingSelection = <ThrowOnError extends boolean = true>(options: Options<CreateProcessingSelectionData, ThrowOnError>): RequestResult<CreateProcessingSelectionResponses, CreateProcessingSelectionErrors, ThrowOnError> => (options.client ?? client).post<CreateProcessingSelectionResponses, CreateProcessingSelectionErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels/{channel_id}/processing_selections',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * End a selection
 *
 * It takes effect within a second.
 *
 * Least role: EDITOR.
 */
export const deleteProcessingSelection = <ThrowOnError extends boolean = true>(options: Options<DeleteProcessingSelectionData, ThrowOnError>): RequestResult<DeleteProcessingSelectionResponses, DeleteProcessingSelectionErrors, ThrowOnError> => (options.client ?? client).delete<DeleteProcessingSelectionResponses, DeleteProcessingSelectionErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels/{channel_id}/processing_selections/{selection_id}',
    ...options
});

/**
 * Read a selection
 *
 * Least role: READER.
 */
export const getProcessingSelection = <ThrowOnError extends boolean = true>(options: Options<GetProcessingSelectionData, ThrowOnError>): RequestResult<GetProcessingSelectionResponses, GetProcessingSelectionErrors, ThrowOnError> => (options.client ?? client).get<GetProcessingSelectionResponses, GetProcessingSelectionErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels/{channel_id}/processing_selections/{selection_id}',
    ...options
});

/**
 * List the users that the caller can see
 *
 * Least role: READER.
 */
export const listUsers = <ThrowOnError extends boolean = true>(options?: Options<ListUsersData, ThrowOnError>): RequestResult<ListUsersResponses, ListUsersErrors, ThrowOnError> => (options?.client ?? client).get<ListUsersResponses, ListUsersErrors, ThrowOnError>({
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
export const createUser = <ThrowOnError extends boolean = true>(options: Options<CreateUserData, ThrowOnError>): RequestResult<CreateUserResponses, CreateUserErrors, ThrowOnError> => (options.client ?? client).post<CreateUserResponses, CreateUserErrors, ThrowOnError>({
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
export const deleteUser = <ThrowOnError extends boolean = true>(options: Options<DeleteUserData, ThrowOnError>): RequestResult<DeleteUserResponses, DeleteUserErrors, ThrowOnError> => (options.client ?? client).delete<DeleteUserResponses, DeleteUserErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}',
    ...options
});

/**
 * Read a user
 *
 * Least role: READER.
 */
export const getUser = <ThrowOnError extends boolean = true>(options: Options<GetUserData, ThrowOnError>): RequestResult<GetUserResponses, GetUserErrors, ThrowOnError> => (options.client ?? client).get<GetUserResponses, GetUserErrors, ThrowOnError>({
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
export const updateUser = <ThrowOnError extends boolean = true>(options: Options<UpdateUserData, ThrowOnError>): RequestResult<UpdateUserResponses, UpdateUserErrors, ThrowOnError> => (options.client ?? client).put<UpdateUserResponses, UpdateUserErrors, ThrowOnError>({
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
export const listUserRoles = <ThrowOnError extends boolean = true>(options: Options<ListUserRolesData, ThrowOnError>): RequestResult<ListUserRolesResponses, ListUserRolesErrors, ThrowOnError> => (options.client ?? client).get<ListUserRolesResponses, ListUserRolesErrors, ThrowOnError>({
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
export const createUserRole = <ThrowOnError extends boolean = true>(options: Options<CreateUserRoleData, ThrowOnError>): RequestResult<CreateUserRoleResponses, CreateUserRoleErrors, ThrowOnError> => (options.client ?? client).post<CreateUserRoleResponses, CreateUserRoleErrors, ThrowOnError>({
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
export const deleteUserRole = <ThrowOnError extends boolean = true>(options: Options<DeleteUserRoleData, ThrowOnError>): RequestResult<DeleteUserRoleResponses, DeleteUserRoleErrors, ThrowOnError> => (options.client ?? client).delete<DeleteUserRoleResponses, DeleteUserRoleErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/user_roles/{user_role_id}',
    ...options
});

/**
 * Read a role
 *
 * Least role: READER.
 */
export const getUserRole = <ThrowOnError extends boolean = true>(options: Options<GetUserRoleData, ThrowOnError>): RequestResult<GetUserRoleResponses, GetUserRoleErrors, ThrowOnError> => (options.client ?? client).get<GetUserRoleResponses, GetUserRoleErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/user_roles/{user_role_id}',
    ...options
});

/**
 * Change a role
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const updateUserRole = <ThrowOnError extends boolean = true>(options: Options<UpdateUserRoleData, ThrowOnError>): RequestResult<UpdateUserRoleResponses, UpdateUserRoleErrors, ThrowOnError> => (options.client ?? client).put<UpdateUserRoleResponses, UpdateUserRoleErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/user_roles/{user_role_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List a user's API tokens
 *
 * Least role: READER.
 */
export const listApiTokens = <ThrowOnError extends boolean = true>(options: Options<ListApiTokensData, ThrowOnError>): RequestResult<ListApiTokensResponses, ListApiTokensErrors, ThrowOnError> => (options.client ?? client).get<ListApiTokensResponses, ListApiTokensErrors, ThrowOnError>({
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
export const createApiToken = <ThrowOnError extends boolean = true>(options: Options<CreateApiTokenData, ThrowOnError>): RequestResult<CreateApiTokenResponses, CreateApiTokenErrors, ThrowOnError> => (options.client ?? client).post<CreateApiTokenResponses, CreateApiTokenErrors, ThrowOnError>({
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
export const revokeApiToken = <ThrowOnError extends boolean = true>(options: Options<RevokeApiTokenData, ThrowOnError>): RequestResult<RevokeApiTokenResponses, RevokeApiTokenErrors, ThrowOnError> => (options.client ?? client).delete<RevokeApiTokenResponses, RevokeApiTokenErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/api_tokens/{api_token_id}',
    ...options
});

/**
 * Read an API token
 *
 * Least role: READER.
 */
export const getApiToken = <ThrowOnError extends boolean = true>(options: Options<GetApiTokenData, ThrowOnError>): RequestResult<GetApiTokenResponses, GetApiTokenErrors, ThrowOnError> => (options.client ?? client).get<GetApiTokenResponses, GetApiTokenErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/api_tokens/{api_token_id}',
    ...options
});

/**
 * Rename an API token
 *
 * Least role: READER.
 */
export const renameApiToken = <ThrowOnError extends boolean = true>(options: Options<RenameApiTokenData, ThrowOnError>): RequestResult<RenameApiTokenResponses, RenameApiTokenErrors, ThrowOnError> => (options.client ?? client).put<RenameApiTokenResponses, RenameApiTokenErrors, ThrowOnError>({
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
export const listMessageAuthenticationKeys = <ThrowOnError extends boolean = true>(options: Options<ListMessageAuthenticationKeysData, ThrowOnError>): RequestResult<ListMessageAuthenticationKeysResponses, ListMessageAuthenticationKeysErrors, ThrowOnError> => (options.client ?? client).get<ListMessageAuthenticationKeysResponses, ListMessageAuthenticationKeysErrors, ThrowOnError>({
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
export const createMessageAuthenticationKey = <ThrowOnError extends boolean = true>(options: Options<CreateMessageAuthenticationKeyData, ThrowOnError>): RequestResult<CreateMessageAuthenticationKeyResponses, CreateMessageAuthenticationKeyErrors, ThrowOnError> => (options.client ?? client).post<CreateMessageAuthenticationKeyResponses, CreateMessageAuthenticationKeyErrors, ThrowOnError>({
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
export const revokeMessageAuthenticationKey = <ThrowOnError extends boolean = true>(options: Options<RevokeMessageAuthenticationKeyData, ThrowOnError>): RequestResult<RevokeMessageAuthenticationKeyResponses, RevokeMessageAuthenticationKeyErrors, ThrowOnError> => (options.client ?? client).delete<RevokeMessageAuthenticationKeyResponses, RevokeMessageAuthenticationKeyErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/users/{user_id}/message_authentication_keys/{message_authentication_key_id}',
    ...options
});

/**
 * List the dashboards of an organisation
 *
 * Least role: READER.
 */
export const listDashboards = <ThrowOnError extends boolean = true>(options: Options<ListDashboardsData, ThrowOnError>): RequestResult<ListDashboardsResponses, ListDashboardsErrors, ThrowOnError> => (options.client ?? client).get<ListDashboardsResponses, ListDashboardsErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/dashboards',
    ...options
});

/**
 * Register a dashboard
 *
 * Least role: EDITOR.
 */
export const createDashboard = <ThrowOnError extends boolean = true>(options: Options<CreateDashboardData, ThrowOnError>): RequestResult<CreateDashboardResponses, CreateDashboardErrors, ThrowOnError> => (options.client ?? client).post<CreateDashboardResponses, CreateDashboardErrors, ThrowOnError>({
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
export const deleteDashboard = <ThrowOnError extends boolean = true>(options: Options<DeleteDashboardData, ThrowOnError>): RequestResult<DeleteDashboardResponses, DeleteDashboardErrors, ThrowOnError> => (options.client ?? client).delete<DeleteDashboardResponses, DeleteDashboardErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/dashboards/{dashboard_id}',
    ...options
});

/**
 * Read a registration
 *
 * Least role: READER.
 */
export const getDashboard = <ThrowOnError extends boolean = true>(options: Options<GetDashboardData, ThrowOnError>): RequestResult<GetDashboardResponses, GetDashboardErrors, ThrowOnError> => (options.client ?? client).get<GetDashboardResponses, GetDashboardErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/dashboards/{dashboard_id}',
    ...options
});

/**
 * Replace a registration
 *
 * Least role: EDITOR.
 */
export const updateDashboard = <ThrowOnError extends boolean = true>(options: Options<UpdateDashboardData, ThrowOnError>): RequestResult<UpdateDashboardResponses, UpdateDashboardErrors, ThrowOnError> => (options.client ?? client).put<UpdateDashboardResponses, UpdateDashboardErrors, ThrowOnError>({
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
export const getDashboardContent = <ThrowOnError extends boolean = true>(options: Options<GetDashboardContentData, ThrowOnError>): RequestResult<GetDashboardContentResponses, GetDashboardContentErrors, ThrowOnError> => (options.client ?? client).get<GetDashboardContentResponses, GetDashboardContentErrors, ThrowOnError>({
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
export const putDashboardContent = <ThrowOnError extends boolean = true>(options: Options<PutDashboardContentData, ThrowOnError>): RequestResult<PutDashboardContentResponses, PutDashboardContentErrors, ThrowOnError> => (options.client ?? client).put<PutDashboardContentResponses, PutDashboardContentErrors, ThrowOnError>({
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
export const listDashboardContentVersions = <ThrowOnError extends boolean = true>(options: Options<ListDashboardContentVersionsData, ThrowOnError>): RequestResult<ListDashboardContentVersionsResponses, ListDashboardContentVersionsErrors, ThrowOnError> => (options.client ?? client).get<ListDashboardContentVersionsResponses, ListDashboardContentVersionsErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/dashboards/{dashboard_id}/content/versions',
    ...options
});

/**
 * List the plugins that the caller can see
 *
 * Least role: READER.
 */
export const listPlugins = <ThrowOnError extends boolean = true>(options?: Options<ListPluginsData, ThrowOnError>): RequestResult<ListPluginsResponses, ListPluginsErrors, ThrowOnError> => (options?.client ?? client).get<ListPluginsResponses, ListPluginsErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins',
    ...options
});

/**
 * Register a plugin
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const createPlugin = <ThrowOnError extends boolean = true>(options: Options<CreatePluginData, ThrowOnError>): RequestResult<CreatePluginResponses, CreatePluginErrors, ThrowOnError> => (options.client ?? client).post<CreatePluginResponses, CreatePluginErrors, ThrowOnError>({
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
export const getPlugin = <ThrowOnError extends boolean = true>(options: Options<GetPluginData, ThrowOnError>): RequestResult<GetPluginResponses, GetPluginErrors, ThrowOnError> => (options.client ?? client).get<GetPluginResponses, GetPluginErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}',
    ...options
});

/**
 * Replace a plugin
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const updatePlugin = <ThrowOnError extends boolean = true>(options: Options<UpdatePluginData, ThrowOnError>): RequestResult<UpdatePluginResponses, UpdatePluginErrors, ThrowOnError> => (options.client ?? client).put<UpdatePluginResponses, UpdatePluginErrors, ThrowOnError>({
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
export const listPluginVersions = <ThrowOnError extends boolean = true>(options: Options<ListPluginVersionsData, ThrowOnError>): RequestResult<ListPluginVersionsResponses, ListPluginVersionsErrors, ThrowOnError> => (options.client ?? client).get<ListPluginVersionsResponses, ListPluginVersionsErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}/versions',
    ...options
});

/**
 * Add a version
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const createPluginVersion = <ThrowOnError extends boolean = true>(options: Options<CreatePluginVersionData, ThrowOnError>): RequestResult<CreatePluginVersionResponses, CreatePluginVersionErrors, ThrowOnError> => (options.client ?? client).post<CreatePluginVersionResponses, CreatePluginVersionErrors, ThrowOnError>({
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
export const getPluginVersion = <ThrowOnError extends boolean = true>(options: Options<GetPluginVersionData, ThrowOnError>): RequestResult<GetPluginVersionResponses, GetPluginVersionErrors, ThrowOnError> => (options.client ?? client).get<GetPluginVersionResponses, GetPluginVersionErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}/versions/{version_id}',
    ...options
});

/**
 * Replace a version
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const updatePluginVersion = <ThrowOnError extends boolean = true>(options: Options<UpdatePluginVersionData, ThrowOnError>): RequestResult<UpdatePluginVersionResponses, UpdatePluginVersionErrors, ThrowOnError> => (options.client ?? client).put<UpdatePluginVersionResponses, UpdatePluginVersionErrors, ThrowOnError>({
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
export const getPluginVersionById = <ThrowOnError extends boolean = true>(options: Options<GetPluginVersionByIdData, ThrowOnError>): RequestResult<GetPluginVersionByIdResponses, GetPluginVersionByIdErrors, ThrowOnError> => (options.client ?? client).get<GetPluginVersionByIdResponses, GetPluginVersionByIdErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/version/{version_id}',
    ...options
});

/**
 * List a version's properties
 *
 * Least role: READER.
 */
export const listPluginProperties = <ThrowOnError extends boolean = true>(options: Options<ListPluginPropertiesData, ThrowOnError>): RequestResult<ListPluginPropertiesResponses, ListPluginPropertiesErrors, ThrowOnError> => (options.client ?? client).get<ListPluginPropertiesResponses, ListPluginPropertiesErrors, ThrowOnError>({
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
export const deletePluginWorker = <ThrowOnError extends boolean = true>(options: Options<DeletePluginWorkerData, ThrowOnError>): RequestResult<DeletePluginWorkerResponses, DeletePluginWorkerErrors, ThrowOnError> => (options.client ?? client).delete<DeletePluginWorkerResponses, DeletePluginWorkerErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/plugins/{plugin_id}/versions/{version_id}/worker',
    ...options
});

/**
 * Read where a version is called
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const getPluginWorker = <ThrowOnError extends boolean = true>(options: Options<GetPluginWorkerData, ThrowOnError>): RequestResult<GetPluginWorkerResponses, GetPluginWorkerErrors, ThrowOnError> => (options.client ?? client).get<GetPluginWorkerResponses, GetPluginWorkerErrors, ThrowOnError>({
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
export const putPluginWorker = <ThrowOnError extends boolean = true>(options: Options<PutPluginWorkerData, ThrowOnError>): RequestResult<PutPluginWorkerResponses, PutPluginWorkerErrors, ThrowOnError> => (options.client ?? client).put<PutPluginWorkerResponses, PutPluginWorkerErrors, ThrowOnError>({
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
export const listThrottlings = <ThrowOnError extends boolean = true>(options: Options<ListThrottlingsData, ThrowOnError>): RequestResult<ListThrottlingsResponses, ListThrottlingsErrors, ThrowOnError> => (options.client ?? client).get<ListThrottlingsResponses, ListThrottlingsErrors, ThrowOnError>({
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
export const createThrottling = <ThrowOnError extends boolean = true>(options: Options<CreateThrottlingData, ThrowOnError>): RequestResult<CreateThrottlingResponses, CreateThrottlingErrors, ThrowOnError> => (options.client ?? client).post<CreateThrottlingResponses, CreateThrottlingErrors, ThrowOnError>({
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
export const deleteThrottling = <ThrowOnError extends boolean = true>(options: Options<DeleteThrottlingData, ThrowOnError>): RequestResult<DeleteThrottlingResponses, DeleteThrottlingErrors, ThrowOnError> => (options.client ?? client).delete<DeleteThrottlingResponses, DeleteThrottlingErrors, ThrowOnError>({
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
export const updateThrottling = <ThrowOnError extends boolean = true>(options: Options<UpdateThrottlingData, ThrowOnError>): RequestResult<UpdateThrottlingResponses, UpdateThrottlingErrors, ThrowOnError> => (options.client ?? client).put<UpdateThrottlingResponses, UpdateThrottlingErrors, ThrowOnError>({
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
export const listActivityAnalyzers = <ThrowOnError extends boolean = true>(options: Options<ListActivityAnalyzersData, ThrowOnError>): RequestResult<ListActivityAnalyzersResponses, ListActivityAnalyzersErrors, ThrowOnError> => (options.client ?? client).get<ListActivityAnalyzersResponses, ListActivityAnalyzersErrors, ThrowOnError>({
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
export const createActivityAnalyzer = <ThrowOnError extends boolean = true>(options: Options<CreateActivityAnalyzerData, ThrowOnError>): RequestResult<CreateActivityAnalyzerResponses, CreateActivityAnalyzerErrors, ThrowOnError> => (options.client ?? client).post<CreateActivityAnalyzerResponses, CreateActivityAnalyzerErrors, ThrowOnError>({
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
export const deleteActivityAnalyzer = <ThrowOnError extends boolean = true>(options: Options<DeleteActivityAnalyzerData, ThrowOnError>): RequestResult<DeleteActivityAnalyzerResponses, DeleteActivityAnalyzerErrors, ThrowOnError> => (options.client ?? client).delete<DeleteActivityAnalyzerResponses, DeleteActivityAnalyzerErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/activity_analyzers/{analyzer_id}',
    ...options
});

/**
 * Read an activity analyzer
 *
 * Least role: READER. Also for the workers of plugins.
 */
export const getActivityAnalyzer = <ThrowOnError extends boolean = true>(options: Options<GetActivityAnalyzerData, ThrowOnError>): RequestResult<GetActivityAnalyzerResponses, GetActivityAnalyzerErrors, ThrowOnError> => (options.client ?? client).get<GetActivityAnalyzerResponses, GetActivityAnalyzerErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }, { scheme: 'basic', type: 'http' }],
    url: '/activity_analyzers/{analyzer_id}',
    ...options
});

/**
 * Replace an activity analyzer
 *
 * Least role: EDITOR.
 */
export const updateActivityAnalyzer = <ThrowOnError extends boolean = true>(options: Options<UpdateActivityAnalyzerData, ThrowOnError>): RequestResult<UpdateActivityAnalyzerResponses, UpdateActivityAnalyzerErrors, ThrowOnError> => (options.client ?? client).put<UpdateActivityAnalyzerResponses, UpdateActivityAnalyzerErrors, ThrowOnError>({
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
export const listActivityAnalyzerProperties = <ThrowOnError extends boolean = true>(options: Options<ListActivityAnalyzerPropertiesData, ThrowOnError>): RequestResult<ListActivityAnalyzerPropertiesResponses, ListActivityAnalyzerPropertiesErrors, ThrowOnError> => (options.client ?? client).get<ListActivityAnalyzerPropertiesResponses, ListActivityAnalyzerPropertiesErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }, { scheme: 'basic', type: 'http' }],
    url: '/activity_analyzers/{analyzer_id}/properties',
    ...options
});

/**
 * Set a property of an activity analyzer
 *
 * Least role: EDITOR.
 */
export const putActivityAnalyzerProperty = <ThrowOnError extends boolean = true>(options: Options<PutActivityAnalyzerPropertyData, ThrowOnError>): RequestResult<PutActivityAnalyzerPropertyResponses, PutActivityAnalyzerPropertyErrors, ThrowOnError> => (options.client ?? client).put<PutActivityAnalyzerPropertyResponses, PutActivityAnalyzerPropertyErrors, ThrowOnError>({
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
export const deleteActivityAnalyzerFile = <ThrowOnError extends boolean = true>(options: Options<DeleteActivityAnalyzerFileData, ThrowOnError>): RequestResult<DeleteActivityAnalyzerFileResponses, DeleteActivityAnalyzerFileErrors, ThrowOnError> => (options.client ?? client).delete<DeleteActivityAnalyzerFileResponses, DeleteActivityAnalyzerFileErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/activity_analyzers/{analyzer_id}/configuration/technical_name={technical_name}',
    ...options
});

/**
 * Download a configuration file of an activity analyzer
 *
 * Least role: READER.
 */
export const downloadActivityAnalyzerFile = <ThrowOnError extends boolean = true>(options: Options<DownloadActivityAnalyzerFileData, ThrowOnError>): RequestResult<DownloadActivityAnalyzerFileResponses, DownloadActivityAnalyzerFileErrors, ThrowOnError> => (options.client ?? client).get<DownloadActivityAnalyzerFileResponses, DownloadActivityAnalyzerFileErrors, ThrowOnError>({
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
export const putActivityAnalyzerFile = <ThrowOnError extends boolean = true>(options: Options<PutActivityAnalyzerFileData, ThrowOnError>): RequestResult<PutActivityAnalyzerFileResponses, PutActivityAnalyzerFileErrors, ThrowOnError> => (options.client ?? client).put<PutActivityAnalyzerFileResponses, PutActivityAnalyzerFileErrors, ThrowOnError>({
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
export const listActivityAnalyzerFailures = <ThrowOnError extends boolean = true>(options: Options<ListActivityAnalyzerFailuresData, ThrowOnError>): RequestResult<ListActivityAnalyzerFailuresResponses, ListActivityAnalyzerFailuresErrors, ThrowOnError> => (options.client ?? client).get<ListActivityAnalyzerFailuresResponses, ListActivityAnalyzerFailuresErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/activity_analyzers/{analyzer_id}/failures',
    ...options
});

/**
 * List the visit analyzer models of an organisation
 *
 * Least role: READER.
 */
export const listVisitAnalyzerModels = <ThrowOnError extends boolean = true>(options: Options<ListVisitAnalyzerModelsData, ThrowOnError>): RequestResult<ListVisitAnalyzerModelsResponses, ListVisitAnalyzerModelsErrors, ThrowOnError> => (options.client ?? client).get<ListVisitAnalyzerModelsResponses, ListVisitAnalyzerModelsErrors, ThrowOnError>({
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
export const createVisitAnalyzerModel = <ThrowOnError extends boolean = true>(options: Options<CreateVisitAnalyzerModelData, ThrowOnError>): RequestResult<CreateVisitAnalyzerModelResponses, CreateVisitAnalyzerModelErrors, ThrowOnError> => (options.client ?? client).post<CreateVisitAnalyzerModelResponses, CreateVisitAnalyzerModelErrors, ThrowOnError>({
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
export const deleteVisitAnalyzerModel = <ThrowOnError extends boolean = true>(options: Options<DeleteVisitAnalyzerModelData, ThrowOnError>): RequestResult<DeleteVisitAnalyzerModelResponses, DeleteVisitAnalyzerModelErrors, ThrowOnError> => (options.client ?? client).delete<DeleteVisitAnalyzerModelResponses, DeleteVisitAnalyzerModelErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/visit_analyzer_models/{analyzer_id}',
    ...options
});

/**
 * Read a visit analyzer model
 *
 * Least role: READER.
 */
export const getVisitAnalyzerModel = <ThrowOnError extends boolean = true>(options: Options<GetVisitAnalyzerModelData, ThrowOnError>): RequestResult<GetVisitAnalyzerModelResponses, GetVisitAnalyzerModelErrors, ThrowOnError> => (options.client ?? client).get<GetVisitAnalyzerModelResponses, GetVisitAnalyzerModelErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/visit_analyzer_models/{analyzer_id}',
    ...options
});

/**
 * Replace a visit analyzer model
 *
 * Least role: EDITOR.
 */
export const updateVisitAnalyzerModel = <ThrowOnError extends boolean = true>(options: Options<UpdateVisitAnalyzerModelData, ThrowOnError>): RequestResult<UpdateVisitAnalyzerModelResponses, UpdateVisitAnalyzerModelErrors, ThrowOnError> => (options.client ?? client).put<UpdateVisitAnalyzerModelResponses, UpdateVisitAnalyzerModelErrors, ThrowOnError>({
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
export const listVisitAnalyzerModelProperties = <ThrowOnError extends boolean = true>(options: Options<ListVisitAnalyzerModelPropertiesData, ThrowOnError>): RequestResult<ListVisitAnalyzerModelPropertiesResponses, ListVisitAnalyzerModelPropertiesErrors, ThrowOnError> => (options.client ?? client).get<ListVisitAnalyzerModelPropertiesResponses, ListVisitAnalyzerModelPropertiesErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/visit_analyzer_models/{analyzer_id}/properties',
    ...options
});

/**
 * Set a property of a visit analyzer model
 *
 * Least role: EDITOR.
 */
export const putVisitAnalyzerModelProperty = <ThrowOnError extends boolean = true>(options: Options<PutVisitAnalyzerModelPropertyData, ThrowOnError>): RequestResult<PutVisitAnalyzerModelPropertyResponses, PutVisitAnalyzerModelPropertyErrors, ThrowOnError> => (options.client ?? client).put<PutVisitAnalyzerModelPropertyResponses, PutVisitAnalyzerModelPropertyErrors, ThrowOnError>({
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
export const deleteVisitAnalyzerModelFile = <ThrowOnError extends boolean = true>(options: Options<DeleteVisitAnalyzerModelFileData, ThrowOnError>): RequestResult<DeleteVisitAnalyzerModelFileResponses, DeleteVisitAnalyzerModelFileErrors, ThrowOnError> => (options.client ?? client).delete<DeleteVisitAnalyzerModelFileResponses, DeleteVisitAnalyzerModelFileErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/visit_analyzer_models/{analyzer_id}/configuration/technical_name={technical_name}',
    ...options
});

/**
 * Download a configuration file of a visit analyzer model
 *
 * Least role: READER.
 */
export const downloadVisitAnalyzerModelFile = <ThrowOnError extends boolean = true>(options: Options<DownloadVisitAnalyzerModelFileData, ThrowOnError>): RequestResult<DownloadVisitAnalyzerModelFileResponses, DownloadVisitAnalyzerModelFileErrors, ThrowOnError> => (options.client ?? client).get<DownloadVisitAnalyzerModelFileResponses, DownloadVisitAnalyzerModelFileErrors, ThrowOnError>({
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
export const putVisitAnalyzerModelFile = <ThrowOnError extends boolean = true>(options: Options<PutVisitAnalyzerModelFileData, ThrowOnError>): RequestResult<PutVisitAnalyzerModelFileResponses, PutVisitAnalyzerModelFileErrors, ThrowOnError> => (options.client ?? client).put<PutVisitAnalyzerModelFileResponses, PutVisitAnalyzerModelFileErrors, ThrowOnError>({
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
export const listVisitAnalyzerModelFailures = <ThrowOnError extends boolean = true>(options: Options<ListVisitAnalyzerModelFailuresData, ThrowOnError>): RequestResult<ListVisitAnalyzerModelFailuresResponses, ListVisitAnalyzerModelFailuresErrors, ThrowOnError> => (options.client ?? client).get<ListVisitAnalyzerModelFailuresResponses, ListVisitAnalyzerModelFailuresErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/visit_analyzer_models/{analyzer_id}/failures',
    ...options
});

/**
 * Download one of the worker's configuration files
 *
 * Only for the workers of plugins.
 */
export const downloadConfigurationFile = <ThrowOnError extends boolean = true>(options: Options<DownloadConfigurationFileData, ThrowOnError>): RequestResult<DownloadConfigurationFileResponses, DownloadConfigurationFileErrors, ThrowOnError> => (options.client ?? client).get<DownloadConfigurationFileResponses, DownloadConfigurationFileErrors, ThrowOnError>({
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
export const listChannelVisitAnalyzerSelections = <ThrowOnError extends boolean = true>(options: Options<ListChannelVisitAnalyzerSelectionsData, ThrowOnError>): RequestResult<ListChannelVisitAnalyzerSelectionsResponses, ListChannelVisitAnalyzerSelectionsErrors, ThrowOnError> => (options.client ?? client).get<ListChannelVisitAnalyzerSelectionsResponses, ListChannelVisitAnalyzerSelectionsErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels/{channel_id}/visit_analyzer_models',
    ...options
});

/**
 * Have the activities of a channel analyzed
 *
 * Least role: EDITOR.
 */
export const createChannelVisitAnalyzerSelection = <ThrowOnError extends boolean = true>(options: Options<CreateChannelVisitAnalyzerSelectionData, ThrowOnError>): RequestResult<CreateChannelVisitAnalyzerSelectionResponses, CreateChannelVisitAnalyzerSelectionErrors, ThrowOnError> => (options.client ?? client).post<CreateChannelVisitAnalyzerSelectionResponses, CreateChannelVisitAnalyzerSelectionErrors, ThrowOnError>({
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
export const putChannelVisitAnalyzerSelections = <ThrowOnError extends boolean = true>(options: Options<PutChannelVisitAnalyzerSelectionsData, ThrowOnError>): RequestResult<PutChannelVisitAnalyzerSelectionsResponses, PutChannelVisitAnalyzerSelectionsErrors, ThrowOnError> => (options.client ?? client).put<PutChannelVisitAnalyzerSelectionsResponses, PutChannelVisitAnalyzerSelectionsErrors, ThrowOnError>({
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
export const deleteChannelVisitAnalyzerSelection = <ThrowOnError extends boolean = true>(options: Options<DeleteChannelVisitAnalyzerSelectionData, ThrowOnError>): RequestResult<DeleteChannelVisitAnalyzerSelectionResponses, DeleteChannelVisitAnalyzerSelectionErrors, ThrowOnError> => (options.client ?? client).delete<DeleteChannelVisitAnalyzerSelectionResponses, DeleteChannelVisitAnalyzerSelectionErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels/{channel_id}/visit_analyzer_models/{selection_id}',
    ...options
});

/**
 * Read a selection
 *
 * Least role: READER.
 */
export const getChannelVisitAnalyzerSelection = <ThrowOnError extends boolean = true>(options: Options<GetChannelVisitAnalyzerSelectionData, ThrowOnError>): RequestResult<GetChannelVisitAnalyzerSelectionResponses, GetChannelVisitAnalyzerSelectionErrors, ThrowOnError> => (options.client ?? client).get<GetChannelVisitAnalyzerSelectionResponses, GetChannelVisitAnalyzerSelectionErrors, ThrowOnError>({
    security: [{ name: 'Authorization', type: 'apiKey' }],
    url: '/channels/{channel_id}/visit_analyzer_models/{selection_id}',
    ...options
});
