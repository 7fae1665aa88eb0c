// Generated from the description of the API by scripts/generate-client.mjs.

import { type DefaultError, type InfiniteData, infiniteQueryOptions, queryOptions, type UseMutationOptions } from '@tanstack/react-query';

import { client } from '../client.gen.js';
import { actOnDocumentImportExecution, actOnRefusedActivity, actOnUserChoices, associateUserIdentifiers, collectUserActivity, createActivityAnalyzer, createApiToken, createAudienceSegment, createChannel, createChannelVisitAnalyzerSelection, createCollectKey, createCompartment, createDashboard, createDatamart, createDataWarehouse, createDocumentImport, createDocumentImportExecution, createInvitation, createMessageAuthenticationKey, createOrganisation, createPlugin, createPluginVersion, createProcessing, createProcessingSelection, createSavedReport, createThrottling, createUser, createUserRole, createVisitAnalyzerModel, deleteActivityAnalyzer, deleteActivityAnalyzerFile, deleteAudienceSegment, deleteChannelVisitAnalyzerSelection, deleteCollectKey, deleteCompartment, deleteCtv, deleteDashboard, deleteDataWarehouse, deleteDataWarehouseDatamartConfig, deleteDocumentImport, deleteMobileApplication, deletePluginWorker, deleteProcessing, deleteProcessingSelection, deleteSavedReport, deleteSite, deleteThrottling, deleteUser, deleteUserProfile, deleteUserRole, deleteUserSegment, deleteVisitAnalyzerModel, deleteVisitAnalyzerModelFile, downloadActivityAnalyzerFile, downloadConfigurationFile, downloadDataFile, downloadVisitAnalyzerModelFile, eraseUserPoint, exportSegmentMembers, exportUserPoint, getActivityAnalyzer, getApiToken, getAudienceSegment, getChannel, getChannelVisitAnalyzerSelection, getCollectKey, getCommunity, getCompartment, getConnectedUser, getDashboard, getDashboardContent, getDatamart, getDataWarehouse, getDataWarehouseColumn, getDataWarehouseCredentials, getDataWarehouseDatamartConfig, getDataWarehouseMetadata, getDocumentImport, getDocumentImportExecution, getDocumentImportTemplate, getOrganisation, getPlugin, getPluginVersion, getPluginVersionById, getPluginWorker, getProcessing, getProcessingSelection, getSavedReport, getTrackingPlan, getUser, getUserActivityTrace, getUserPoint, getUserPointIdentity, getUserProfile, getUserRole, getVisitAnalyzerModel, listActivityAnalyzerFailures, listActivityAnalyzerProperties, listActivityAnalyzers, listAllUserChoiceChanges, listApiTokens, listAudienceSegments, listAuditEvents, listChannels, listChannelsOfOrganisation, listChannelVisitAnalyzerSelections, listCollectKeys, listCommunities, listCompartments, listDashboardContentVersions, listDashboards, listDatamarts, listDataWarehouseDatabases, listDataWarehouses, listDocumentImportExecutions, listDocumentImports, listEventTypes, listFlaggedPeople, listInvitations, listMessageAuthenticationKeys, listOrganisationApiTokens, listOrganisations, listPluginProperties, listPlugins, listPluginVersions, listProcessings, listProcessingSelections, listRecentPeople, listRefusedActivities, listRefusedByChoice, listSavedReports, listSegmentMembers, listThrottlings, listUserAccountCompartments, listUserActivities, listUserChoiceChanges, listUserChoices, listUserChoicesOfProcessing, listUserIdentifiers, listUserProfiles, listUserRoles, listUsers, listUserSegments, listUserSegmentsOfAccount, listUserSegmentsOfSelector, listVisitAnalyzerModelFailures, listVisitAnalyzerModelProperties, listVisitAnalyzerModels, type Options, previewProcessingSelection, putActivityAnalyzerFile, putActivityAnalyzerProperty, putChannelVisitAnalyzerSelections, putDashboardContent, putDataWarehouseCredentials, putDataWarehouseDatamartConfig, putEventType, putPluginWorker, putTrackingPlan, putUserChoice, putUserProfile, putUserSegment, putVisitAnalyzerModelFile, putVisitAnalyzerModelProperty, refreshDataWarehouseMetadata, renameApiToken, reportCollections, reportUserActivities, revokeApiToken, revokeInvitation, revokeMessageAuthenticationKey, testDataWarehouseCredentials, updateActivityAnalyzer, updateAudienceSegment, updateCollectKey, updateCommunity, updateCompartment, updateCtv, updateDashboard, updateDatamart, updateDataWarehouse, updateDocumentImport, updateMobileApplication, updateOrganisation, updatePlugin, updatePluginVersion, updateProcessing, updateSavedReport, updateSite, updateThrottling, updateUser, updateUserRole, updateVisitAnalyzerModel } from '../sdk.gen.js';
import type { ActOnDocumentImportExecutionData, ActOnDocumentImportExecutionResponse, ActOnRefusedActivityData, ActOnRefusedActivityResponse, ActOnUserChoicesData, ActOnUserChoicesResponse, AssociateUserIdentifiersData, AssociateUserIdentifiersResponse, CollectUserActivityData, CollectUserActivityResponse, CreateActivityAnalyzerData, CreateActivityAnalyzerResponse, CreateApiTokenData, CreateApiTokenResponse, CreateAudienceSegmentData, CreateAudienceSegmentResponse, CreateChannelData, CreateChannelResponse, CreateChannelVisitAnalyzerSelectionData, CreateChannelVisitAnalyzerSelectionResponse, CreateCollectKeyData, CreateCollectKeyResponse, CreateCompartmentData, CreateCompartmentResponse, CreateDashboardData, CreateDashboardResponse, CreateDatamartData, CreateDatamartResponse, CreateDataWarehouseData, CreateDataWarehouseResponse, CreateDocumentImportData, CreateDocumentImportExecutionData, CreateDocumentImportExecutionResponse, CreateDocumentImportResponse, CreateInvitationData, CreateInvitationResponse, CreateMessageAuthenticationKeyData, CreateMessageAuthenticationKeyResponse, CreateOrganisationData, CreateOrganisationResponse, CreatePluginData, CreatePluginResponse, CreatePluginVersionData, CreatePluginVersionResponse, CreateProcessingData, CreateProcessingResponse, CreateProcessingSelectionData, CreateProcessingSelectionResponse, CreateSavedReportData, CreateSavedReportResponse, CreateThrottlingData, CreateThrottlingResponse, CreateUserData, CreateUserResponse, CreateUserRoleData, CreateUserRoleResponse, CreateVisitAnalyzerModelData, CreateVisitAnalyzerModelResponse, DeleteActivityAnalyzerData, DeleteActivityAnalyzerFileData, DeleteActivityAnalyzerFileResponse, DeleteActivityAnalyzerResponse, DeleteAudienceSegmentData, DeleteAudienceSegmentResponse, DeleteChannelVisitAnalyzerSelectionData, DeleteChannelVisitAnalyzerSelectionResponse, DeleteCollectKeyData, DeleteCollectKeyResponse, DeleteCompartmentData, DeleteCompartmentResponse, DeleteCtvData, DeleteCtvResponse, DeleteDashboardData, DeleteDashboardResponse, DeleteDataWarehouseData, DeleteDataWarehouseDatamartConfigData, DeleteDataWarehouseDatamartConfigResponse, DeleteDataWarehouseResponse, DeleteDocumentImportData, DeleteDocumentImportResponse, DeleteMobileApplicationData, DeleteMobileApplicationResponse, DeletePluginWorkerData, DeletePluginWorkerResponse, DeleteProcessingData, DeleteProcessingResponse, DeleteProcessingSelectionData, DeleteProcessingSelectionResponse, DeleteSavedReportData, DeleteSavedReportResponse, DeleteSiteData, DeleteSiteResponse, DeleteThrottlingData, DeleteThrottlingResponse, DeleteUserData, DeleteUserProfileData, DeleteUserProfileResponse, DeleteUserResponse, DeleteUserRoleData, DeleteUserRoleResponse, DeleteUserSegmentData, DeleteUserSegmentResponse, DeleteVisitAnalyzerModelData, DeleteVisitAnalyzerModelFileData, DeleteVisitAnalyzerModelFileResponse, DeleteVisitAnalyzerModelResponse, DownloadActivityAnalyzerFileData, DownloadActivityAnalyzerFileResponse, DownloadConfigurationFileData, DownloadConfigurationFileResponse, DownloadDataFileData, DownloadDataFileResponse, DownloadVisitAnalyzerModelFileData, DownloadVisitAnalyzerModelFileResponse, EraseUserPointData, EraseUserPointResponse, ExportSegmentMembersData, ExportSegmentMembersResponse, ExportUserPointData, ExportUserPointResponse, GetActivityAnalyzerData, GetActivityAnalyzerResponse, GetApiTokenData, GetApiTokenResponse, GetAudienceSegmentData, GetAudienceSegmentResponse, GetChannelData, GetChannelResponse, GetChannelVisitAnalyzerSelectionData, GetChannelVisitAnalyzerSelectionResponse, GetCollectKeyData, GetCollectKeyResponse, GetCommunityData, GetCommunityResponse, GetCompartmentData, GetCompartmentResponse, GetConnectedUserData, GetConnectedUserResponse, GetDashboardContentData, GetDashboardContentResponse, GetDashboardData, GetDashboardResponse, GetDatamartData, GetDatamartResponse, GetDataWarehouseColumnData, GetDataWarehouseColumnResponse, GetDataWarehouseCredentialsData, GetDataWarehouseCredentialsResponse, GetDataWarehouseData, GetDataWarehouseDatamartConfigData, GetDataWarehouseDatamartConfigResponse, GetDataWarehouseMetadataData, GetDataWarehouseMetadataResponse, GetDataWarehouseResponse, GetDocumentImportData, GetDocumentImportExecutionData, GetDocumentImportExecutionResponse, GetDocumentImportResponse, GetDocumentImportTemplateData, GetDocumentImportTemplateResponse, GetOrganisationData, GetOrganisationResponse, GetPluginData, GetPluginResponse, GetPluginVersionByIdData, GetPluginVersionByIdResponse, GetPluginVersionData, GetPluginVersionResponse, GetPluginWorkerData, GetPluginWorkerResponse, GetProcessingData, GetProcessingResponse, GetProcessingSelectionData, GetProcessingSelectionResponse, GetSavedReportData, GetSavedReportResponse, GetTrackingPlanData, GetTrackingPlanResponse, GetUserActivityTraceData, GetUserActivityTraceResponse, GetUserData, GetUserPointData, GetUserPointIdentityData, GetUserPointIdentityResponse, GetUserPointResponse, GetUserProfileData, GetUserProfileResponse, GetUserResponse, GetUserRoleData, GetUserRoleResponse, GetVisitAnalyzerModelData, GetVisitAnalyzerModelResponse, ListActivityAnalyzerFailuresData, ListActivityAnalyzerFailuresResponse, ListActivityAnalyzerPropertiesData, ListActivityAnalyzerPropertiesResponse, ListActivityAnalyzersData, ListActivityAnalyzersResponse, ListAllUserChoiceChangesData, ListAllUserChoiceChangesResponse, ListApiTokensData, ListApiTokensResponse, ListAudienceSegmentsData, ListAudienceSegmentsResponse, ListAuditEventsData, ListAuditEventsResponse, ListChannelsData, ListChannelsOfOrganisationData, ListChannelsOfOrganisationResponse, ListChannelsResponse, ListChannelVisitAnalyzerSelectionsData, ListChannelVisitAnalyzerSelectionsResponse, ListCollectKeysData, ListCollectKeysResponse, ListCommunitiesData, ListCommunitiesResponse, ListCompartmentsData, ListCompartmentsResponse, ListDashboardContentVersionsData, ListDashboardContentVersionsResponse, ListDashboardsData, ListDashboardsResponse, ListDatamartsData, ListDatamartsResponse, ListDataWarehouseDatabasesData, ListDataWarehouseDatabasesResponse, ListDataWarehousesData, ListDataWarehousesResponse, ListDocumentImportExecutionsData, ListDocumentImportExecutionsResponse, ListDocumentImportsData, ListDocumentImportsResponse, ListEventTypesData, ListEventTypesResponse, ListFlaggedPeopleData, ListFlaggedPeopleResponse, ListInvitationsData, ListInvitationsResponse, ListMessageAuthenticationKeysData, ListMessageAuthenticationKeysResponse, ListOrganisationApiTokensData, ListOrganisationApiTokensResponse, ListOrganisationsData, ListOrganisationsResponse, ListPluginPropertiesData, ListPluginPropertiesResponse, ListPluginsData, ListPluginsResponse, ListPluginVersionsData, ListPluginVersionsResponse, ListProcessingsData, ListProcessingSelectionsData, ListProcessingSelectionsResponse, ListProcessingsResponse, ListRecentPeopleData, ListRecentPeopleResponse, ListRefusedActivitiesData, ListRefusedActivitiesResponse, ListRefusedByChoiceData, ListRefusedByChoiceResponse, ListSavedReportsData, ListSavedReportsResponse, ListSegmentMembersData, ListSegmentMembersResponse, ListThrottlingsData, ListThrottlingsResponse, ListUserAccountCompartmentsData, ListUserAccountCompartmentsResponse, ListUserActivitiesData, ListUserActivitiesResponse, ListUserChoiceChangesData, ListUserChoiceChangesResponse, ListUserChoicesData, ListUserChoicesOfProcessingData, ListUserChoicesOfProcessingResponse, ListUserChoicesResponse, ListUserIdentifiersData, ListUserIdentifiersResponse, ListUserProfilesData, ListUserProfilesResponse, ListUserRolesData, ListUserRolesResponse, ListUsersData, ListUserSegmentsData, ListUserSegmentsOfAccountData, ListUserSegmentsOfAccountResponse, ListUserSegmentsOfSelectorData, ListUserSegmentsOfSelectorResponse, ListUserSegmentsResponse, ListUsersResponse, ListVisitAnalyzerModelFailuresData, ListVisitAnalyzerModelFailuresResponse, ListVisitAnalyzerModelPropertiesData, ListVisitAnalyzerModelPropertiesResponse, ListVisitAnalyzerModelsData, ListVisitAnalyzerModelsResponse, PreviewProcessingSelectionData, PreviewProcessingSelectionResponse, PutActivityAnalyzerFileData, PutActivityAnalyzerFileResponse, PutActivityAnalyzerPropertyData, PutActivityAnalyzerPropertyResponse, PutChannelVisitAnalyzerSelectionsData, PutChannelVisitAnalyzerSelectionsResponse, PutDashboardContentData, PutDashboardContentResponse, PutDataWarehouseCredentialsData, PutDataWarehouseCredentialsResponse, PutDataWarehouseDatamartConfigData, PutDataWarehouseDatamartConfigResponse, PutEventTypeData, PutEventTypeResponse, PutPluginWorkerData, PutPluginWorkerResponse, PutTrackingPlanData, PutTrackingPlanResponse, PutUserChoiceData, PutUserChoiceResponse, PutUserProfileData, PutUserProfileResponse, PutUserSegmentData, PutUserSegmentResponse, PutVisitAnalyzerModelFileData, PutVisitAnalyzerModelFileResponse, PutVisitAnalyzerModelPropertyData, PutVisitAnalyzerModelPropertyResponse, RefreshDataWarehouseMetadataData, RefreshDataWarehouseMetadataResponse, RenameApiTokenData, RenameApiTokenResponse, ReportCollectionsData, ReportCollectionsResponse, ReportUserActivitiesData, ReportUserActivitiesResponse, RevokeApiTokenData, RevokeApiTokenResponse, RevokeInvitationData, RevokeInvitationResponse, RevokeMessageAuthenticationKeyData, RevokeMessageAuthenticationKeyResponse, TestDataWarehouseCredentialsData, TestDataWarehouseCredentialsResponse, UpdateActivityAnalyzerData, UpdateActivityAnalyzerResponse, UpdateAudienceSegmentData, UpdateAudienceSegmentResponse, UpdateCollectKeyData, UpdateCollectKeyResponse, UpdateCommunityData, UpdateCommunityResponse, UpdateCompartmentData, UpdateCompartmentResponse, UpdateCtvData, UpdateCtvResponse, UpdateDashboardData, UpdateDashboardResponse, UpdateDatamartData, UpdateDatamartResponse, UpdateDataWarehouseData, UpdateDataWarehouseResponse, UpdateDocumentImportData, UpdateDocumentImportResponse, UpdateMobileApplicationData, UpdateMobileApplicationResponse, UpdateOrganisationData, UpdateOrganisationResponse, UpdatePluginData, UpdatePluginResponse, UpdatePluginVersionData, UpdatePluginVersionResponse, UpdateProcessingData, UpdateProcessingResponse, UpdateSavedReportData, UpdateSavedReportResponse, UpdateSiteData, UpdateSiteResponse, UpdateThrottlingData, UpdateThrottlingResponse, UpdateUserData, UpdateUserResponse, UpdateUserRoleData, UpdateUserRoleResponse, UpdateVisitAnalyzerModelData, UpdateVisitAnalyzerModelResponse } from '../types.gen.js';

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
export const collectUserActivityMutation = (options?: Partial<Options<CollectUserActivityData>>): UseMutationOptions<CollectUserActivityResponse, DefaultError, Options<CollectUserActivityData>> => {
    const mutationOptions: UseMutationOptions<CollectUserActivityResponse, DefaultError, Options<CollectUserActivityData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await collectUserActivity({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export type QueryKey<TOptions extends Options> = [
    Pick<TOptions, 'baseUrl' | 'body' | 'headers' | 'path' | 'query'> & {
        _id: string;
        _infinite?: boolean;
        tags?: ReadonlyArray<string>;
    }
];

const createQueryKey = <TOptions extends Options>(id: string, options?: TOptions, infinite?: boolean, tags?: ReadonlyArray<string>): [
    QueryKey<TOptions>[0]
] => {
    const params: QueryKey<TOptions>[0] = { _id: id, baseUrl: options?.baseUrl || (options?.client ?? client).getConfig().baseUrl } as QueryKey<TOptions>[0];
    if (infinite) {
        params._infinite = infinite;
    }
    if (tags) {
        params.tags = tags;
    }
    if (options?.body) {
        params.body = options.body;
    }
    if (options?.headers) {
        params.headers = options.headers;
    }
    if (options?.path) {
        params.path = options.path;
    }
    if (options?.query) {
        params.query = options.query;
    }
    return [params];
};

export const listRecentPeopleQueryKey = (options: Options<ListRecentPeopleData>) => createQueryKey('listRecentPeople', options);

/**
 * List recent people
 *
 * The people of the 1,000 activities that were stored last, within the window of deduplication (`DEDUPE_WINDOW_DAYS`); those with the newest `$ts` first. Large batches and activities of many analyzers may shorten the list. Each page is recorded in the audit as a read of the datamart.
 *
 * Least role: READER.
 */
export const listRecentPeopleOptions = (options: Options<ListRecentPeopleData>) => queryOptions<ListRecentPeopleResponse, DefaultError, ListRecentPeopleResponse, ReturnType<typeof listRecentPeopleQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listRecentPeople({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listRecentPeopleQueryKey(options)
});

export const listFlaggedPeopleQueryKey = (options: Options<ListFlaggedPeopleData>) => createQueryKey('listFlaggedPeople', options);

/**
 * List people who gain too many identifiers
 *
 * People who have gained more accounts or e-mails within 7 days, more agents within 2 days, or were merged more often within 14 days than `flag_rules` of the datamart allow; the newest first. They are often one device of many people, or an identifier that many share. An identifier counts from when it was first seen. A merge adds the counts of both people, a dissociation takes what leaves. Right within a minute.
 *
 * Least role: READER.
 */
export const listFlaggedPeopleOptions = (options: Options<ListFlaggedPeopleData>) => queryOptions<ListFlaggedPeopleResponse, DefaultError, ListFlaggedPeopleResponse, ReturnType<typeof listFlaggedPeopleQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listFlaggedPeople({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listFlaggedPeopleQueryKey(options)
});

/**
 * Erase a person
 *
 * Deletes identifiers, profiles, choices, segments and activities, also from reports.
 *
 * Least role: EDITOR.
 */
export const eraseUserPointMutation = (options?: Partial<Options<EraseUserPointData>>): UseMutationOptions<EraseUserPointResponse, DefaultError, Options<EraseUserPointData>> => {
    const mutationOptions: UseMutationOptions<EraseUserPointResponse, DefaultError, Options<EraseUserPointData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await eraseUserPoint({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getUserPointQueryKey = (options: Options<GetUserPointData>) => createQueryKey('getUserPoint', options);

/**
 * Read a person
 *
 * The id of a user point that was merged into another one still selects the person.
 *
 * Least role: READER.
 */
export const getUserPointOptions = (options: Options<GetUserPointData>) => queryOptions<GetUserPointResponse, DefaultError, GetUserPointResponse, ReturnType<typeof getUserPointQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getUserPoint({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getUserPointQueryKey(options)
});

export const getUserPointIdentityQueryKey = (options: Options<GetUserPointIdentityData>) => createQueryKey('getUserPointIdentity', options);

/**
 * Read why identifiers are one person
 *
 * The links that joined the identifiers, each with its cause: without it, and without the later activities and associations that `since` counts, exactly its two sides would be apart. An identifier that was dissociated has left the links; the next activity that names it with another one joins them again.
 *
 * Least role: READER.
 */
export const getUserPointIdentityOptions = (options: Options<GetUserPointIdentityData>) => queryOptions<GetUserPointIdentityResponse, DefaultError, GetUserPointIdentityResponse, ReturnType<typeof getUserPointIdentityQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getUserPointIdentity({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getUserPointIdentityQueryKey(options)
});

export const exportUserPointQueryKey = (options: Options<ExportUserPointData>) => createQueryKey('exportUserPoint', options);

/**
 * Read all of a person
 *
 * One JSON text with everything about the person at the start of the request, of any size. It lasts 10 minutes at most, and ends early if the client reads less than 64 KiB/s.
 *
 * Least role: EDITOR.
 */
export const exportUserPointOptions = (options: Options<ExportUserPointData>) => queryOptions<ExportUserPointResponse, DefaultError, ExportUserPointResponse, ReturnType<typeof exportUserPointQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await exportUserPoint({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: exportUserPointQueryKey(options)
});

export const listUserIdentifiersQueryKey = (options: Options<ListUserIdentifiersData>) => createQueryKey('listUserIdentifiers', options);

/**
 * List a person's identifiers
 *
 * Least role: READER.
 */
export const listUserIdentifiersOptions = (options: Options<ListUserIdentifiersData>) => queryOptions<ListUserIdentifiersResponse, DefaultError, ListUserIdentifiersResponse, ReturnType<typeof listUserIdentifiersQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listUserIdentifiers({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listUserIdentifiersQueryKey(options)
});

export const listUserActivitiesQueryKey = (options: Options<ListUserActivitiesData>) => createQueryKey('listUserActivities', options);

/**
 * List a person's activities
 *
 * Activities as they were sent, newest first.
 *
 * Least role: READER.
 */
export const listUserActivitiesOptions = (options: Options<ListUserActivitiesData>) => queryOptions<ListUserActivitiesResponse, DefaultError, ListUserActivitiesResponse, ReturnType<typeof listUserActivitiesQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listUserActivities({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listUserActivitiesQueryKey(options)
});

const createInfiniteParams = <K extends Pick<QueryKey<Options>[0], 'body' | 'headers' | 'path' | 'query'>>(queryKey: QueryKey<Options>, page: K) => {
    const params = { ...queryKey[0] };
    if (page.body) {
        params.body = {
            ...queryKey[0].body as any,
            ...page.body as any
        };
    }
    if (page.headers) {
        params.headers = {
            ...queryKey[0].headers,
            ...page.headers
        };
    }
    if (page.path) {
        params.path = {
            ...queryKey[0].path as any,
            ...page.path as any
        };
    }
    if (page.query) {
        params.query = {
            ...queryKey[0].query as any,
            ...page.query as any
        };
    }
    return params as unknown as typeof page;
};

export const listUserActivitiesInfiniteQueryKey = (options: Options<ListUserActivitiesData>): QueryKey<Options<ListUserActivitiesData>> => createQueryKey('listUserActivities', options, true);

/**
 * List a person's activities
 *
 * Activities as they were sent, newest first.
 *
 * Least role: READER.
 */
export const listUserActivitiesInfiniteOptions = (options: Options<ListUserActivitiesData>) => {
    const opts = infiniteQueryOptions<ListUserActivitiesResponse, DefaultError, InfiniteData<ListUserActivitiesResponse>, QueryKey<Options<ListUserActivitiesData>>, string | Pick<QueryKey<Options<ListUserActivitiesData>>[0], 'body' | 'headers' | 'path' | 'query'>>(
    // @ts-ignore
    {
        queryFn: async ({ pageParam, queryKey, signal }) => {
            // @ts-ignore
            const page: Pick<QueryKey<Options<ListUserActivitiesData>>[0], 'body' | 'headers' | 'path' | 'query'> = typeof pageParam === 'object' ? pageParam : {
                query: {
                    before: pageParam
                }
            };
            const params = createInfiniteParams(queryKey, page);
            const { data } = await listUserActivities({
                ...options,
                ...params,
                signal,
                throwOnError: true
            });
            return data;
        },
        queryKey: listUserActivitiesInfiniteQueryKey(options)
    });
    return opts as Omit<typeof opts, 'initialData'>;
};

export const listUserSegmentsQueryKey = (options: Options<ListUserSegmentsData>) => createQueryKey('listUserSegments', options);

/**
 * List the segments that a person is in
 *
 * Expired memberships are not listed. In a signed request the selector names an account, an e-mail hash or an agent.
 *
 * Least role: READER. May be signed.
 */
export const listUserSegmentsOptions = (options: Options<ListUserSegmentsData>) => queryOptions<ListUserSegmentsResponse, DefaultError, ListUserSegmentsResponse, ReturnType<typeof listUserSegmentsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listUserSegments({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listUserSegmentsQueryKey(options)
});

export const listUserSegmentsOfSelectorQueryKey = (options: Options<ListUserSegmentsOfSelectorData>) => createQueryKey('listUserSegmentsOfSelector', options);

/**
 * List the segments that a person is in (older path)
 *
 * An older path of `listUserSegments`, with the same answer.
 *
 * Least role: READER. May be signed.
 */
export const listUserSegmentsOfSelectorOptions = (options: Options<ListUserSegmentsOfSelectorData>) => queryOptions<ListUserSegmentsOfSelectorResponse, DefaultError, ListUserSegmentsOfSelectorResponse, ReturnType<typeof listUserSegmentsOfSelectorQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listUserSegmentsOfSelector({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listUserSegmentsOfSelectorQueryKey(options)
});

export const listUserSegmentsOfAccountQueryKey = (options: Options<ListUserSegmentsOfAccountData>) => createQueryKey('listUserSegmentsOfAccount', options);

/**
 * List the segments that an account's person is in (older path)
 *
 * An older path of `listUserSegments`, with the same answer.
 *
 * Least role: READER. May be signed.
 */
export const listUserSegmentsOfAccountOptions = (options: Options<ListUserSegmentsOfAccountData>) => queryOptions<ListUserSegmentsOfAccountResponse, DefaultError, ListUserSegmentsOfAccountResponse, ReturnType<typeof listUserSegmentsOfAccountQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listUserSegmentsOfAccount({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listUserSegmentsOfAccountQueryKey(options)
});

/**
 * Associate identifiers with one person
 *
 * As a line of an import: the people who have these identifiers become one, and a person is created for identifiers that are all unknown. May be repeated.
 *
 * Least role: EDITOR.
 */
export const associateUserIdentifiersMutation = (options?: Partial<Options<AssociateUserIdentifiersData>>): UseMutationOptions<AssociateUserIdentifiersResponse, DefaultError, Options<AssociateUserIdentifiersData>> => {
    const mutationOptions: UseMutationOptions<AssociateUserIdentifiersResponse, DefaultError, Options<AssociateUserIdentifiersData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await associateUserIdentifiers({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listRefusedActivitiesQueryKey = (options: Options<ListRefusedActivitiesData>) => createQueryKey('listRefusedActivities', options);

/**
 * List refused activities
 *
 * Bodies that were answered 400 and lines that were refused, of known callers; the newest first. They are kept for 7 days, a body that is no JSON for a day; at most 10000 of a datamart, and 16 MiB, of which public credentials hold a half. Beyond that the oldest of the credential with the most leave. Of a body the first 16 KiB are kept. The erasure of a person removes those that name one of its identifiers.
 *
 * Least role: READER.
 */
export const listRefusedActivitiesOptions = (options: Options<ListRefusedActivitiesData>) => queryOptions<ListRefusedActivitiesResponse, DefaultError, ListRefusedActivitiesResponse, ReturnType<typeof listRefusedActivitiesQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listRefusedActivities({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listRefusedActivitiesQueryKey(options)
});

/**
 * Retry a refused activity
 *
 * Stores the repaired activity as received at the time of the refusal, under the restrictions of the credential that sent it and by the choices of today. The refusal is then gone, so of two retries one is answered 404. If the activity is refused again, the refusal stays.
 *
 * Least role: EDITOR.
 */
export const actOnRefusedActivityMutation = (options?: Partial<Options<ActOnRefusedActivityData>>): UseMutationOptions<ActOnRefusedActivityResponse, DefaultError, Options<ActOnRefusedActivityData>> => {
    const mutationOptions: UseMutationOptions<ActOnRefusedActivityResponse, DefaultError, Options<ActOnRefusedActivityData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await actOnRefusedActivity({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listEventTypesQueryKey = (options: Options<ListEventTypesData>) => createQueryKey('listEventTypes', options);

/**
 * List event types
 *
 * The names of the events that came, live and imported, and of those that are planned, in the order of their names. An event is listed within 10 seconds. At most 1,000 names that are not planned, of which public credentials fill a half, and 200 properties of each; what has not come for 90 days leaves.
 *
 * Least role: READER.
 */
export const listEventTypesOptions = (options: Options<ListEventTypesData>) => queryOptions<ListEventTypesResponse, DefaultError, ListEventTypesResponse, ReturnType<typeof listEventTypesQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listEventTypes({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listEventTypesQueryKey(options)
});

/**
 * Plan an event type
 *
 * Replaces what the plan says about events of the name. It is effective within a second, also for imports. A schema is checked against `$properties`; without them, against an empty object.
 *
 * Least role: EDITOR.
 */
export const putEventTypeMutation = (options?: Partial<Options<PutEventTypeData>>): UseMutationOptions<PutEventTypeResponse, DefaultError, Options<PutEventTypeData>> => {
    const mutationOptions: UseMutationOptions<PutEventTypeResponse, DefaultError, Options<PutEventTypeData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await putEventType({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getTrackingPlanQueryKey = (options: Options<GetTrackingPlanData>) => createQueryKey('getTrackingPlan', options);

/**
 * Get the tracking plan
 *
 * All planned event types in the order of their names, as one document for reviews.
 *
 * Least role: READER.
 */
export const getTrackingPlanOptions = (options: Options<GetTrackingPlanData>) => queryOptions<GetTrackingPlanResponse, DefaultError, GetTrackingPlanResponse, ReturnType<typeof getTrackingPlanQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getTrackingPlan({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getTrackingPlanQueryKey(options)
});

/**
 * Replace the tracking plan
 *
 * Replaces all of the plan, or nothing if any of it is refused. At most 1000 event types and 1 MiB. Types that it does not name are not planned any more; what was observed stays.
 *
 * Least role: EDITOR.
 */
export const putTrackingPlanMutation = (options?: Partial<Options<PutTrackingPlanData>>): UseMutationOptions<PutTrackingPlanResponse, DefaultError, Options<PutTrackingPlanData>> => {
    const mutationOptions: UseMutationOptions<PutTrackingPlanResponse, DefaultError, Options<PutTrackingPlanData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await putTrackingPlan({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getUserActivityTraceQueryKey = (options: Options<GetUserActivityTraceData>) => createQueryKey('getUserActivityTrace', options);

/**
 * Get the trace of an activity
 *
 * The steps of an activity in their order, from ACCEPTED to exactly one end: STORED, REFUSED_BY_CHOICE, DROPPED, DROPPED_ON_ERROR, EXPIRED or ERASED. `state` is the end, or the last step before one. Steps that may come after the end: REPORTED (reports have it), DUPLICATE (its id came again), and ERASED (with its person), which is then the state, without the user point.
 *
 * Right within 5 seconds of the receipt. A trace is kept for the window of deduplication (`DEDUPE_WINDOW_DAYS`); an older activity, one of a version that kept no traces, and an unknown one are answered 404.
 *
 * Least role: READER.
 */
export const getUserActivityTraceOptions = (options: Options<GetUserActivityTraceData>) => queryOptions<GetUserActivityTraceResponse, DefaultError, GetUserActivityTraceResponse, ReturnType<typeof getUserActivityTraceQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getUserActivityTrace({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getUserActivityTraceQueryKey(options)
});

export const listUserProfilesQueryKey = (options: Options<ListUserProfilesData>) => createQueryKey('listUserProfiles', options);

/**
 * List a person's profiles
 *
 * Least role: READER.
 */
export const listUserProfilesOptions = (options: Options<ListUserProfilesData>) => queryOptions<ListUserProfilesResponse, DefaultError, ListUserProfilesResponse, ReturnType<typeof listUserProfilesQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listUserProfiles({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listUserProfilesQueryKey(options)
});

/**
 * Delete a profile
 *
 * Least role: EDITOR.
 */
export const deleteUserProfileMutation = (options?: Partial<Options<DeleteUserProfileData>>): UseMutationOptions<DeleteUserProfileResponse, DefaultError, Options<DeleteUserProfileData>> => {
    const mutationOptions: UseMutationOptions<DeleteUserProfileResponse, DefaultError, Options<DeleteUserProfileData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteUserProfile({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getUserProfileQueryKey = (options: Options<GetUserProfileData>) => createQueryKey('getUserProfile', options);

/**
 * Read a profile
 *
 * Least role: READER.
 */
export const getUserProfileOptions = (options: Options<GetUserProfileData>) => queryOptions<GetUserProfileResponse, DefaultError, GetUserProfileResponse, ReturnType<typeof getUserProfileQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getUserProfile({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getUserProfileQueryKey(options)
});

/**
 * Update or replace a profile
 *
 * Last write wins for each property, by the time of the write, not by its arrival. The profile has at most 262144 bytes, as JSON in UTF-8 without `$` fields: a PUT beyond is refused, unless it makes a larger profile smaller. An unknown identifier creates its user point.
 *
 * Least role: EDITOR.
 */
export const putUserProfileMutation = (options?: Partial<Options<PutUserProfileData>>): UseMutationOptions<PutUserProfileResponse, DefaultError, Options<PutUserProfileData>> => {
    const mutationOptions: UseMutationOptions<PutUserProfileResponse, DefaultError, Options<PutUserProfileData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await putUserProfile({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listUserChoicesQueryKey = (options: Options<ListUserChoicesData>) => createQueryKey('listUserChoices', options);

/**
 * List a person's current choices
 *
 * Least role: READER.
 */
export const listUserChoicesOptions = (options: Options<ListUserChoicesData>) => queryOptions<ListUserChoicesResponse, DefaultError, ListUserChoicesResponse, ReturnType<typeof listUserChoicesQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listUserChoices({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listUserChoicesQueryKey(options)
});

export const listUserChoicesOfProcessingQueryKey = (options: Options<ListUserChoicesOfProcessingData>) => createQueryKey('listUserChoicesOfProcessing', options);

/**
 * Read the current choice of a processing
 *
 * A list, empty without a choice. An empty `processing_id=` lists the choices of all processings.
 *
 * Least role: READER.
 */
export const listUserChoicesOfProcessingOptions = (options: Options<ListUserChoicesOfProcessingData>) => queryOptions<ListUserChoicesOfProcessingResponse, DefaultError, ListUserChoicesOfProcessingResponse, ReturnType<typeof listUserChoicesOfProcessingQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listUserChoicesOfProcessing({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listUserChoicesOfProcessingQueryKey(options)
});

/**
 * Write a choice
 *
 * The choice with the latest `$choice_ts` is current. At equal times a refusal wins. An unknown identifier creates its user point.
 *
 * Least role: EDITOR.
 */
export const putUserChoiceMutation = (options?: Partial<Options<PutUserChoiceData>>): UseMutationOptions<PutUserChoiceResponse, DefaultError, Options<PutUserChoiceData>> => {
    const mutationOptions: UseMutationOptions<PutUserChoiceResponse, DefaultError, Options<PutUserChoiceData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await putUserChoice({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listAllUserChoiceChangesQueryKey = (options: Options<ListAllUserChoiceChangesData>) => createQueryKey('listAllUserChoiceChanges', options);

/**
 * List every write of a person's choices
 *
 * Latest `$choice_ts` first; at equal times the last written first.
 *
 * Least role: READER.
 */
export const listAllUserChoiceChangesOptions = (options: Options<ListAllUserChoiceChangesData>) => queryOptions<ListAllUserChoiceChangesResponse, DefaultError, ListAllUserChoiceChangesResponse, ReturnType<typeof listAllUserChoiceChangesQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listAllUserChoiceChanges({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listAllUserChoiceChangesQueryKey(options)
});

export const listUserChoiceChangesQueryKey = (options: Options<ListUserChoiceChangesData>) => createQueryKey('listUserChoiceChanges', options);

/**
 * List every write of a choice
 *
 * Latest `$choice_ts` first; at equal times the last written first. An empty `processing_id=` lists the writes of all processings.
 *
 * Least role: READER.
 */
export const listUserChoiceChangesOptions = (options: Options<ListUserChoiceChangesData>) => queryOptions<ListUserChoiceChangesResponse, DefaultError, ListUserChoiceChangesResponse, ReturnType<typeof listUserChoiceChangesQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listUserChoiceChanges({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listUserChoiceChangesQueryKey(options)
});

/**
 * Undo the choices of a key on a day
 *
 * For a collect key or signing key with which someone has made choices for others. The choices count no more, and stay in the change log with `$undone_ts`; those before them are current again. What was stored meanwhile stays. After five seconds the answer says how far it is: send it again until it is complete. A repeated request undoes nothing twice, and also what has come in since.
 *
 * Least role: EDITOR.
 */
export const actOnUserChoicesMutation = (options?: Partial<Options<ActOnUserChoicesData>>): UseMutationOptions<ActOnUserChoicesResponse, DefaultError, Options<ActOnUserChoicesData>> => {
    const mutationOptions: UseMutationOptions<ActOnUserChoicesResponse, DefaultError, Options<ActOnUserChoicesData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await actOnUserChoices({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listAudienceSegmentsQueryKey = (options: Options<ListAudienceSegmentsData>) => createQueryKey('listAudienceSegments', options);

/**
 * List the segments of an organisation
 *
 * Least role: READER.
 */
export const listAudienceSegmentsOptions = (options: Options<ListAudienceSegmentsData>) => queryOptions<ListAudienceSegmentsResponse, DefaultError, ListAudienceSegmentsResponse, ReturnType<typeof listAudienceSegmentsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listAudienceSegments({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listAudienceSegmentsQueryKey(options)
});

/**
 * Register a segment
 *
 * People may also be in segments that are not registered.
 *
 * Least role: EDITOR.
 */
export const createAudienceSegmentMutation = (options?: Partial<Options<CreateAudienceSegmentData>>): UseMutationOptions<CreateAudienceSegmentResponse, DefaultError, Options<CreateAudienceSegmentData>> => {
    const mutationOptions: UseMutationOptions<CreateAudienceSegmentResponse, DefaultError, Options<CreateAudienceSegmentData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createAudienceSegment({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Delete a segment
 *
 * Its memberships end, also in reports, within 60 s for a segment of a million people. This cannot be undone. Later lines of imports and memberships with its id start a segment that is not registered.
 *
 * Least role: EDITOR.
 */
export const deleteAudienceSegmentMutation = (options?: Partial<Options<DeleteAudienceSegmentData>>): UseMutationOptions<DeleteAudienceSegmentResponse, DefaultError, Options<DeleteAudienceSegmentData>> => {
    const mutationOptions: UseMutationOptions<DeleteAudienceSegmentResponse, DefaultError, Options<DeleteAudienceSegmentData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteAudienceSegment({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getAudienceSegmentQueryKey = (options: Options<GetAudienceSegmentData>) => createQueryKey('getAudienceSegment', options);

/**
 * Read a segment
 *
 * Least role: READER.
 */
export const getAudienceSegmentOptions = (options: Options<GetAudienceSegmentData>) => queryOptions<GetAudienceSegmentResponse, DefaultError, GetAudienceSegmentResponse, ReturnType<typeof getAudienceSegmentQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getAudienceSegment({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getAudienceSegmentQueryKey(options)
});

/**
 * Change a segment
 *
 * Its datamart stays the same. A changed `default_ttl` applies to later writes.
 *
 * Least role: EDITOR.
 */
export const updateAudienceSegmentMutation = (options?: Partial<Options<UpdateAudienceSegmentData>>): UseMutationOptions<UpdateAudienceSegmentResponse, DefaultError, Options<UpdateAudienceSegmentData>> => {
    const mutationOptions: UseMutationOptions<UpdateAudienceSegmentResponse, DefaultError, Options<UpdateAudienceSegmentData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateAudienceSegment({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const exportSegmentMembersQueryKey = (options: Options<ExportSegmentMembersData>) => createQueryKey('exportSegmentMembers', options);

/**
 * Read all members of a segment
 *
 * A line for each member, as of the start of the request, and `{"end":true,"count":n}` as the last one: without it the stream is incomplete. It lasts 10 minutes at most, and ends early if the client reads less than 64 KiB/s.
 *
 * Least role: EDITOR.
 */
export const exportSegmentMembersOptions = (options: Options<ExportSegmentMembersData>) => queryOptions<ExportSegmentMembersResponse, DefaultError, ExportSegmentMembersResponse, ReturnType<typeof exportSegmentMembersQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await exportSegmentMembers({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: exportSegmentMembersQueryKey(options)
});

export const listSegmentMembersQueryKey = (options: Options<ListSegmentMembersData>) => createQueryKey('listSegmentMembers', options);

/**
 * List the members of a segment
 *
 * In the order in which they became known. Each page is recorded in the audit as a read of the segment. For all of a large segment, `after` is faster than `first_result`, and `/members` is one stream.
 *
 * Least role: READER.
 */
export const listSegmentMembersOptions = (options: Options<ListSegmentMembersData>) => queryOptions<ListSegmentMembersResponse, DefaultError, ListSegmentMembersResponse, ReturnType<typeof listSegmentMembersQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listSegmentMembers({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listSegmentMembersQueryKey(options)
});

export const listSegmentMembersInfiniteQueryKey = (options: Options<ListSegmentMembersData>): QueryKey<Options<ListSegmentMembersData>> => createQueryKey('listSegmentMembers', options, true);

/**
 * List the members of a segment
 *
 * In the order in which they became known. Each page is recorded in the audit as a read of the segment. For all of a large segment, `after` is faster than `first_result`, and `/members` is one stream.
 *
 * Least role: READER.
 */
export const listSegmentMembersInfiniteOptions = (options: Options<ListSegmentMembersData>) => {
    const opts = infiniteQueryOptions<ListSegmentMembersResponse, DefaultError, InfiniteData<ListSegmentMembersResponse>, QueryKey<Options<ListSegmentMembersData>>, string | Pick<QueryKey<Options<ListSegmentMembersData>>[0], 'body' | 'headers' | 'path' | 'query'>>(
    // @ts-ignore
    {
        queryFn: async ({ pageParam, queryKey, signal }) => {
            // @ts-ignore
            const page: Pick<QueryKey<Options<ListSegmentMembersData>>[0], 'body' | 'headers' | 'path' | 'query'> = typeof pageParam === 'object' ? pageParam : {
                query: {
                    after: pageParam
                }
            };
            const params = createInfiniteParams(queryKey, page);
            const { data } = await listSegmentMembers({
                ...options,
                ...params,
                signal,
                throwOnError: true
            });
            return data;
        },
        queryKey: listSegmentMembersInfiniteQueryKey(options)
    });
    return opts as Omit<typeof opts, 'initialData'>;
};

/**
 * Take a person out of a segment
 *
 * Succeeds also if the person is not in the segment, or if no person has the identifier.
 *
 * Least role: EDITOR.
 */
export const deleteUserSegmentMutation = (options?: Partial<Options<DeleteUserSegmentData>>): UseMutationOptions<DeleteUserSegmentResponse, DefaultError, Options<DeleteUserSegmentData>> => {
    const mutationOptions: UseMutationOptions<DeleteUserSegmentResponse, DefaultError, Options<DeleteUserSegmentData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteUserSegment({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Put a person into a segment
 *
 * Replaces an earlier membership. Without an expiration the `default_ttl` of the segment applies. The segment need not be registered. An unknown identifier creates its user point.
 *
 * Least role: EDITOR.
 */
export const putUserSegmentMutation = (options?: Partial<Options<PutUserSegmentData>>): UseMutationOptions<PutUserSegmentResponse, DefaultError, Options<PutUserSegmentData>> => {
    const mutationOptions: UseMutationOptions<PutUserSegmentResponse, DefaultError, Options<PutUserSegmentData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await putUserSegment({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listDocumentImportsQueryKey = (options: Options<ListDocumentImportsData>) => createQueryKey('listDocumentImports', options);

/**
 * List the imports of a datamart
 *
 * Least role: READER.
 */
export const listDocumentImportsOptions = (options: Options<ListDocumentImportsData>) => queryOptions<ListDocumentImportsResponse, DefaultError, ListDocumentImportsResponse, ReturnType<typeof listDocumentImportsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listDocumentImports({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listDocumentImportsQueryKey(options)
});

/**
 * Create an import
 *
 * Least role: EDITOR.
 */
export const createDocumentImportMutation = (options?: Partial<Options<CreateDocumentImportData>>): UseMutationOptions<CreateDocumentImportResponse, DefaultError, Options<CreateDocumentImportData>> => {
    const mutationOptions: UseMutationOptions<CreateDocumentImportResponse, DefaultError, Options<CreateDocumentImportData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createDocumentImport({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Delete an import
 *
 * Deletes its executions and their files. Data that was applied stays.
 *
 * Least role: EDITOR.
 */
export const deleteDocumentImportMutation = (options?: Partial<Options<DeleteDocumentImportData>>): UseMutationOptions<DeleteDocumentImportResponse, DefaultError, Options<DeleteDocumentImportData>> => {
    const mutationOptions: UseMutationOptions<DeleteDocumentImportResponse, DefaultError, Options<DeleteDocumentImportData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteDocumentImport({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getDocumentImportQueryKey = (options: Options<GetDocumentImportData>) => createQueryKey('getDocumentImport', options);

/**
 * Read an import
 *
 * Least role: READER.
 */
export const getDocumentImportOptions = (options: Options<GetDocumentImportData>) => queryOptions<GetDocumentImportResponse, DefaultError, GetDocumentImportResponse, ReturnType<typeof getDocumentImportQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getDocumentImport({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getDocumentImportQueryKey(options)
});

/**
 * Change an import
 *
 * Applies to later executions. Existing executions continue unchanged.
 *
 * Least role: EDITOR.
 */
export const updateDocumentImportMutation = (options?: Partial<Options<UpdateDocumentImportData>>): UseMutationOptions<UpdateDocumentImportResponse, DefaultError, Options<UpdateDocumentImportData>> => {
    const mutationOptions: UseMutationOptions<UpdateDocumentImportResponse, DefaultError, Options<UpdateDocumentImportData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateDocumentImport({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listDocumentImportExecutionsQueryKey = (options: Options<ListDocumentImportExecutionsData>) => createQueryKey('listDocumentImportExecutions', options);

/**
 * List the executions of an import
 *
 * Newest first.
 *
 * Least role: READER.
 */
export const listDocumentImportExecutionsOptions = (options: Options<ListDocumentImportExecutionsData>) => queryOptions<ListDocumentImportExecutionsResponse, DefaultError, ListDocumentImportExecutionsResponse, ReturnType<typeof listDocumentImportExecutionsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listDocumentImportExecutions({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listDocumentImportExecutionsQueryKey(options)
});

/**
 * Upload a file and start an execution
 *
 * The body is the file, streamed, with the content type of the import, or a form with the part `file`. The size limit is configurable and 2 GiB by default. After a 503 or a lost answer, send the file again with the same `Idempotency-Key`: its lines take effect once. If the first upload has created an execution, the answer is that execution as it is now, also if it has FAILED or was CANCELED, with the header `Idempotent-Replay: true`; the body is ignored. While the first upload is in progress, the answer is 503. Without a key each upload is a new execution.
 *
 * Least role: EDITOR.
 */
export const createDocumentImportExecutionMutation = (options?: Partial<Options<CreateDocumentImportExecutionData>>): UseMutationOptions<CreateDocumentImportExecutionResponse, DefaultError, Options<CreateDocumentImportExecutionData>> => {
    const mutationOptions: UseMutationOptions<CreateDocumentImportExecutionResponse, DefaultError, Options<CreateDocumentImportExecutionData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createDocumentImportExecution({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getDocumentImportExecutionQueryKey = (options: Options<GetDocumentImportExecutionData>) => createQueryKey('getDocumentImportExecution', options);

/**
 * Read an execution
 *
 * While it is RUNNING, `completed_tasks` grows towards `num_tasks`.
 *
 * Least role: READER.
 */
export const getDocumentImportExecutionOptions = (options: Options<GetDocumentImportExecutionData>) => queryOptions<GetDocumentImportExecutionResponse, DefaultError, GetDocumentImportExecutionResponse, ReturnType<typeof getDocumentImportExecutionQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getDocumentImportExecution({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getDocumentImportExecutionQueryKey(options)
});

/**
 * Cancel or retry an execution
 *
 * Least role: EDITOR.
 */
export const actOnDocumentImportExecutionMutation = (options?: Partial<Options<ActOnDocumentImportExecutionData>>): UseMutationOptions<ActOnDocumentImportExecutionResponse, DefaultError, Options<ActOnDocumentImportExecutionData>> => {
    const mutationOptions: UseMutationOptions<ActOnDocumentImportExecutionResponse, DefaultError, Options<ActOnDocumentImportExecutionData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await actOnDocumentImportExecution({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getDocumentImportTemplateQueryKey = (options: Options<GetDocumentImportTemplateData>) => createQueryKey('getDocumentImportTemplate', options);

/**
 * Download a template of a file
 *
 * Lines or rows of each operation and kind of identifier, for any datamart.
 *
 * Least role: READER.
 */
export const getDocumentImportTemplateOptions = (options: Options<GetDocumentImportTemplateData>) => queryOptions<GetDocumentImportTemplateResponse, DefaultError, GetDocumentImportTemplateResponse, ReturnType<typeof getDocumentImportTemplateQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getDocumentImportTemplate({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getDocumentImportTemplateQueryKey(options)
});

export const downloadDataFileQueryKey = (options: Options<DownloadDataFileData>) => createQueryKey('downloadDataFile', options);

/**
 * Download the file or the failures of an execution
 *
 * Least role: READER. Also for the workers of plugins.
 */
export const downloadDataFileOptions = (options: Options<DownloadDataFileData>) => queryOptions<DownloadDataFileResponse, DefaultError, DownloadDataFileResponse, ReturnType<typeof downloadDataFileQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await downloadDataFile({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: downloadDataFileQueryKey(options)
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
export const reportUserActivitiesMutation = (options?: Partial<Options<ReportUserActivitiesData>>): UseMutationOptions<ReportUserActivitiesResponse, DefaultError, Options<ReportUserActivitiesData>> => {
    const mutationOptions: UseMutationOptions<ReportUserActivitiesResponse, DefaultError, Options<ReportUserActivitiesData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await reportUserActivities({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Report on the sizes of collections
 *
 * Metric: count. Dimensions: organisation_id, community_id, datamart_id, collection, date_time, date_yyyy_mm_dd. Counts the datamarts that the caller may read. An EXACT or IN_LIST filter may name only those, their organisations, and communities of which the caller is an admin. A report up to now has its datamarts, 100 at most, counted again, once a minute each: the new counts are in reports some seconds later.
 *
 * Least role: READER.
 */
export const reportCollectionsMutation = (options?: Partial<Options<ReportCollectionsData>>): UseMutationOptions<ReportCollectionsResponse, DefaultError, Options<ReportCollectionsData>> => {
    const mutationOptions: UseMutationOptions<ReportCollectionsResponse, DefaultError, Options<ReportCollectionsData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await reportCollections({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listSavedReportsQueryKey = (options: Options<ListSavedReportsData>) => createQueryKey('listSavedReports', options);

/**
 * List the caller's saved reports
 *
 * Least role: READER.
 */
export const listSavedReportsOptions = (options: Options<ListSavedReportsData>) => queryOptions<ListSavedReportsResponse, DefaultError, ListSavedReportsResponse, ReturnType<typeof listSavedReportsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listSavedReports({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listSavedReportsQueryKey(options)
});

/**
 * Save a report
 *
 * A user saves at most 100 reports in a datamart.
 *
 * Least role: READER.
 */
export const createSavedReportMutation = (options?: Partial<Options<CreateSavedReportData>>): UseMutationOptions<CreateSavedReportResponse, DefaultError, Options<CreateSavedReportData>> => {
    const mutationOptions: UseMutationOptions<CreateSavedReportResponse, DefaultError, Options<CreateSavedReportData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createSavedReport({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Delete a saved report
 *
 * Least role: READER.
 */
export const deleteSavedReportMutation = (options?: Partial<Options<DeleteSavedReportData>>): UseMutationOptions<DeleteSavedReportResponse, DefaultError, Options<DeleteSavedReportData>> => {
    const mutationOptions: UseMutationOptions<DeleteSavedReportResponse, DefaultError, Options<DeleteSavedReportData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteSavedReport({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getSavedReportQueryKey = (options: Options<GetSavedReportData>) => createQueryKey('getSavedReport', options);

/**
 * Read a saved report
 *
 * Least role: READER.
 */
export const getSavedReportOptions = (options: Options<GetSavedReportData>) => queryOptions<GetSavedReportResponse, DefaultError, GetSavedReportResponse, ReturnType<typeof getSavedReportQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getSavedReport({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getSavedReportQueryKey(options)
});

/**
 * Replace a saved report
 *
 * Least role: READER.
 */
export const updateSavedReportMutation = (options?: Partial<Options<UpdateSavedReportData>>): UseMutationOptions<UpdateSavedReportResponse, DefaultError, Options<UpdateSavedReportData>> => {
    const mutationOptions: UseMutationOptions<UpdateSavedReportResponse, DefaultError, Options<UpdateSavedReportData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateSavedReport({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listDashboardsQueryKey = (options: Options<ListDashboardsData>) => createQueryKey('listDashboards', options);

/**
 * List the dashboards of an organisation
 *
 * Least role: READER.
 */
export const listDashboardsOptions = (options: Options<ListDashboardsData>) => queryOptions<ListDashboardsResponse, DefaultError, ListDashboardsResponse, ReturnType<typeof listDashboardsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listDashboards({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listDashboardsQueryKey(options)
});

/**
 * Register a dashboard
 *
 * Least role: EDITOR.
 */
export const createDashboardMutation = (options?: Partial<Options<CreateDashboardData>>): UseMutationOptions<CreateDashboardResponse, DefaultError, Options<CreateDashboardData>> => {
    const mutationOptions: UseMutationOptions<CreateDashboardResponse, DefaultError, Options<CreateDashboardData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createDashboard({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Delete a dashboard
 *
 * Deletes all its contents, too.
 *
 * Least role: EDITOR.
 */
export const deleteDashboardMutation = (options?: Partial<Options<DeleteDashboardData>>): UseMutationOptions<DeleteDashboardResponse, DefaultError, Options<DeleteDashboardData>> => {
    const mutationOptions: UseMutationOptions<DeleteDashboardResponse, DefaultError, Options<DeleteDashboardData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteDashboard({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getDashboardQueryKey = (options: Options<GetDashboardData>) => createQueryKey('getDashboard', options);

/**
 * Read a registration
 *
 * Least role: READER.
 */
export const getDashboardOptions = (options: Options<GetDashboardData>) => queryOptions<GetDashboardResponse, DefaultError, GetDashboardResponse, ReturnType<typeof getDashboardQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getDashboard({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getDashboardQueryKey(options)
});

/**
 * Replace a registration
 *
 * Least role: EDITOR.
 */
export const updateDashboardMutation = (options?: Partial<Options<UpdateDashboardData>>): UseMutationOptions<UpdateDashboardResponse, DefaultError, Options<UpdateDashboardData>> => {
    const mutationOptions: UseMutationOptions<UpdateDashboardResponse, DefaultError, Options<UpdateDashboardData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateDashboard({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getDashboardContentQueryKey = (options: Options<GetDashboardContentData>) => createQueryKey('getDashboardContent', options);

/**
 * Read the content of a dashboard
 *
 * Least role: READER.
 */
export const getDashboardContentOptions = (options: Options<GetDashboardContentData>) => queryOptions<GetDashboardContentResponse, DefaultError, GetDashboardContentResponse, ReturnType<typeof getDashboardContentQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getDashboardContent({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getDashboardContentQueryKey(options)
});

/**
 * Replace the content of a dashboard
 *
 * Each content has its own id and stays readable under it.
 *
 * Least role: EDITOR.
 */
export const putDashboardContentMutation = (options?: Partial<Options<PutDashboardContentData>>): UseMutationOptions<PutDashboardContentResponse, DefaultError, Options<PutDashboardContentData>> => {
    const mutationOptions: UseMutationOptions<PutDashboardContentResponse, DefaultError, Options<PutDashboardContentData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await putDashboardContent({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listDashboardContentVersionsQueryKey = (options: Options<ListDashboardContentVersionsData>) => createQueryKey('listDashboardContentVersions', options);

/**
 * List the content versions of a dashboard
 *
 * Newest first, without the contents themselves.
 *
 * Least role: READER.
 */
export const listDashboardContentVersionsOptions = (options: Options<ListDashboardContentVersionsData>) => queryOptions<ListDashboardContentVersionsResponse, DefaultError, ListDashboardContentVersionsResponse, ReturnType<typeof listDashboardContentVersionsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listDashboardContentVersions({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listDashboardContentVersionsQueryKey(options)
});

export const listChannelsOfOrganisationQueryKey = (options: Options<ListChannelsOfOrganisationData>) => createQueryKey('listChannelsOfOrganisation', options);

/**
 * List the channels of an organisation
 *
 * Least role: READER.
 */
export const listChannelsOfOrganisationOptions = (options: Options<ListChannelsOfOrganisationData>) => queryOptions<ListChannelsOfOrganisationResponse, DefaultError, ListChannelsOfOrganisationResponse, ReturnType<typeof listChannelsOfOrganisationQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listChannelsOfOrganisation({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listChannelsOfOrganisationQueryKey(options)
});

export const listChannelsQueryKey = (options: Options<ListChannelsData>) => createQueryKey('listChannels', options);

/**
 * List the channels of a datamart
 *
 * Least role: READER.
 */
export const listChannelsOptions = (options: Options<ListChannelsData>) => queryOptions<ListChannelsResponse, DefaultError, ListChannelsResponse, ReturnType<typeof listChannelsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listChannels({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listChannelsQueryKey(options)
});

/**
 * Create a channel
 *
 * Activities of channels that do not exist here are accepted, too. A channel may get the `id` that they name already.
 *
 * Least role: EDITOR.
 */
export const createChannelMutation = (options?: Partial<Options<CreateChannelData>>): UseMutationOptions<CreateChannelResponse, DefaultError, Options<CreateChannelData>> => {
    const mutationOptions: UseMutationOptions<CreateChannelResponse, DefaultError, Options<CreateChannelData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createChannel({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getChannelQueryKey = (options: Options<GetChannelData>) => createQueryKey('getChannel', options);

/**
 * Read a channel
 *
 * Least role: READER.
 */
export const getChannelOptions = (options: Options<GetChannelData>) => queryOptions<GetChannelResponse, DefaultError, GetChannelResponse, ReturnType<typeof getChannelQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getChannel({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getChannelQueryKey(options)
});

/**
 * Delete a site
 *
 * Its activities stay. A channel of another type is not found.
 *
 * Least role: EDITOR.
 */
export const deleteSiteMutation = (options?: Partial<Options<DeleteSiteData>>): UseMutationOptions<DeleteSiteResponse, DefaultError, Options<DeleteSiteData>> => {
    const mutationOptions: UseMutationOptions<DeleteSiteResponse, DefaultError, Options<DeleteSiteData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteSite({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Change a site
 *
 * A channel of another type is not found. Its token stays the same.
 *
 * Least role: EDITOR.
 */
export const updateSiteMutation = (options?: Partial<Options<UpdateSiteData>>): UseMutationOptions<UpdateSiteResponse, DefaultError, Options<UpdateSiteData>> => {
    const mutationOptions: UseMutationOptions<UpdateSiteResponse, DefaultError, Options<UpdateSiteData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateSite({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Delete a mobile application
 *
 * Its activities stay. A channel of another type is not found.
 *
 * Least role: EDITOR.
 */
export const deleteMobileApplicationMutation = (options?: Partial<Options<DeleteMobileApplicationData>>): UseMutationOptions<DeleteMobileApplicationResponse, DefaultError, Options<DeleteMobileApplicationData>> => {
    const mutationOptions: UseMutationOptions<DeleteMobileApplicationResponse, DefaultError, Options<DeleteMobileApplicationData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteMobileApplication({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Change a mobile application
 *
 * A channel of another type is not found. Its token stays the same.
 *
 * Least role: EDITOR.
 */
export const updateMobileApplicationMutation = (options?: Partial<Options<UpdateMobileApplicationData>>): UseMutationOptions<UpdateMobileApplicationResponse, DefaultError, Options<UpdateMobileApplicationData>> => {
    const mutationOptions: UseMutationOptions<UpdateMobileApplicationResponse, DefaultError, Options<UpdateMobileApplicationData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateMobileApplication({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Delete a connected TV
 *
 * Its activities stay. A channel of another type is not found.
 *
 * Least role: EDITOR.
 */
export const deleteCtvMutation = (options?: Partial<Options<DeleteCtvData>>): UseMutationOptions<DeleteCtvResponse, DefaultError, Options<DeleteCtvData>> => {
    const mutationOptions: UseMutationOptions<DeleteCtvResponse, DefaultError, Options<DeleteCtvData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteCtv({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Change a connected TV
 *
 * A channel of another type is not found. Its token stays the same.
 *
 * Least role: EDITOR.
 */
export const updateCtvMutation = (options?: Partial<Options<UpdateCtvData>>): UseMutationOptions<UpdateCtvResponse, DefaultError, Options<UpdateCtvData>> => {
    const mutationOptions: UseMutationOptions<UpdateCtvResponse, DefaultError, Options<UpdateCtvData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateCtv({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listCollectKeysQueryKey = (options: Options<ListCollectKeysData>) => createQueryKey('listCollectKeys', options);

/**
 * List the collect keys of a datamart
 *
 * Least role: READER.
 */
export const listCollectKeysOptions = (options: Options<ListCollectKeysData>) => queryOptions<ListCollectKeysResponse, DefaultError, ListCollectKeysResponse, ReturnType<typeof listCollectKeysQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listCollectKeys({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listCollectKeysQueryKey(options)
});

/**
 * Create a collect key
 *
 * Least role: EDITOR.
 */
export const createCollectKeyMutation = (options?: Partial<Options<CreateCollectKeyData>>): UseMutationOptions<CreateCollectKeyResponse, DefaultError, Options<CreateCollectKeyData>> => {
    const mutationOptions: UseMutationOptions<CreateCollectKeyResponse, DefaultError, Options<CreateCollectKeyData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createCollectKey({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Revoke a collect key
 *
 * The key stops working everywhere within a second. Activities that it has sent stay.
 *
 * Least role: EDITOR.
 */
export const deleteCollectKeyMutation = (options?: Partial<Options<DeleteCollectKeyData>>): UseMutationOptions<DeleteCollectKeyResponse, DefaultError, Options<DeleteCollectKeyData>> => {
    const mutationOptions: UseMutationOptions<DeleteCollectKeyResponse, DefaultError, Options<DeleteCollectKeyData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteCollectKey({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getCollectKeyQueryKey = (options: Options<GetCollectKeyData>) => createQueryKey('getCollectKey', options);

/**
 * Read a collect key
 *
 * Least role: READER.
 */
export const getCollectKeyOptions = (options: Options<GetCollectKeyData>) => queryOptions<GetCollectKeyResponse, DefaultError, GetCollectKeyResponse, ReturnType<typeof getCollectKeyQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getCollectKey({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getCollectKeyQueryKey(options)
});

/**
 * Change a collect key
 *
 * Effective everywhere within a second. The value stays the same.
 *
 * Least role: EDITOR.
 */
export const updateCollectKeyMutation = (options?: Partial<Options<UpdateCollectKeyData>>): UseMutationOptions<UpdateCollectKeyResponse, DefaultError, Options<UpdateCollectKeyData>> => {
    const mutationOptions: UseMutationOptions<UpdateCollectKeyResponse, DefaultError, Options<UpdateCollectKeyData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateCollectKey({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listProcessingsQueryKey = (options: Options<ListProcessingsData>) => createQueryKey('listProcessings', options);

/**
 * List the processings of a community
 *
 * Least role: READER.
 */
export const listProcessingsOptions = (options: Options<ListProcessingsData>) => queryOptions<ListProcessingsResponse, DefaultError, ListProcessingsResponse, ReturnType<typeof listProcessingsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listProcessings({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listProcessingsQueryKey(options)
});

/**
 * Create a processing
 *
 * Least role: COMMUNITY_ADMIN.
 */
export const createProcessingMutation = (options?: Partial<Options<CreateProcessingData>>): UseMutationOptions<CreateProcessingResponse, DefaultError, Options<CreateProcessingData>> => {
    const mutationOptions: UseMutationOptions<CreateProcessingResponse, DefaultError, Options<CreateProcessingData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createProcessing({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Delete a processing
 *
 * What people have chosen about it stays.
 *
 * Least role: COMMUNITY_ADMIN.
 */
export const deleteProcessingMutation = (options?: Partial<Options<DeleteProcessingData>>): UseMutationOptions<DeleteProcessingResponse, DefaultError, Options<DeleteProcessingData>> => {
    const mutationOptions: UseMutationOptions<DeleteProcessingResponse, DefaultError, Options<DeleteProcessingData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteProcessing({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getProcessingQueryKey = (options: Options<GetProcessingData>) => createQueryKey('getProcessing', options);

/**
 * Read a processing
 *
 * Least role: READER.
 */
export const getProcessingOptions = (options: Options<GetProcessingData>) => queryOptions<GetProcessingResponse, DefaultError, GetProcessingResponse, ReturnType<typeof getProcessingQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getProcessing({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getProcessingQueryKey(options)
});

/**
 * Replace a processing
 *
 * A new legal basis takes effect within a second on the channels that have selected the processing. An archived processing still decides there. The community cannot change.
 *
 * Least role: COMMUNITY_ADMIN.
 */
export const updateProcessingMutation = (options?: Partial<Options<UpdateProcessingData>>): UseMutationOptions<UpdateProcessingResponse, DefaultError, Options<UpdateProcessingData>> => {
    const mutationOptions: UseMutationOptions<UpdateProcessingResponse, DefaultError, Options<UpdateProcessingData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateProcessing({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listProcessingSelectionsQueryKey = (options: Options<ListProcessingSelectionsData>) => createQueryKey('listProcessingSelections', options);

/**
 * List the processings that a channel has selected
 *
 * Least role: READER.
 */
export const listProcessingSelectionsOptions = (options: Options<ListProcessingSelectionsData>) => queryOptions<ListProcessingSelectionsResponse, DefaultError, ListProcessingSelectionsResponse, ReturnType<typeof listProcessingSelectionsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listProcessingSelections({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listProcessingSelectionsQueryKey(options)
});

/**
 * Select a processing for a channel
 *
 * It takes effect within a second. A channel has at most 100 selections.
 *
 * Least role: EDITOR.
 */
export const createProcessingSelectionMutation = (options?: Partial<Options<CreateProcessingSelectionData>>): UseMutationOptions<CreateProcessingSelectionResponse, DefaultError, Options<CreateProcessingSelectionData>> => {
    const mutationOptions: UseMutationOptions<CreateProcessingSelectionResponse, DefaultError, Options<CreateProcessingSelectionData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createProcessingSelection({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const previewProcessingSelectionQueryKey = (options: Options<PreviewProcessingSelectionData>) => createQueryKey('previewProcessingSelection', options);

/**
 * Count what a selection would refuse
 *
 * Counts the activities of the channel on this day (UTC) and the six before it, and those of them that the processing would refuse by the choices that people have made until now. An activity counts on the day of its `$ts`; one that is older than the retention, or more than a week ahead, on that of its receipt. Other selections of the channel do not matter. Counting ends after 10 seconds with 503.
 *
 * Least role: READER.
 */
export const previewProcessingSelectionOptions = (options: Options<PreviewProcessingSelectionData>) => queryOptions<PreviewProcessingSelectionResponse, DefaultError, PreviewProcessingSelectionResponse, ReturnType<typeof previewProcessingSelectionQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await previewProcessingSelection({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: previewProcessingSelectionQueryKey(options)
});

export const listRefusedByChoiceQueryKey = (options: Options<ListRefusedByChoiceData>) => createQueryKey('listRefusedByChoice', options);

/**
 * List what choices have refused on a channel
 *
 * The activities that were not stored because of a choice, by day (UTC) and processing, the newest day first, for 30 days. Days as in a preview. Live and imported activities count once, however often they come. An erased person leaves the counts. Right within 5 seconds of the receipt.
 *
 * Least role: READER.
 */
export const listRefusedByChoiceOptions = (options: Options<ListRefusedByChoiceData>) => queryOptions<ListRefusedByChoiceResponse, DefaultError, ListRefusedByChoiceResponse, ReturnType<typeof listRefusedByChoiceQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listRefusedByChoice({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listRefusedByChoiceQueryKey(options)
});

/**
 * End a selection
 *
 * It takes effect within a second.
 *
 * Least role: EDITOR.
 */
export const deleteProcessingSelectionMutation = (options?: Partial<Options<DeleteProcessingSelectionData>>): UseMutationOptions<DeleteProcessingSelectionResponse, DefaultError, Options<DeleteProcessingSelectionData>> => {
    const mutationOptions: UseMutationOptions<DeleteProcessingSelectionResponse, DefaultError, Options<DeleteProcessingSelectionData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteProcessingSelection({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getProcessingSelectionQueryKey = (options: Options<GetProcessingSelectionData>) => createQueryKey('getProcessingSelection', options);

/**
 * Read a selection
 *
 * Least role: READER.
 */
export const getProcessingSelectionOptions = (options: Options<GetProcessingSelectionData>) => queryOptions<GetProcessingSelectionResponse, DefaultError, GetProcessingSelectionResponse, ReturnType<typeof getProcessingSelectionQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getProcessingSelection({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getProcessingSelectionQueryKey(options)
});

export const listCompartmentsQueryKey = (options: Options<ListCompartmentsData>) => createQueryKey('listCompartments', options);

/**
 * List the compartments of a datamart
 *
 * The registered ones and `default`.
 *
 * Least role: READER.
 */
export const listCompartmentsOptions = (options: Options<ListCompartmentsData>) => queryOptions<ListCompartmentsResponse, DefaultError, ListCompartmentsResponse, ReturnType<typeof listCompartmentsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listCompartments({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listCompartmentsQueryKey(options)
});

/**
 * Register a compartment
 *
 * Least role: EDITOR.
 */
export const createCompartmentMutation = (options?: Partial<Options<CreateCompartmentData>>): UseMutationOptions<CreateCompartmentResponse, DefaultError, Options<CreateCompartmentData>> => {
    const mutationOptions: UseMutationOptions<CreateCompartmentResponse, DefaultError, Options<CreateCompartmentData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createCompartment({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Delete a compartment
 *
 * Least role: EDITOR.
 */
export const deleteCompartmentMutation = (options?: Partial<Options<DeleteCompartmentData>>): UseMutationOptions<DeleteCompartmentResponse, DefaultError, Options<DeleteCompartmentData>> => {
    const mutationOptions: UseMutationOptions<DeleteCompartmentResponse, DefaultError, Options<DeleteCompartmentData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteCompartment({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getCompartmentQueryKey = (options: Options<GetCompartmentData>) => createQueryKey('getCompartment', options);

/**
 * Read a compartment
 *
 * Least role: READER.
 */
export const getCompartmentOptions = (options: Options<GetCompartmentData>) => queryOptions<GetCompartmentResponse, DefaultError, GetCompartmentResponse, ReturnType<typeof getCompartmentQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getCompartment({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getCompartmentQueryKey(options)
});

/**
 * Rename, archive or restore a compartment, or make it exclusive
 *
 * Least role: EDITOR.
 */
export const updateCompartmentMutation = (options?: Partial<Options<UpdateCompartmentData>>): UseMutationOptions<UpdateCompartmentResponse, DefaultError, Options<UpdateCompartmentData>> => {
    const mutationOptions: UseMutationOptions<UpdateCompartmentResponse, DefaultError, Options<UpdateCompartmentData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateCompartment({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listUserAccountCompartmentsQueryKey = (options: Options<ListUserAccountCompartmentsData>) => createQueryKey('listUserAccountCompartments', options);

/**
 * List the compartments of a datamart
 *
 * The registered ones and `default`. The same list as that of `/compartments`.
 *
 * Least role: READER.
 */
export const listUserAccountCompartmentsOptions = (options: Options<ListUserAccountCompartmentsData>) => queryOptions<ListUserAccountCompartmentsResponse, DefaultError, ListUserAccountCompartmentsResponse, ReturnType<typeof listUserAccountCompartmentsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listUserAccountCompartments({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listUserAccountCompartmentsQueryKey(options)
});

export const listPluginsQueryKey = (options?: Options<ListPluginsData>) => createQueryKey('listPlugins', options);

/**
 * List the plugins that the caller can see
 *
 * Least role: READER.
 */
export const listPluginsOptions = (options?: Options<ListPluginsData>) => queryOptions<ListPluginsResponse, DefaultError, ListPluginsResponse, ReturnType<typeof listPluginsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listPlugins({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listPluginsQueryKey(options)
});

/**
 * Register a plugin
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const createPluginMutation = (options?: Partial<Options<CreatePluginData>>): UseMutationOptions<CreatePluginResponse, DefaultError, Options<CreatePluginData>> => {
    const mutationOptions: UseMutationOptions<CreatePluginResponse, DefaultError, Options<CreatePluginData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createPlugin({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getPluginQueryKey = (options: Options<GetPluginData>) => createQueryKey('getPlugin', options);

/**
 * Read a plugin
 *
 * Least role: READER.
 */
export const getPluginOptions = (options: Options<GetPluginData>) => queryOptions<GetPluginResponse, DefaultError, GetPluginResponse, ReturnType<typeof getPluginQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getPlugin({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getPluginQueryKey(options)
});

/**
 * Replace a plugin
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const updatePluginMutation = (options?: Partial<Options<UpdatePluginData>>): UseMutationOptions<UpdatePluginResponse, DefaultError, Options<UpdatePluginData>> => {
    const mutationOptions: UseMutationOptions<UpdatePluginResponse, DefaultError, Options<UpdatePluginData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updatePlugin({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listPluginVersionsQueryKey = (options: Options<ListPluginVersionsData>) => createQueryKey('listPluginVersions', options);

/**
 * List the versions of a plugin
 *
 * Least role: READER.
 */
export const listPluginVersionsOptions = (options: Options<ListPluginVersionsData>) => queryOptions<ListPluginVersionsResponse, DefaultError, ListPluginVersionsResponse, ReturnType<typeof listPluginVersionsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listPluginVersions({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listPluginVersionsQueryKey(options)
});

/**
 * Add a version
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const createPluginVersionMutation = (options?: Partial<Options<CreatePluginVersionData>>): UseMutationOptions<CreatePluginVersionResponse, DefaultError, Options<CreatePluginVersionData>> => {
    const mutationOptions: UseMutationOptions<CreatePluginVersionResponse, DefaultError, Options<CreatePluginVersionData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createPluginVersion({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getPluginVersionQueryKey = (options: Options<GetPluginVersionData>) => createQueryKey('getPluginVersion', options);

/**
 * Read a version
 *
 * Least role: READER.
 */
export const getPluginVersionOptions = (options: Options<GetPluginVersionData>) => queryOptions<GetPluginVersionResponse, DefaultError, GetPluginVersionResponse, ReturnType<typeof getPluginVersionQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getPluginVersion({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getPluginVersionQueryKey(options)
});

/**
 * Replace a version
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const updatePluginVersionMutation = (options?: Partial<Options<UpdatePluginVersionData>>): UseMutationOptions<UpdatePluginVersionResponse, DefaultError, Options<UpdatePluginVersionData>> => {
    const mutationOptions: UseMutationOptions<UpdatePluginVersionResponse, DefaultError, Options<UpdatePluginVersionData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updatePluginVersion({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getPluginVersionByIdQueryKey = (options: Options<GetPluginVersionByIdData>) => createQueryKey('getPluginVersionById', options);

/**
 * Read a version, without naming its plugin
 *
 * Least role: READER.
 */
export const getPluginVersionByIdOptions = (options: Options<GetPluginVersionByIdData>) => queryOptions<GetPluginVersionByIdResponse, DefaultError, GetPluginVersionByIdResponse, ReturnType<typeof getPluginVersionByIdQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getPluginVersionById({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getPluginVersionByIdQueryKey(options)
});

export const listPluginPropertiesQueryKey = (options: Options<ListPluginPropertiesData>) => createQueryKey('listPluginProperties', options);

/**
 * List a version's properties
 *
 * Least role: READER.
 */
export const listPluginPropertiesOptions = (options: Options<ListPluginPropertiesData>) => queryOptions<ListPluginPropertiesResponse, DefaultError, ListPluginPropertiesResponse, ReturnType<typeof listPluginPropertiesQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listPluginProperties({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listPluginPropertiesQueryKey(options)
});

/**
 * Delete a version's worker
 *
 * The version is not called any more, and the token ends. A later PUT makes a new worker.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const deletePluginWorkerMutation = (options?: Partial<Options<DeletePluginWorkerData>>): UseMutationOptions<DeletePluginWorkerResponse, DefaultError, Options<DeletePluginWorkerData>> => {
    const mutationOptions: UseMutationOptions<DeletePluginWorkerResponse, DefaultError, Options<DeletePluginWorkerData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deletePluginWorker({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getPluginWorkerQueryKey = (options: Options<GetPluginWorkerData>) => createQueryKey('getPluginWorker', options);

/**
 * Read where a version is called
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const getPluginWorkerOptions = (options: Options<GetPluginWorkerData>) => queryOptions<GetPluginWorkerResponse, DefaultError, GetPluginWorkerResponse, ReturnType<typeof getPluginWorkerQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getPluginWorker({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getPluginWorkerQueryKey(options)
});

/**
 * Set where a version is called
 *
 * The first request makes the token with which the worker reads its configuration, and so does `rotate`. A token is shown only in the response that makes it.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const putPluginWorkerMutation = (options?: Partial<Options<PutPluginWorkerData>>): UseMutationOptions<PutPluginWorkerResponse, DefaultError, Options<PutPluginWorkerData>> => {
    const mutationOptions: UseMutationOptions<PutPluginWorkerResponse, DefaultError, Options<PutPluginWorkerData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await putPluginWorker({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listThrottlingsQueryKey = (options: Options<ListThrottlingsData>) => createQueryKey('listThrottlings', options);

/**
 * List a version's throttlings
 *
 * Least role: READER.
 */
export const listThrottlingsOptions = (options: Options<ListThrottlingsData>) => queryOptions<ListThrottlingsResponse, DefaultError, ListThrottlingsResponse, ReturnType<typeof listThrottlingsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listThrottlings({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listThrottlingsQueryKey(options)
});

/**
 * Limit the calls to an endpoint
 *
 * Each limit is optional; without any, nothing is limited.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const createThrottlingMutation = (options?: Partial<Options<CreateThrottlingData>>): UseMutationOptions<CreateThrottlingResponse, DefaultError, Options<CreateThrottlingData>> => {
    const mutationOptions: UseMutationOptions<CreateThrottlingResponse, DefaultError, Options<CreateThrottlingData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createThrottling({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Delete a throttling
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const deleteThrottlingMutation = (options?: Partial<Options<DeleteThrottlingData>>): UseMutationOptions<DeleteThrottlingResponse, DefaultError, Options<DeleteThrottlingData>> => {
    const mutationOptions: UseMutationOptions<DeleteThrottlingResponse, DefaultError, Options<DeleteThrottlingData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteThrottling({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Replace a throttling
 *
 * Each limit is optional; without any, nothing is limited.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const updateThrottlingMutation = (options?: Partial<Options<UpdateThrottlingData>>): UseMutationOptions<UpdateThrottlingResponse, DefaultError, Options<UpdateThrottlingData>> => {
    const mutationOptions: UseMutationOptions<UpdateThrottlingResponse, DefaultError, Options<UpdateThrottlingData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateThrottling({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listActivityAnalyzersQueryKey = (options: Options<ListActivityAnalyzersData>) => createQueryKey('listActivityAnalyzers', options);

/**
 * List the activity analyzers of an organisation
 *
 * Least role: READER.
 */
export const listActivityAnalyzersOptions = (options: Options<ListActivityAnalyzersData>) => queryOptions<ListActivityAnalyzersResponse, DefaultError, ListActivityAnalyzersResponse, ReturnType<typeof listActivityAnalyzersQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listActivityAnalyzers({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listActivityAnalyzersQueryKey(options)
});

/**
 * Create an activity analyzer
 *
 * The query or the body names the organisation. The other fields follow from the version.
 *
 * Least role: EDITOR.
 */
export const createActivityAnalyzerMutation = (options?: Partial<Options<CreateActivityAnalyzerData>>): UseMutationOptions<CreateActivityAnalyzerResponse, DefaultError, Options<CreateActivityAnalyzerData>> => {
    const mutationOptions: UseMutationOptions<CreateActivityAnalyzerResponse, DefaultError, Options<CreateActivityAnalyzerData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createActivityAnalyzer({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Delete an activity analyzer
 *
 * Least role: EDITOR.
 */
export const deleteActivityAnalyzerMutation = (options?: Partial<Options<DeleteActivityAnalyzerData>>): UseMutationOptions<DeleteActivityAnalyzerResponse, DefaultError, Options<DeleteActivityAnalyzerData>> => {
    const mutationOptions: UseMutationOptions<DeleteActivityAnalyzerResponse, DefaultError, Options<DeleteActivityAnalyzerData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteActivityAnalyzer({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getActivityAnalyzerQueryKey = (options: Options<GetActivityAnalyzerData>) => createQueryKey('getActivityAnalyzer', options);

/**
 * Read an activity analyzer
 *
 * Least role: READER. Also for the workers of plugins.
 */
export const getActivityAnalyzerOptions = (options: Options<GetActivityAnalyzerData>) => queryOptions<GetActivityAnalyzerResponse, DefaultError, GetActivityAnalyzerResponse, ReturnType<typeof getActivityAnalyzerQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getActivityAnalyzer({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getActivityAnalyzerQueryKey(options)
});

/**
 * Replace an activity analyzer
 *
 * Least role: EDITOR.
 */
export const updateActivityAnalyzerMutation = (options?: Partial<Options<UpdateActivityAnalyzerData>>): UseMutationOptions<UpdateActivityAnalyzerResponse, DefaultError, Options<UpdateActivityAnalyzerData>> => {
    const mutationOptions: UseMutationOptions<UpdateActivityAnalyzerResponse, DefaultError, Options<UpdateActivityAnalyzerData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateActivityAnalyzer({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listActivityAnalyzerPropertiesQueryKey = (options: Options<ListActivityAnalyzerPropertiesData>) => createQueryKey('listActivityAnalyzerProperties', options);

/**
 * List the properties of an activity analyzer
 *
 * Those of its version, with the values that count for the analyzer.
 *
 * Least role: READER. Also for the workers of plugins.
 */
export const listActivityAnalyzerPropertiesOptions = (options: Options<ListActivityAnalyzerPropertiesData>) => queryOptions<ListActivityAnalyzerPropertiesResponse, DefaultError, ListActivityAnalyzerPropertiesResponse, ReturnType<typeof listActivityAnalyzerPropertiesQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listActivityAnalyzerProperties({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listActivityAnalyzerPropertiesQueryKey(options)
});

/**
 * Set a property of an activity analyzer
 *
 * Least role: EDITOR.
 */
export const putActivityAnalyzerPropertyMutation = (options?: Partial<Options<PutActivityAnalyzerPropertyData>>): UseMutationOptions<PutActivityAnalyzerPropertyResponse, DefaultError, Options<PutActivityAnalyzerPropertyData>> => {
    const mutationOptions: UseMutationOptions<PutActivityAnalyzerPropertyResponse, DefaultError, Options<PutActivityAnalyzerPropertyData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await putActivityAnalyzerProperty({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Delete a configuration file of an activity analyzer
 *
 * Least role: EDITOR.
 */
export const deleteActivityAnalyzerFileMutation = (options?: Partial<Options<DeleteActivityAnalyzerFileData>>): UseMutationOptions<DeleteActivityAnalyzerFileResponse, DefaultError, Options<DeleteActivityAnalyzerFileData>> => {
    const mutationOptions: UseMutationOptions<DeleteActivityAnalyzerFileResponse, DefaultError, Options<DeleteActivityAnalyzerFileData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteActivityAnalyzerFile({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const downloadActivityAnalyzerFileQueryKey = (options: Options<DownloadActivityAnalyzerFileData>) => createQueryKey('downloadActivityAnalyzerFile', options);

/**
 * Download a configuration file of an activity analyzer
 *
 * Least role: READER.
 */
export const downloadActivityAnalyzerFileOptions = (options: Options<DownloadActivityAnalyzerFileData>) => queryOptions<DownloadActivityAnalyzerFileResponse, DefaultError, DownloadActivityAnalyzerFileResponse, ReturnType<typeof downloadActivityAnalyzerFileQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await downloadActivityAnalyzerFile({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: downloadActivityAnalyzerFileQueryKey(options)
});

/**
 * Upload a configuration file of an activity analyzer
 *
 * Any bytes of any content type, at most 1 MiB.
 *
 * Least role: EDITOR.
 */
export const putActivityAnalyzerFileMutation = (options?: Partial<Options<PutActivityAnalyzerFileData>>): UseMutationOptions<PutActivityAnalyzerFileResponse, DefaultError, Options<PutActivityAnalyzerFileData>> => {
    const mutationOptions: UseMutationOptions<PutActivityAnalyzerFileResponse, DefaultError, Options<PutActivityAnalyzerFileData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await putActivityAnalyzerFile({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listActivityAnalyzerFailuresQueryKey = (options: Options<ListActivityAnalyzerFailuresData>) => createQueryKey('listActivityAnalyzerFailures', options);

/**
 * List the activities on which an activity analyzer has failed
 *
 * Newest first: the last 1,000 of the last 7 days.
 *
 * Least role: READER.
 */
export const listActivityAnalyzerFailuresOptions = (options: Options<ListActivityAnalyzerFailuresData>) => queryOptions<ListActivityAnalyzerFailuresResponse, DefaultError, ListActivityAnalyzerFailuresResponse, ReturnType<typeof listActivityAnalyzerFailuresQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listActivityAnalyzerFailures({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listActivityAnalyzerFailuresQueryKey(options)
});

export const listVisitAnalyzerModelsQueryKey = (options: Options<ListVisitAnalyzerModelsData>) => createQueryKey('listVisitAnalyzerModels', options);

/**
 * List the visit analyzer models of an organisation
 *
 * Least role: READER.
 */
export const listVisitAnalyzerModelsOptions = (options: Options<ListVisitAnalyzerModelsData>) => queryOptions<ListVisitAnalyzerModelsResponse, DefaultError, ListVisitAnalyzerModelsResponse, ReturnType<typeof listVisitAnalyzerModelsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listVisitAnalyzerModels({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listVisitAnalyzerModelsQueryKey(options)
});

/**
 * Create a visit analyzer model
 *
 * The query or the body names the organisation. The other fields follow from the version.
 *
 * Least role: EDITOR.
 */
export const createVisitAnalyzerModelMutation = (options?: Partial<Options<CreateVisitAnalyzerModelData>>): UseMutationOptions<CreateVisitAnalyzerModelResponse, DefaultError, Options<CreateVisitAnalyzerModelData>> => {
    const mutationOptions: UseMutationOptions<CreateVisitAnalyzerModelResponse, DefaultError, Options<CreateVisitAnalyzerModelData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createVisitAnalyzerModel({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Delete a visit analyzer model
 *
 * Least role: EDITOR.
 */
export const deleteVisitAnalyzerModelMutation = (options?: Partial<Options<DeleteVisitAnalyzerModelData>>): UseMutationOptions<DeleteVisitAnalyzerModelResponse, DefaultError, Options<DeleteVisitAnalyzerModelData>> => {
    const mutationOptions: UseMutationOptions<DeleteVisitAnalyzerModelResponse, DefaultError, Options<DeleteVisitAnalyzerModelData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteVisitAnalyzerModel({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getVisitAnalyzerModelQueryKey = (options: Options<GetVisitAnalyzerModelData>) => createQueryKey('getVisitAnalyzerModel', options);

/**
 * Read a visit analyzer model
 *
 * Least role: READER.
 */
export const getVisitAnalyzerModelOptions = (options: Options<GetVisitAnalyzerModelData>) => queryOptions<GetVisitAnalyzerModelResponse, DefaultError, GetVisitAnalyzerModelResponse, ReturnType<typeof getVisitAnalyzerModelQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getVisitAnalyzerModel({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getVisitAnalyzerModelQueryKey(options)
});

/**
 * Replace a visit analyzer model
 *
 * Least role: EDITOR.
 */
export const updateVisitAnalyzerModelMutation = (options?: Partial<Options<UpdateVisitAnalyzerModelData>>): UseMutationOptions<UpdateVisitAnalyzerModelResponse, DefaultError, Options<UpdateVisitAnalyzerModelData>> => {
    const mutationOptions: UseMutationOptions<UpdateVisitAnalyzerModelResponse, DefaultError, Options<UpdateVisitAnalyzerModelData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateVisitAnalyzerModel({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listVisitAnalyzerModelPropertiesQueryKey = (options: Options<ListVisitAnalyzerModelPropertiesData>) => createQueryKey('listVisitAnalyzerModelProperties', options);

/**
 * List the properties of a visit analyzer model
 *
 * Those of its version, with the values that count for the analyzer.
 *
 * Least role: READER.
 */
export const listVisitAnalyzerModelPropertiesOptions = (options: Options<ListVisitAnalyzerModelPropertiesData>) => queryOptions<ListVisitAnalyzerModelPropertiesResponse, DefaultError, ListVisitAnalyzerModelPropertiesResponse, ReturnType<typeof listVisitAnalyzerModelPropertiesQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listVisitAnalyzerModelProperties({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listVisitAnalyzerModelPropertiesQueryKey(options)
});

/**
 * Set a property of a visit analyzer model
 *
 * Least role: EDITOR.
 */
export const putVisitAnalyzerModelPropertyMutation = (options?: Partial<Options<PutVisitAnalyzerModelPropertyData>>): UseMutationOptions<PutVisitAnalyzerModelPropertyResponse, DefaultError, Options<PutVisitAnalyzerModelPropertyData>> => {
    const mutationOptions: UseMutationOptions<PutVisitAnalyzerModelPropertyResponse, DefaultError, Options<PutVisitAnalyzerModelPropertyData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await putVisitAnalyzerModelProperty({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Delete a configuration file of a visit analyzer model
 *
 * Least role: EDITOR.
 */
export const deleteVisitAnalyzerModelFileMutation = (options?: Partial<Options<DeleteVisitAnalyzerModelFileData>>): UseMutationOptions<DeleteVisitAnalyzerModelFileResponse, DefaultError, Options<DeleteVisitAnalyzerModelFileData>> => {
    const mutationOptions: UseMutationOptions<DeleteVisitAnalyzerModelFileResponse, DefaultError, Options<DeleteVisitAnalyzerModelFileData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteVisitAnalyzerModelFile({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const downloadVisitAnalyzerModelFileQueryKey = (options: Options<DownloadVisitAnalyzerModelFileData>) => createQueryKey('downloadVisitAnalyzerModelFile', options);

/**
 * Download a configuration file of a visit analyzer model
 *
 * Least role: READER.
 */
export const downloadVisitAnalyzerModelFileOptions = (options: Options<DownloadVisitAnalyzerModelFileData>) => queryOptions<DownloadVisitAnalyzerModelFileResponse, DefaultError, DownloadVisitAnalyzerModelFileResponse, ReturnType<typeof downloadVisitAnalyzerModelFileQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await downloadVisitAnalyzerModelFile({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: downloadVisitAnalyzerModelFileQueryKey(options)
});

/**
 * Upload a configuration file of a visit analyzer model
 *
 * Any bytes of any content type, at most 1 MiB.
 *
 * Least role: EDITOR.
 */
export const putVisitAnalyzerModelFileMutation = (options?: Partial<Options<PutVisitAnalyzerModelFileData>>): UseMutationOptions<PutVisitAnalyzerModelFileResponse, DefaultError, Options<PutVisitAnalyzerModelFileData>> => {
    const mutationOptions: UseMutationOptions<PutVisitAnalyzerModelFileResponse, DefaultError, Options<PutVisitAnalyzerModelFileData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await putVisitAnalyzerModelFile({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listVisitAnalyzerModelFailuresQueryKey = (options: Options<ListVisitAnalyzerModelFailuresData>) => createQueryKey('listVisitAnalyzerModelFailures', options);

/**
 * List the activities on which a visit analyzer model has failed
 *
 * Newest first: the last 1,000 of the last 7 days.
 *
 * Least role: READER.
 */
export const listVisitAnalyzerModelFailuresOptions = (options: Options<ListVisitAnalyzerModelFailuresData>) => queryOptions<ListVisitAnalyzerModelFailuresResponse, DefaultError, ListVisitAnalyzerModelFailuresResponse, ReturnType<typeof listVisitAnalyzerModelFailuresQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listVisitAnalyzerModelFailures({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listVisitAnalyzerModelFailuresQueryKey(options)
});

export const downloadConfigurationFileQueryKey = (options: Options<DownloadConfigurationFileData>) => createQueryKey('downloadConfigurationFile', options);

/**
 * Download one of the worker's configuration files
 *
 * Only for the workers of plugins.
 */
export const downloadConfigurationFileOptions = (options: Options<DownloadConfigurationFileData>) => queryOptions<DownloadConfigurationFileResponse, DefaultError, DownloadConfigurationFileResponse, ReturnType<typeof downloadConfigurationFileQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await downloadConfigurationFile({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: downloadConfigurationFileQueryKey(options)
});

export const listChannelVisitAnalyzerSelectionsQueryKey = (options: Options<ListChannelVisitAnalyzerSelectionsData>) => createQueryKey('listChannelVisitAnalyzerSelections', options);

/**
 * List a channel's analyzers
 *
 * In the order of their execution.
 *
 * Least role: READER.
 */
export const listChannelVisitAnalyzerSelectionsOptions = (options: Options<ListChannelVisitAnalyzerSelectionsData>) => queryOptions<ListChannelVisitAnalyzerSelectionsResponse, DefaultError, ListChannelVisitAnalyzerSelectionsResponse, ReturnType<typeof listChannelVisitAnalyzerSelectionsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listChannelVisitAnalyzerSelections({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listChannelVisitAnalyzerSelectionsQueryKey(options)
});

/**
 * Have the activities of a channel analyzed
 *
 * Least role: EDITOR.
 */
export const createChannelVisitAnalyzerSelectionMutation = (options?: Partial<Options<CreateChannelVisitAnalyzerSelectionData>>): UseMutationOptions<CreateChannelVisitAnalyzerSelectionResponse, DefaultError, Options<CreateChannelVisitAnalyzerSelectionData>> => {
    const mutationOptions: UseMutationOptions<CreateChannelVisitAnalyzerSelectionResponse, DefaultError, Options<CreateChannelVisitAnalyzerSelectionData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createChannelVisitAnalyzerSelection({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Replace a channel's analyzers
 *
 * Takes effect at once: no activity meets a part of the list.
 *
 * Least role: EDITOR.
 */
export const putChannelVisitAnalyzerSelectionsMutation = (options?: Partial<Options<PutChannelVisitAnalyzerSelectionsData>>): UseMutationOptions<PutChannelVisitAnalyzerSelectionsResponse, DefaultError, Options<PutChannelVisitAnalyzerSelectionsData>> => {
    const mutationOptions: UseMutationOptions<PutChannelVisitAnalyzerSelectionsResponse, DefaultError, Options<PutChannelVisitAnalyzerSelectionsData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await putChannelVisitAnalyzerSelections({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Delete a selection
 *
 * Least role: EDITOR.
 */
export const deleteChannelVisitAnalyzerSelectionMutation = (options?: Partial<Options<DeleteChannelVisitAnalyzerSelectionData>>): UseMutationOptions<DeleteChannelVisitAnalyzerSelectionResponse, DefaultError, Options<DeleteChannelVisitAnalyzerSelectionData>> => {
    const mutationOptions: UseMutationOptions<DeleteChannelVisitAnalyzerSelectionResponse, DefaultError, Options<DeleteChannelVisitAnalyzerSelectionData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteChannelVisitAnalyzerSelection({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getChannelVisitAnalyzerSelectionQueryKey = (options: Options<GetChannelVisitAnalyzerSelectionData>) => createQueryKey('getChannelVisitAnalyzerSelection', options);

/**
 * Read a selection
 *
 * Least role: READER.
 */
export const getChannelVisitAnalyzerSelectionOptions = (options: Options<GetChannelVisitAnalyzerSelectionData>) => queryOptions<GetChannelVisitAnalyzerSelectionResponse, DefaultError, GetChannelVisitAnalyzerSelectionResponse, ReturnType<typeof getChannelVisitAnalyzerSelectionQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getChannelVisitAnalyzerSelection({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getChannelVisitAnalyzerSelectionQueryKey(options)
});

export const listDataWarehousesQueryKey = (options: Options<ListDataWarehousesData>) => createQueryKey('listDataWarehouses', options);

/**
 * List the data warehouses of an organisation
 *
 * Least role: READER.
 */
export const listDataWarehousesOptions = (options: Options<ListDataWarehousesData>) => queryOptions<ListDataWarehousesResponse, DefaultError, ListDataWarehousesResponse, ReturnType<typeof listDataWarehousesQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listDataWarehouses({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listDataWarehousesQueryKey(options)
});

/**
 * Register a data warehouse
 *
 * Without `organisation_id` in query or body, it belongs to an organisation in which the caller may write.
 *
 * Least role: EDITOR.
 */
export const createDataWarehouseMutation = (options?: Partial<Options<CreateDataWarehouseData>>): UseMutationOptions<CreateDataWarehouseResponse, DefaultError, Options<CreateDataWarehouseData>> => {
    const mutationOptions: UseMutationOptions<CreateDataWarehouseResponse, DefaultError, Options<CreateDataWarehouseData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createDataWarehouse({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Delete a data warehouse
 *
 * Deletes its configurations, credentials and metadata.
 *
 * Least role: EDITOR.
 */
export const deleteDataWarehouseMutation = (options?: Partial<Options<DeleteDataWarehouseData>>): UseMutationOptions<DeleteDataWarehouseResponse, DefaultError, Options<DeleteDataWarehouseData>> => {
    const mutationOptions: UseMutationOptions<DeleteDataWarehouseResponse, DefaultError, Options<DeleteDataWarehouseData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteDataWarehouse({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getDataWarehouseQueryKey = (options: Options<GetDataWarehouseData>) => createQueryKey('getDataWarehouse', options);

/**
 * Read a data warehouse
 *
 * Least role: READER.
 */
export const getDataWarehouseOptions = (options: Options<GetDataWarehouseData>) => queryOptions<GetDataWarehouseResponse, DefaultError, GetDataWarehouseResponse, ReturnType<typeof getDataWarehouseQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getDataWarehouse({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getDataWarehouseQueryKey(options)
});

/**
 * Replace a data warehouse
 *
 * A change of the engine type deletes the credentials.
 *
 * Least role: EDITOR.
 */
export const updateDataWarehouseMutation = (options?: Partial<Options<UpdateDataWarehouseData>>): UseMutationOptions<UpdateDataWarehouseResponse, DefaultError, Options<UpdateDataWarehouseData>> => {
    const mutationOptions: UseMutationOptions<UpdateDataWarehouseResponse, DefaultError, Options<UpdateDataWarehouseData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateDataWarehouse({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getDataWarehouseCredentialsQueryKey = (options: Options<GetDataWarehouseCredentialsData>) => createQueryKey('getDataWarehouseCredentials', options);

/**
 * Read whether credentials are set
 *
 * Least role: READER.
 */
export const getDataWarehouseCredentialsOptions = (options: Options<GetDataWarehouseCredentialsData>) => queryOptions<GetDataWarehouseCredentialsResponse, DefaultError, GetDataWarehouseCredentialsResponse, ReturnType<typeof getDataWarehouseCredentialsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getDataWarehouseCredentials({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getDataWarehouseCredentialsQueryKey(options)
});

/**
 * Set the credentials
 *
 * The schema depends on the engine type. Credentials are stored encrypted and never shown again.
 *
 * Least role: EDITOR.
 */
export const putDataWarehouseCredentialsMutation = (options?: Partial<Options<PutDataWarehouseCredentialsData>>): UseMutationOptions<PutDataWarehouseCredentialsResponse, DefaultError, Options<PutDataWarehouseCredentialsData>> => {
    const mutationOptions: UseMutationOptions<PutDataWarehouseCredentialsResponse, DefaultError, Options<PutDataWarehouseCredentialsData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await putDataWarehouseCredentials({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Try credentials before they are set
 *
 * Signs in to the engine with them. Nothing is stored, and those that are set stay.
 *
 * Least role: EDITOR.
 */
export const testDataWarehouseCredentialsMutation = (options?: Partial<Options<TestDataWarehouseCredentialsData>>): UseMutationOptions<TestDataWarehouseCredentialsResponse, DefaultError, Options<TestDataWarehouseCredentialsData>> => {
    const mutationOptions: UseMutationOptions<TestDataWarehouseCredentialsResponse, DefaultError, Options<TestDataWarehouseCredentialsData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await testDataWarehouseCredentials({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getDataWarehouseMetadataQueryKey = (options: Options<GetDataWarehouseMetadataData>) => createQueryKey('getDataWarehouseMetadata', options);

/**
 * Read the stored metadata
 *
 * Least role: READER.
 */
export const getDataWarehouseMetadataOptions = (options: Options<GetDataWarehouseMetadataData>) => queryOptions<GetDataWarehouseMetadataResponse, DefaultError, GetDataWarehouseMetadataResponse, ReturnType<typeof getDataWarehouseMetadataQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getDataWarehouseMetadata({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getDataWarehouseMetadataQueryKey(options)
});

/**
 * Read the metadata from the engine
 *
 * Merges the result into the stored tree and returns the tree, without objects that have disappeared.
 *
 * Least role: EDITOR.
 */
export const refreshDataWarehouseMetadataMutation = (options?: Partial<Options<RefreshDataWarehouseMetadataData>>): UseMutationOptions<RefreshDataWarehouseMetadataResponse, DefaultError, Options<RefreshDataWarehouseMetadataData>> => {
    const mutationOptions: UseMutationOptions<RefreshDataWarehouseMetadataResponse, DefaultError, Options<RefreshDataWarehouseMetadataData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await refreshDataWarehouseMetadata({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listDataWarehouseDatabasesQueryKey = (options: Options<ListDataWarehouseDatabasesData>) => createQueryKey('listDataWarehouseDatabases', options);

/**
 * List the databases of a data warehouse
 *
 * Least role: READER.
 */
export const listDataWarehouseDatabasesOptions = (options: Options<ListDataWarehouseDatabasesData>) => queryOptions<ListDataWarehouseDatabasesResponse, DefaultError, ListDataWarehouseDatabasesResponse, ReturnType<typeof listDataWarehouseDatabasesQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listDataWarehouseDatabases({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listDataWarehouseDatabasesQueryKey(options)
});

export const getDataWarehouseColumnQueryKey = (options: Options<GetDataWarehouseColumnData>) => createQueryKey('getDataWarehouseColumn', options);

/**
 * Read a column with its table, schema and database
 *
 * Least role: READER.
 */
export const getDataWarehouseColumnOptions = (options: Options<GetDataWarehouseColumnData>) => queryOptions<GetDataWarehouseColumnResponse, DefaultError, GetDataWarehouseColumnResponse, ReturnType<typeof getDataWarehouseColumnQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getDataWarehouseColumn({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getDataWarehouseColumnQueryKey(options)
});

/**
 * Unlink a data warehouse from a datamart
 *
 * Least role: EDITOR.
 */
export const deleteDataWarehouseDatamartConfigMutation = (options?: Partial<Options<DeleteDataWarehouseDatamartConfigData>>): UseMutationOptions<DeleteDataWarehouseDatamartConfigResponse, DefaultError, Options<DeleteDataWarehouseDatamartConfigData>> => {
    const mutationOptions: UseMutationOptions<DeleteDataWarehouseDatamartConfigResponse, DefaultError, Options<DeleteDataWarehouseDatamartConfigData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteDataWarehouseDatamartConfig({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getDataWarehouseDatamartConfigQueryKey = (options: Options<GetDataWarehouseDatamartConfigData>) => createQueryKey('getDataWarehouseDatamartConfig', options);

/**
 * Read the link between a datamart and a data warehouse
 *
 * Least role: READER.
 */
export const getDataWarehouseDatamartConfigOptions = (options: Options<GetDataWarehouseDatamartConfigData>) => queryOptions<GetDataWarehouseDatamartConfigResponse, DefaultError, GetDataWarehouseDatamartConfigResponse, ReturnType<typeof getDataWarehouseDatamartConfigQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getDataWarehouseDatamartConfig({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getDataWarehouseDatamartConfigQueryKey(options)
});

/**
 * Link a data warehouse to a datamart
 *
 * Least role: EDITOR.
 */
export const putDataWarehouseDatamartConfigMutation = (options?: Partial<Options<PutDataWarehouseDatamartConfigData>>): UseMutationOptions<PutDataWarehouseDatamartConfigResponse, DefaultError, Options<PutDataWarehouseDatamartConfigData>> => {
    const mutationOptions: UseMutationOptions<PutDataWarehouseDatamartConfigResponse, DefaultError, Options<PutDataWarehouseDatamartConfigData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await putDataWarehouseDatamartConfig({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listCommunitiesQueryKey = (options?: Options<ListCommunitiesData>) => createQueryKey('listCommunities', options);

/**
 * List the communities of the caller
 *
 * Least role: READER.
 */
export const listCommunitiesOptions = (options?: Options<ListCommunitiesData>) => queryOptions<ListCommunitiesResponse, DefaultError, ListCommunitiesResponse, ReturnType<typeof listCommunitiesQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listCommunities({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listCommunitiesQueryKey(options)
});

export const getCommunityQueryKey = (options: Options<GetCommunityData>) => createQueryKey('getCommunity', options);

/**
 * Read a community
 *
 * Least role: READER.
 */
export const getCommunityOptions = (options: Options<GetCommunityData>) => queryOptions<GetCommunityResponse, DefaultError, GetCommunityResponse, ReturnType<typeof getCommunityQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getCommunity({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getCommunityQueryKey(options)
});

/**
 * Rename a community
 *
 * Least role: COMMUNITY_ADMIN.
 */
export const updateCommunityMutation = (options?: Partial<Options<UpdateCommunityData>>): UseMutationOptions<UpdateCommunityResponse, DefaultError, Options<UpdateCommunityData>> => {
    const mutationOptions: UseMutationOptions<UpdateCommunityResponse, DefaultError, Options<UpdateCommunityData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateCommunity({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listOrganisationsQueryKey = (options?: Options<ListOrganisationsData>) => createQueryKey('listOrganisations', options);

/**
 * List the organisations of the caller
 *
 * Least role: READER.
 */
export const listOrganisationsOptions = (options?: Options<ListOrganisationsData>) => queryOptions<ListOrganisationsResponse, DefaultError, ListOrganisationsResponse, ReturnType<typeof listOrganisationsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listOrganisations({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listOrganisationsQueryKey(options)
});

/**
 * Create an organisation
 *
 * Least role: COMMUNITY_ADMIN.
 */
export const createOrganisationMutation = (options?: Partial<Options<CreateOrganisationData>>): UseMutationOptions<CreateOrganisationResponse, DefaultError, Options<CreateOrganisationData>> => {
    const mutationOptions: UseMutationOptions<CreateOrganisationResponse, DefaultError, Options<CreateOrganisationData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createOrganisation({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getOrganisationQueryKey = (options: Options<GetOrganisationData>) => createQueryKey('getOrganisation', options);

/**
 * Read an organisation
 *
 * Least role: READER.
 */
export const getOrganisationOptions = (options: Options<GetOrganisationData>) => queryOptions<GetOrganisationResponse, DefaultError, GetOrganisationResponse, ReturnType<typeof getOrganisationQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getOrganisation({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getOrganisationQueryKey(options)
});

/**
 * Rename an organisation
 *
 * Least role: COMMUNITY_ADMIN.
 */
export const updateOrganisationMutation = (options?: Partial<Options<UpdateOrganisationData>>): UseMutationOptions<UpdateOrganisationResponse, DefaultError, Options<UpdateOrganisationData>> => {
    const mutationOptions: UseMutationOptions<UpdateOrganisationResponse, DefaultError, Options<UpdateOrganisationData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateOrganisation({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listAuditEventsQueryKey = (options: Options<ListAuditEventsData>) => createQueryKey('listAuditEvents', options);

/**
 * List who has done what
 *
 * Successful writes of configurations, sign-ins, and reads, exports and erasures of people; the newest first. Kept for 13 months; none can be changed or deleted. Signed reads of segments are one event by credential and hour, with their `count`. Events of a community stand in each of its organisations. `total` counts up to 10,000.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const listAuditEventsOptions = (options: Options<ListAuditEventsData>) => queryOptions<ListAuditEventsResponse, DefaultError, ListAuditEventsResponse, ReturnType<typeof listAuditEventsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listAuditEvents({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listAuditEventsQueryKey(options)
});

export const listDatamartsQueryKey = (options?: Options<ListDatamartsData>) => createQueryKey('listDatamarts', options);

/**
 * List the datamarts of the caller
 *
 * Least role: READER.
 */
export const listDatamartsOptions = (options?: Options<ListDatamartsData>) => queryOptions<ListDatamartsResponse, DefaultError, ListDatamartsResponse, ReturnType<typeof listDatamartsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listDatamarts({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listDatamartsQueryKey(options)
});

/**
 * Create a datamart
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const createDatamartMutation = (options?: Partial<Options<CreateDatamartData>>): UseMutationOptions<CreateDatamartResponse, DefaultError, Options<CreateDatamartData>> => {
    const mutationOptions: UseMutationOptions<CreateDatamartResponse, DefaultError, Options<CreateDatamartData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createDatamart({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getDatamartQueryKey = (options: Options<GetDatamartData>) => createQueryKey('getDatamart', options);

/**
 * Read a datamart
 *
 * Least role: READER.
 */
export const getDatamartOptions = (options: Options<GetDatamartData>) => queryOptions<GetDatamartResponse, DefaultError, GetDatamartResponse, ReturnType<typeof getDatamartQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getDatamart({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getDatamartQueryKey(options)
});

/**
 * Change a datamart
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const updateDatamartMutation = (options?: Partial<Options<UpdateDatamartData>>): UseMutationOptions<UpdateDatamartResponse, DefaultError, Options<UpdateDatamartData>> => {
    const mutationOptions: UseMutationOptions<UpdateDatamartResponse, DefaultError, Options<UpdateDatamartData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateDatamart({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getConnectedUserQueryKey = (options?: Options<GetConnectedUserData>) => createQueryKey('getConnectedUser', options);

/**
 * Read the caller
 *
 * Least role: READER.
 */
export const getConnectedUserOptions = (options?: Options<GetConnectedUserData>) => queryOptions<GetConnectedUserResponse, DefaultError, GetConnectedUserResponse, ReturnType<typeof getConnectedUserQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getConnectedUser({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getConnectedUserQueryKey(options)
});

export const listUsersQueryKey = (options?: Options<ListUsersData>) => createQueryKey('listUsers', options);

/**
 * List the users that the caller can see
 *
 * Least role: READER.
 */
export const listUsersOptions = (options?: Options<ListUsersData>) => queryOptions<ListUsersResponse, DefaultError, ListUsersResponse, ReturnType<typeof listUsersQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listUsers({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listUsersQueryKey(options)
});

/**
 * Create a user
 *
 * A new user has no role, and so no permissions.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const createUserMutation = (options?: Partial<Options<CreateUserData>>): UseMutationOptions<CreateUserResponse, DefaultError, Options<CreateUserData>> => {
    const mutationOptions: UseMutationOptions<CreateUserResponse, DefaultError, Options<CreateUserData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createUser({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Delete a user
 *
 * Its roles, tokens and keys end everywhere within a second, and its e-mail address is free again. What it has created stays.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const deleteUserMutation = (options?: Partial<Options<DeleteUserData>>): UseMutationOptions<DeleteUserResponse, DefaultError, Options<DeleteUserData>> => {
    const mutationOptions: UseMutationOptions<DeleteUserResponse, DefaultError, Options<DeleteUserData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteUser({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getUserQueryKey = (options: Options<GetUserData>) => createQueryKey('getUser', options);

/**
 * Read a user
 *
 * Least role: READER.
 */
export const getUserOptions = (options: Options<GetUserData>) => queryOptions<GetUserResponse, DefaultError, GetUserResponse, ReturnType<typeof getUserQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getUser({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getUserQueryKey(options)
});

/**
 * Change a user
 *
 * Users may change themselves; an admin may change the users of the organisation.
 *
 * Least role: READER.
 */
export const updateUserMutation = (options?: Partial<Options<UpdateUserData>>): UseMutationOptions<UpdateUserResponse, DefaultError, Options<UpdateUserData>> => {
    const mutationOptions: UseMutationOptions<UpdateUserResponse, DefaultError, Options<UpdateUserData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateUser({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listUserRolesQueryKey = (options: Options<ListUserRolesData>) => createQueryKey('listUserRoles', options);

/**
 * List a user's roles
 *
 * Lists the roles in organisations that the caller can see.
 *
 * Least role: READER.
 */
export const listUserRolesOptions = (options: Options<ListUserRolesData>) => queryOptions<ListUserRolesResponse, DefaultError, ListUserRolesResponse, ReturnType<typeof listUserRolesQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listUserRoles({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listUserRolesQueryKey(options)
});

/**
 * Grant a role
 *
 * Callers can only grant roles up to their own. The role is effective everywhere within a second.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const createUserRoleMutation = (options?: Partial<Options<CreateUserRoleData>>): UseMutationOptions<CreateUserRoleResponse, DefaultError, Options<CreateUserRoleData>> => {
    const mutationOptions: UseMutationOptions<CreateUserRoleResponse, DefaultError, Options<CreateUserRoleData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createUserRole({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Revoke a role
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const deleteUserRoleMutation = (options?: Partial<Options<DeleteUserRoleData>>): UseMutationOptions<DeleteUserRoleResponse, DefaultError, Options<DeleteUserRoleData>> => {
    const mutationOptions: UseMutationOptions<DeleteUserRoleResponse, DefaultError, Options<DeleteUserRoleData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await deleteUserRole({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getUserRoleQueryKey = (options: Options<GetUserRoleData>) => createQueryKey('getUserRole', options);

/**
 * Read a role
 *
 * Least role: READER.
 */
export const getUserRoleOptions = (options: Options<GetUserRoleData>) => queryOptions<GetUserRoleResponse, DefaultError, GetUserRoleResponse, ReturnType<typeof getUserRoleQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getUserRole({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getUserRoleQueryKey(options)
});

/**
 * Change a role
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const updateUserRoleMutation = (options?: Partial<Options<UpdateUserRoleData>>): UseMutationOptions<UpdateUserRoleResponse, DefaultError, Options<UpdateUserRoleData>> => {
    const mutationOptions: UseMutationOptions<UpdateUserRoleResponse, DefaultError, Options<UpdateUserRoleData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await updateUserRole({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listInvitationsQueryKey = (options: Options<ListInvitationsData>) => createQueryKey('listInvitations', options);

/**
 * List the open invitations
 *
 * Those that are neither used nor revoked, and whose 24 hours are not over.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const listInvitationsOptions = (options: Options<ListInvitationsData>) => queryOptions<ListInvitationsResponse, DefaultError, ListInvitationsResponse, ReturnType<typeof listInvitationsQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listInvitations({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listInvitationsQueryKey(options)
});

/**
 * Invite a person
 *
 * Adds the user with the role, and answers with a link that lets the person in: with the provider of sign-ins, or, where there is none, with an API token of full rights that the page of the link makes. It works once, for 24 hours; only this response has it. For a user who has not come in yet it makes another link, with which the earlier one ends. A change of the user's roles ends it, too.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const createInvitationMutation = (options?: Partial<Options<CreateInvitationData>>): UseMutationOptions<CreateInvitationResponse, DefaultError, Options<CreateInvitationData>> => {
    const mutationOptions: UseMutationOptions<CreateInvitationResponse, DefaultError, Options<CreateInvitationData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createInvitation({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Revoke an invitation
 *
 * Its link ends at once. The user and the role stay.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const revokeInvitationMutation = (options?: Partial<Options<RevokeInvitationData>>): UseMutationOptions<RevokeInvitationResponse, DefaultError, Options<RevokeInvitationData>> => {
    const mutationOptions: UseMutationOptions<RevokeInvitationResponse, DefaultError, Options<RevokeInvitationData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await revokeInvitation({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listOrganisationApiTokensQueryKey = (options: Options<ListOrganisationApiTokensData>) => createQueryKey('listOrganisationApiTokens', options);

/**
 * List the API tokens of all users of an organisation
 *
 * Those of its users and guests whose roles the caller covers, with masked values; the one that was not used for longest first. So tokens that no program uses any more are found and revoked.
 *
 * Least role: ORGANISATION_ADMIN.
 */
export const listOrganisationApiTokensOptions = (options: Options<ListOrganisationApiTokensData>) => queryOptions<ListOrganisationApiTokensResponse, DefaultError, ListOrganisationApiTokensResponse, ReturnType<typeof listOrganisationApiTokensQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listOrganisationApiTokens({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listOrganisationApiTokensQueryKey(options)
});

export const listApiTokensQueryKey = (options: Options<ListApiTokensData>) => createQueryKey('listApiTokens', options);

/**
 * List a user's API tokens
 *
 * Least role: READER.
 */
export const listApiTokensOptions = (options: Options<ListApiTokensData>) => queryOptions<ListApiTokensResponse, DefaultError, ListApiTokensResponse, ReturnType<typeof listApiTokensQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listApiTokens({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listApiTokensQueryKey(options)
});

/**
 * Create an API token
 *
 * Only this response shows the value.
 *
 * Least role: READER.
 */
export const createApiTokenMutation = (options?: Partial<Options<CreateApiTokenData>>): UseMutationOptions<CreateApiTokenResponse, DefaultError, Options<CreateApiTokenData>> => {
    const mutationOptions: UseMutationOptions<CreateApiTokenResponse, DefaultError, Options<CreateApiTokenData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createApiToken({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Revoke an API token
 *
 * The token stops working everywhere within a second.
 *
 * Least role: READER.
 */
export const revokeApiTokenMutation = (options?: Partial<Options<RevokeApiTokenData>>): UseMutationOptions<RevokeApiTokenResponse, DefaultError, Options<RevokeApiTokenData>> => {
    const mutationOptions: UseMutationOptions<RevokeApiTokenResponse, DefaultError, Options<RevokeApiTokenData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await revokeApiToken({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const getApiTokenQueryKey = (options: Options<GetApiTokenData>) => createQueryKey('getApiToken', options);

/**
 * Read an API token
 *
 * Least role: READER.
 */
export const getApiTokenOptions = (options: Options<GetApiTokenData>) => queryOptions<GetApiTokenResponse, DefaultError, GetApiTokenResponse, ReturnType<typeof getApiTokenQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await getApiToken({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: getApiTokenQueryKey(options)
});

/**
 * Rename an API token
 *
 * Least role: READER.
 */
export const renameApiTokenMutation = (options?: Partial<Options<RenameApiTokenData>>): UseMutationOptions<RenameApiTokenResponse, DefaultError, Options<RenameApiTokenData>> => {
    const mutationOptions: UseMutationOptions<RenameApiTokenResponse, DefaultError, Options<RenameApiTokenData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await renameApiToken({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

export const listMessageAuthenticationKeysQueryKey = (options: Options<ListMessageAuthenticationKeysData>) => createQueryKey('listMessageAuthenticationKeys', options);

/**
 * List a user's signing keys
 *
 * Least role: READER.
 */
export const listMessageAuthenticationKeysOptions = (options: Options<ListMessageAuthenticationKeysData>) => queryOptions<ListMessageAuthenticationKeysResponse, DefaultError, ListMessageAuthenticationKeysResponse, ReturnType<typeof listMessageAuthenticationKeysQueryKey>>({
    queryFn: async ({ queryKey, signal }) => {
        const { data } = await listMessageAuthenticationKeys({
            ...options,
            ...queryKey[0],
            signal,
            throwOnError: true
        });
        return data;
    },
    queryKey: listMessageAuthenticationKeysQueryKey(options)
});

/**
 * Create a signing key
 *
 * Only this response shows the secret.
 *
 * Least role: READER.
 */
export const createMessageAuthenticationKeyMutation = (options?: Partial<Options<CreateMessageAuthenticationKeyData>>): UseMutationOptions<CreateMessageAuthenticationKeyResponse, DefaultError, Options<CreateMessageAuthenticationKeyData>> => {
    const mutationOptions: UseMutationOptions<CreateMessageAuthenticationKeyResponse, DefaultError, Options<CreateMessageAuthenticationKeyData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await createMessageAuthenticationKey({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};

/**
 * Revoke a signing key
 *
 * The key stops working everywhere within a second. Its `key_id` cannot be used again.
 *
 * Least role: READER.
 */
export const revokeMessageAuthenticationKeyMutation = (options?: Partial<Options<RevokeMessageAuthenticationKeyData>>): UseMutationOptions<RevokeMessageAuthenticationKeyResponse, DefaultError, Options<RevokeMessageAuthenticationKeyData>> => {
    const mutationOptions: UseMutationOptions<RevokeMessageAuthenticationKeyResponse, DefaultError, Options<RevokeMessageAuthenticationKeyData>> = {
        mutationFn: async (fnOptions) => {
            const { data } = await revokeMessageAuthenticationKey({
                ...options,
                ...fnOptions,
                throwOnError: true
            });
            return data;
        }
    };
    return mutationOptions;
};
