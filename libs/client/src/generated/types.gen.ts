// Generated from the description of the API by scripts/generate-client.mjs.

export type ClientOptions = {
    baseUrl: `${string}://${string}/v1` | (string & {});
};

export type ActivityReceipt = {
    /**
     * The activity's id: `$unique_key` if it has one. A duplicate gets the id of the first, unless the platform was upgraded or its key rotated in between.
     */
    id: string;
    /**
     * When the platform received it, epoch milliseconds.
     */
    received_ts: number;
};

export type PlannedEventType = {
    /**
     * The `$event_name`.
     */
    name: string;
    description?: string;
    /**
     * BLOCKED: such events are left out of their activities, and counted.
     */
    status: 'OBSERVED' | 'EXPECTED' | 'BLOCKED';
    /**
     * JSON Schema 2020-12 of `$properties`: at most 64 KiB, 16 deep, 10,000 nodes with what its references lead to, which must be in it and not recursive. Patterns are those of RE2. `format` only annotates; `"x-sensitive": true` keeps examples of a property out.
     */
    schema?: {
        [key: string]: unknown;
    } | boolean;
    /**
     * Default: COUNT.
     */
    on_violation?: 'COUNT' | 'REFUSE';
};

export type Datamart = {
    id: string;
    name: string;
    organisation_id: string;
    /**
     * A name of the IANA database, like Europe/Paris. Days of reports are in it.
     */
    time_zone: string;
    /**
     * Words of the junk list that identify people in this datamart, like `guest`, in any case; with their hashes.
     */
    junk_exceptions: Array<string>;
    /**
     * Beyond which numbers people are flagged: accounts and e-mails of 7 days, agents of 2 days, merges of 14 days.
     */
    flag_rules: {
        /**
         * The most accounts that a person may gain unflagged; 0: the rule is off. Default: 4.
         */
        accounts: number;
        /**
         * The most emails that a person may gain unflagged; 0: the rule is off. Default: 4.
         */
        emails: number;
        /**
         * The most agents that a person may gain unflagged; 0: the rule is off. Default: 10.
         */
        agents: number;
        /**
         * The most merges that a person may gain unflagged; 0: the rule is off. Default: 8.
         */
        merges: number;
    };
};

export type DashboardContent = {
    sections: Array<{
        title?: string | null;
        cards: Array<{
            /**
             * Column of its left edge.
             */
            x: number;
            /**
             * Row of its upper edge.
             */
            y: number;
            /**
             * Width, columns.
             */
            w: number;
            /**
             * Height, rows.
             */
            h: number;
            layout?: 'vertical' | 'horizontal' | null;
            charts: Array<{
                /**
                 * Makes the chart a reference, which needs no type and no dataset.
                 */
                chart_id?: string | number | null;
                title?: string | null;
                type?: string | null;
                colors?: Array<string> | null;
                dataset?: {
                    [key: string]: unknown;
                } | null;
                options?: {
                    [key: string]: unknown;
                } | null;
                [key: string]: unknown;
            }>;
            [key: string]: unknown;
        }>;
        [key: string]: unknown;
    }>;
    /**
     * Shown on top of the dashboard; the chosen value applies to all queries.
     */
    available_filters?: Array<{
        title?: string | null;
        [key: string]: unknown;
    }> | null;
    [key: string]: unknown;
};

export type DateRange = {
    /**
     * ISO 8601, in the time zone of the report unless an offset is written, or date math: an anchor (`now`, or a date followed by `||`), then `+N<unit>`, `-N<unit>` or `/<unit>` of y M w d h H m s. Inclusive. At most 4 months ago.
     */
    start_date: string;
    /**
     * ISO 8601, in the time zone of the report unless an offset is written, or date math: an anchor (`now`, or a date followed by `||`), then `+N<unit>`, `-N<unit>` or `/<unit>` of y M w d h H m s. Inclusive.
     */
    end_date: string;
};

export type DimensionFilter = {
    /**
     * Need not be among the dimensions of the request.
     */
    dimension_name: string;
    /**
     * Negates the operator. Default: false.
     */
    not?: boolean | null;
    /**
     * LIKE: the dimension contains the first expression, ignoring case.
     */
    operator: 'EXACT' | 'LIKE' | 'IN_LIST';
    expressions: Array<string | number | boolean>;
};

export type FilterClause = {
    /**
     * Default: OR.
     */
    operator?: 'OR' | 'AND' | null;
    filters: Array<FilterGroup | DimensionFilter>;
};

export type FilterGroup = {
    /**
     * Default: OR.
     */
    operator?: 'OR' | 'AND' | null;
    /**
     * Negates the group. Default: false.
     */
    not?: boolean | null;
    filters: Array<DimensionFilter>;
};

export type ReportRequest = {
    /**
     * Without metrics, the rows are the values of the dimensions.
     */
    metrics?: Array<{
        /**
         * Name of a metric: `users`, `sessions`, `revenue` …
         */
        expression: string;
    }> | null;
    /**
     * Without dimensions, one row covers the whole date range.
     */
    dimensions?: Array<{
        /**
         * Name of a dimension: `date_yyyy_mm_dd`, `channel_id` …
         */
        name: string;
    }> | null;
    /**
     * Exactly one.
     */
    date_ranges: [
        DateRange
    ];
    /**
     * The zone of the dates, of the range and of the dimensions: a name of the IANA database, like Europe/Paris. Default: that of the datamart; UTC for collections. The answer names it in `X-Time-Zone`.
     */
    time_zone?: string | null;
    order_by?: {
        /**
         * A column of the report; with a leading minus sign: descending.
         */
        field_name: string;
    } | null;
    dimension_filter_clauses?: FilterClause | null;
};

export type ActivitiesReportRequest = {
    /**
     * Without metrics, the rows are the values of the dimensions.
     */
    metrics?: Array<{
        /**
         * Name of a metric: `users`, `sessions`, `revenue` …
         */
        expression: string;
    }> | null;
    /**
     * Without dimensions, one row covers the whole date range.
     */
    dimensions?: Array<{
        /**
         * Name of a dimension: `date_yyyy_mm_dd`, `channel_id` …
         */
        name: string;
    }> | null;
    /**
     * Exactly one.
     */
    date_ranges: [
        DateRange
    ];
    /**
     * The zone of the dates, of the range and of the dimensions: a name of the IANA database, like Europe/Paris. Default: that of the datamart; UTC for collections. The answer names it in `X-Time-Zone`.
     */
    time_zone?: string | null;
    order_by?: {
        /**
         * A column of the report; with a leading minus sign: descending.
         */
        field_name: string;
    } | null;
    dimension_filter_clauses?: FilterClause | null;
    /**
     * Whether the answer says what the numbers leave out, in `explain`. Default: false.
     */
    explain?: boolean | null;
};

export type UserActivity = {
    /**
     * The activity is stored once per key, however often it is sent.
     */
    $unique_key?: string | null;
    /**
     * When it happened, epoch milliseconds, also as decimal text. Default: now.
     */
    $ts?: number | string | null;
    /**
     * SITE_VISIT, APP_VISIT, CTV_VISIT, TOUCH, EMAIL, DISPLAY_AD or any other.
     */
    $type: string;
    $session_status?: 'NO_SESSION' | 'IN_SESSION' | 'CLOSED_SESSION' | 'SESSION_SNAPSHOT' | null;
    /**
     * Identifiers of the person. At least one is required, here or in the legacy root fields. Junk ones (empty, null, placeholders such as `undefined`, all zeros) are left out.
     */
    $user_identifiers?: Array<{
        $type: 'USER_ACCOUNT';
        $compartment_id?: string | number | null;
        $user_account_id: string | number | null;
        [key: string]: unknown;
    } | {
        $type: 'USER_AGENT';
        $user_agent_id: string | number | null;
        [key: string]: unknown;
    } | {
        $type: 'USER_EMAIL';
        $hash?: string | null;
        $email?: string | null;
        [key: string]: unknown;
    } | null> | null;
    $user_agent_id?: string | number | null;
    $user_account_id?: string | number | null;
    $compartment_id?: string | number | null;
    $email_hash?: {
        $hash?: string | null;
        $email?: string | null;
        [key: string]: unknown;
    } | null;
    /**
     * The app of an APP_VISIT.
     */
    $app_id?: string | null;
    /**
     * The site of an activity.
     */
    $site_id?: string | null;
    /**
     * The connected-TV app of a CTV_VISIT.
     */
    $ctv_id?: string | null;
    $events?: Array<{
        /**
         * `$set_user_profile_properties` and `$set_user_choice` change the profile or choice that they name.
         */
        $event_name: string;
        /**
         * Epoch milliseconds, also as decimal text. Default: the activity's.
         */
        $ts?: number | string | null;
        /**
         * Custom keys; values may be null.
         */
        $properties?: {
            [key: string]: unknown;
        } | null;
        [key: string]: unknown;
    }> | null;
    $user_agent_info?: {
        $initial_ts?: number | null;
        $form_factor?: string | null;
        $os_family?: string | null;
        $browser_family?: string | null;
        $browser_version?: string | null;
        $brand?: string | null;
        $model?: string | null;
        $os_version?: string | null;
        $carrier?: string | null;
        $raw_value?: string | null;
        $agent_type?: string | null;
        [key: string]: unknown;
    } | null;
    $location?: {
        $country?: string | null;
        $city?: string | null;
        $zip_code?: string | number | null;
        [key: string]: unknown;
    } | null;
    [key: string]: unknown;
};

export type UserChoicePayload = {
    /**
     * Must be the one of the path, if given.
     */
    $processing_id?: string | number | null;
    /**
     * When the person chose, epoch milliseconds, also as decimal text. The latest choice is the current one.
     */
    $choice_ts: number | string;
    /**
     * Whether the person agrees.
     */
    $choice_acceptance_value: boolean;
    [key: string]: unknown;
};

export type UserProfilePayload = {
    /**
     * When the properties become valid, epoch milliseconds, also as decimal text. Default: now. The latest write wins.
     */
    $ts?: number | string | null;
    $compartment_id?: string | number | null;
    $user_account_id?: string | number | null;
    [key: string]: unknown;
};

export type UserRole = {
    id: string;
    user_id: string;
    organisation_id: string;
    role: 'READER' | 'EDITOR' | 'ORGANISATION_ADMIN' | 'COMMUNITY_ADMIN';
};

export type Database = {
    data_warehouse_id: string;
    id: string;
    name: string;
    schemas: Array<Schema>;
    /**
     * First seen, epoch milliseconds.
     */
    discovery_date: number;
    /**
     * Last seen, epoch milliseconds.
     */
    last_seen_date: number;
    /**
     * When it was found to be gone, epoch milliseconds; absent while it exists.
     */
    disappearance_date?: number;
};

export type Schema = {
    id: string;
    name: string;
    tables: Array<Table>;
    /**
     * First seen, epoch milliseconds.
     */
    discovery_date: number;
    /**
     * Last seen, epoch milliseconds.
     */
    last_seen_date: number;
    /**
     * When it was found to be gone, epoch milliseconds; absent while it exists.
     */
    disappearance_date?: number;
};

export type Table = {
    id: string;
    name: string;
    has_read_access: boolean;
    columns: Array<Column>;
    /**
     * First seen, epoch milliseconds.
     */
    discovery_date: number;
    /**
     * Last seen, epoch milliseconds.
     */
    last_seen_date: number;
    /**
     * When it was found to be gone, epoch milliseconds; absent while it exists.
     */
    disappearance_date?: number;
    /**
     * Since when it can be seen but not read, epoch milliseconds.
     */
    read_access_disappearance_date?: number;
};

export type Column = {
    id: string;
    column_name: string;
    /**
     * The engine's name of the type.
     */
    type_name: string;
    /**
     * Its position in the table, from 0.
     */
    index: number;
    nullable: boolean;
    primary_key: boolean;
    /**
     * True for an array.
     */
    repeated: boolean;
    /**
     * False if the role of the credentials may not select it.
     */
    has_read_access: boolean;
    /**
     * First seen, epoch milliseconds.
     */
    discovery_date: number;
    /**
     * Last seen, epoch milliseconds.
     */
    last_seen_date: number;
    /**
     * When it was found to be gone, epoch milliseconds; absent while it exists.
     */
    disappearance_date?: number;
};

export type BigQueryCredentials = {
    type?: 'service_account';
    project_id: string;
    private_key: string;
    client_email: string;
};

export type PostgresCredentials = {
    host: string;
    port: number;
    user: string;
    password: string;
    database?: string;
    ssl?: boolean | {
        ca?: string;
        verify?: boolean;
    };
};

export type SnowflakeCredentials = {
    account: string;
    username: string;
    private_key?: string;
    password?: string;
    role?: string;
    warehouse?: string;
    database?: string;
};

export type ActivityAnalyzer = {
    id: string;
    organisation_id: string;
    name: string;
    /**
     * The `id` of its plugin version.
     */
    version_id: string;
    /**
     * The `version_id` of its plugin version, like `1.0.0`.
     */
    version_value: string;
    /**
     * That of its plugin.
     */
    group_id: string;
    /**
     * That of its plugin.
     */
    artifact_id: string;
    /**
     * The `id` of its plugin.
     */
    visit_analyzer_plugin_id: string;
    /**
     * What happens to an activity on which it has failed.
     */
    error_recovery_strategy: 'STORE_WITH_ERROR_ID' | 'STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS' | 'DROP';
};

export type ActivityAnalyzerFailure = {
    activity_id: string;
    /**
     * When the last call failed, or when the analysis ended without one.
     */
    ts: number;
    /**
     * `UNAVAILABLE`: no connection, or it broke. `TIMEOUT`: no whole answer in time. `PLUGIN_ERROR`: a status of 5xx. `BUSY`: 429. `INVALID_ANSWER`: another status or body than those of an analyzer. `NO_WORKER`: the version has no worker that may be called. `EXPIRED`: the activity has waited too long, or too many of its organisation wait.
     */
    class: 'UNAVAILABLE' | 'TIMEOUT' | 'PLUGIN_ERROR' | 'BUSY' | 'INVALID_ANSWER' | 'NO_WORKER' | 'EXPIRED';
    /**
     * HTTP status of the last answer, if there was one.
     */
    status?: number;
    /**
     * Calls that were made.
     */
    attempts: number;
};

export type ActivityAnalyzerProperty = {
    /**
     * Unique in its version.
     */
    technical_name: string;
    /**
     * `STRING`, `INT`, `BOOLEAN` …
     */
    property_type: string;
    /**
     * Any JSON value, as the type requires. `{"value":"****"}` if it is secret.
     */
    value: unknown;
    /**
     * `INSTANCE` if the analyzer has its own value, else the origin in its version.
     */
    origin: 'PLUGIN_STATIC' | 'PLUGIN' | 'INSTANCE';
    writable: boolean;
    deletable: boolean;
    /**
     * The value is encrypted, and only the worker can read it. Absent if it is not secret.
     */
    secret?: true;
};

export type ActivityReceipts = {
    /**
     * Number of lines that were accepted.
     */
    accepted: number;
    /**
     * Number of lines that were refused.
     */
    rejected: number;
    /**
     * One result for each line that is not blank, in the order of the lines.
     */
    results: Array<ActivityReceipt | {
        /**
         * AUTHORIZATION_ERROR: of another channel than that of the collect key.
         */
        error_code: 'BAD_REQUEST_FORMAT' | 'BAD_REQUEST_DATA' | 'AUTHORIZATION_ERROR';
        /**
         * Message for people; it names the field that is wrong.
         */
        error: string;
    }>;
};

export type ApiToken = {
    id: string;
    name: string;
    /**
     * Id of the user who created it. If the owner did, with a token that another user had created: the id of that user.
     */
    created_by: string;
    /**
     * Epoch milliseconds.
     */
    creation_date: number;
    /**
     * Epoch milliseconds. The token is refused after this time.
     */
    expiration_date: number;
    /**
     * The highest role with which it acts; absent if it is not limited.
     */
    role?: 'READER' | 'EDITOR' | 'ORGANISATION_ADMIN' | 'COMMUNITY_ADMIN';
    /**
     * The only datamarts in which it acts; absent if it is not limited to any.
     */
    datamart_ids?: Array<string>;
    /**
     * The hour of its last use, epoch milliseconds; absent before the first.
     */
    last_used_ts?: number;
    /**
     * Complete only in the response to the creation, later `****` and the last 4 characters.
     */
    value: string;
};

export type OrganisationApiToken = {
    id: string;
    name: string;
    /**
     * Id of the user who created it. If the owner did, with a token that another user had created: the id of that user.
     */
    created_by: string;
    /**
     * Epoch milliseconds.
     */
    creation_date: number;
    /**
     * Epoch milliseconds. The token is refused after this time.
     */
    expiration_date: number;
    /**
     * The highest role with which it acts; absent if it is not limited.
     */
    role?: 'READER' | 'EDITOR' | 'ORGANISATION_ADMIN' | 'COMMUNITY_ADMIN';
    /**
     * The only datamarts in which it acts; absent if it is not limited to any.
     */
    datamart_ids?: Array<string>;
    /**
     * The hour of its last use, epoch milliseconds; absent before the first.
     */
    last_used_ts?: number;
    /**
     * Complete only in the response to the creation, later `****` and the last 4 characters.
     */
    value: string;
    user_id: string;
    user_type: 'PERSON' | 'SERVICE';
    /**
     * The display name of a service account, else first and last name.
     */
    user_name: string;
};

export type AudienceSegment = {
    /**
     * The `segment_id` of its memberships.
     */
    id: string;
    organisation_id: string;
    datamart_id: string;
    name: string;
    /**
     * Unique in the datamart. Lines of imports may name the segment by it.
     */
    technical_name?: string;
    short_description?: string;
    /**
     * Milliseconds after which a membership ends whose write does not say; 0: never.
     */
    default_ttl?: number;
    type: 'USER_LIST';
    /**
     * Informative only.
     */
    paused: boolean;
    creation_ts: number;
    /**
     * How many people are in the segment. At most 60 s old.
     */
    user_points_count: number;
};

export type Channel = {
    /**
     * The `$site_id`, `$app_id` or `$ctv_id` of its activities.
     */
    id: string;
    datamart_id: string;
    organisation_id: string;
    name: string;
    type: 'SITE' | 'MOBILE_APPLICATION' | 'CTV';
    /**
     * The domain of a site.
     */
    domain?: string;
    enable_analytics: boolean;
    /**
     * Whether the activities of bots that come in live are left out: answered 200, and not stored.
     */
    leaves_out_bots: boolean;
    /**
     * Made by the server. It is public, and stays the same.
     */
    token: string;
    creation_ts: number;
};

export type AuditEvent = {
    id: string;
    ts: number;
    user_id: string;
    /**
     * The id of the API token, signing key or session; empty for a failed sign-in.
     */
    credential_id: string;
    credential_kind: 'API_TOKEN' | 'SIGNATURE' | 'SESSION';
    action: 'CREATE' | 'UPDATE' | 'DELETE' | 'SIGN_IN' | 'SIGN_IN_FAILED' | 'SIGN_OUT' | 'READ' | 'EXPORT' | 'ERASE' | 'RETRY';
    /**
     * The noun of the path in the singular, such as `datamart` or `user_point`.
     */
    resource: string;
    /**
     * The id of the resource; of a person that of its user point, of a list of people that of its datamart or segment.
     */
    resource_id: string;
    /**
     * The values of each changed field before and after; null where there was none. Never a secret. Values of personal fields of a deleted user are a pseudonym.
     */
    changes?: {
        [key: string]: [
            unknown,
            unknown
        ];
    };
    /**
     * The `X-Request-Id` of the answer; of an erasure by a line of a file, the id of the execution.
     */
    request_id: string;
    /**
     * The address of the client; proxies in `TRUSTED_PROXIES` do not count.
     */
    address?: string;
    /**
     * How many signed reads of segments the credential has sent in the hour that begins at `ts`.
     */
    count?: number;
    /**
     * Why a person was read or exported: the `X-Purpose` that the caller has sent.
     */
    purpose?: string;
};

export type CollectKey = {
    id: string;
    datamart_id: string;
    name: string;
    /**
     * The value for the `Authorization` header or `?collect_key=`. Made by the server; public.
     */
    key: string;
    /**
     * The channel of activities that name none. Those of another channel are refused.
     */
    channel_id?: string;
    /**
     * Origins of the pages that may use the key: `https://host[:port]`, `http://localhost[:port]` or `*` for any. Without any, only servers and apps may, which send no `Origin`. In lower case, without default ports.
     */
    allowed_origins: Array<string>;
    /**
     * Whether `$set_user_profile_properties` counts; if not, it is left out.
     */
    accepts_profiles: boolean;
    /**
     * The most activities per second that each gateway takes, after a burst of one second.
     */
    max_qps?: number;
    creation_ts: number;
    /**
     * The hour of its last use, epoch milliseconds; absent before the first.
     */
    last_used_ts?: number;
};

export type Community = {
    id: string;
    name: string;
};

export type Compartment = {
    /**
     * The `$compartment_id` of its accounts.
     */
    compartment_id: string;
    datamart_id: string;
    name: string;
    /**
     * Whether accounts without a compartment are in this one.
     */
    default: boolean;
    /**
     * Informative only: accounts of an archived compartment are accepted.
     */
    archived: boolean;
    /**
     * Whether a person has at most one account of it. Other identifiers that are named beside an account of it move to the person of the newest activity or association that names both. It acts on what is received afterwards; people who are one already stay one.
     */
    exclusive: boolean;
    /**
     * Epoch milliseconds; 0 for the default compartment, which always exists.
     */
    creation_ts: number;
};

export type EventType = {
    /**
     * The `$event_name`.
     */
    name: string;
    /**
     * Events of stored activities on this day (UTC) and the six before it, without duplicates; of a BLOCKED type those left out.
     */
    count_7d: number;
    /**
     * Absent for one that has not come.
     */
    first_seen_ts?: number;
    last_seen_ts?: number;
    /**
     * The first 20 channels of its activities.
     */
    channels: Array<string>;
    properties: Array<{
        name: string;
        /**
         * How many values of each type came.
         */
        types: {
            [key: string]: number;
        };
        /**
         * A value that at least 5 people had; never an identifier, a text like an e-mail address, or 13 and more digits, nor of a property that the schema marks `"x-sensitive": true`.
         */
        example?: string | number | boolean;
        first_seen_ts: number;
        last_seen_ts: number;
    }>;
    description?: string;
    /**
     * BLOCKED: such events are left out of their activities, and counted.
     */
    status: 'OBSERVED' | 'EXPECTED' | 'BLOCKED';
    /**
     * JSON Schema 2020-12 of `$properties`: at most 64 KiB, 16 deep, 10,000 nodes with what its references lead to, which must be in it and not recursive. Patterns are those of RE2. `format` only annotates; `"x-sensitive": true` keeps examples of a property out.
     */
    schema?: {
        [key: string]: unknown;
    } | boolean;
    /**
     * Default: COUNT.
     */
    on_violation?: 'COUNT' | 'REFUSE';
    /**
     * Events of the same days that broke the schema, refused ones too.
     */
    violations_7d: number;
    /**
     * Where and how the last of them broke it, without the value.
     */
    last_violation?: string;
};

export type TrackingPlan = {
    event_types: Array<PlannedEventType>;
};

export type ConfigurationFile = {
    technical_name: string;
    /**
     * As sent, `application/octet-stream` by default.
     */
    content_type: string;
    /**
     * Bytes.
     */
    size: number;
    last_modified_ts: number;
};

export type ConnectedUser = {
    id: string;
    /**
     * `SERVICE` is an account of a program; its tokens stay valid when the user who created them is deleted. The type cannot change.
     */
    type: 'PERSON' | 'SERVICE';
    /**
     * Required for a person.
     */
    first_name?: string;
    /**
     * Required for a person.
     */
    last_name?: string;
    /**
     * Required for a person. Unique regardless of case.
     */
    email?: string;
    /**
     * Of a service account, for which it is required.
     */
    display_name?: string;
    organisation_id: string;
    /**
     * As far as the credential has them. At most one for each organisation.
     */
    roles: Array<UserRole>;
    /**
     * The datamarts to which these roles give access.
     */
    datamarts: Array<Datamart>;
    /**
     * What limits the credential of the request; absent for one without limits.
     */
    credential?: {
        /**
         * The highest role with which it acts.
         */
        role?: 'READER' | 'EDITOR' | 'ORGANISATION_ADMIN' | 'COMMUNITY_ADMIN';
        /**
         * The only datamarts in which it acts.
         */
        datamart_ids?: Array<string>;
        /**
         * It was made before its user got further roles, which it does not have.
         */
        lacks_later_roles?: true;
    };
};

export type ChannelVisitAnalyzerSelection = {
    id: string;
    channel_id: string;
    /**
     * The `id` of the analyzer.
     */
    visit_analyzer_model_id: string;
    /**
     * Analyzers are called in this order, each with the result of the one before.
     */
    execution_order: number;
    creation_ts: number;
    /**
     * The id of a user.
     */
    created_by: string;
};

export type Invitation = {
    id: string;
    organisation_id: string;
    /**
     * The user that the link lets in.
     */
    user_id: string;
    email: string;
    /**
     * The role of the user in the organisation.
     */
    role: 'READER' | 'EDITOR' | 'ORGANISATION_ADMIN' | 'COMMUNITY_ADMIN';
    /**
     * Id of the user who has invited.
     */
    created_by: string;
    creation_ts: number;
    /**
     * Epoch milliseconds. The link is refused after this time: 24 hours after its creation.
     */
    expiration_ts: number;
    /**
     * Only in the response to the creation: the path of the link, to append to the address of the platform. Its fragment is the secret.
     */
    link?: string;
};

export type MessageAuthenticationKey = {
    id: string;
    user_id: string;
    /**
     * Id of the user who created it. If the owner did, with a token that another user had created: the id of that user.
     */
    created_by: string;
    /**
     * ISO 8601, UTC.
     */
    creation_ts: string;
    /**
     * ISO 8601, UTC.
     */
    expiration_ts: string;
    /**
     * The hour of its last use, epoch milliseconds; absent before the first.
     */
    last_used_ts?: number;
    /**
     * Chosen by the client, unique across the platform, also among deleted keys.
     */
    key_id: string;
    scheme: 'HMAC_SHA256';
    /**
     * Whether activities signed with it may make one person of two who have accounts, or join two accounts of a compartment. Anyone who reads the key in an app may then do so, too. Keys made before this field: true.
     */
    may_merge_accounts: boolean;
    /**
     * 16 bytes in hexadecimal, only in the response to the creation; later `****`.
     */
    secret_key: string;
};

export type Organisation = {
    id: string;
    name: string;
    /**
     * Unique in its community.
     */
    technical_name: string;
    community_id: string;
};

export type Processing = {
    /**
     * The `$processing_id` of choices.
     */
    id: string;
    community_id: string;
    name: string;
    /**
     * What the data is used for.
     */
    purpose?: string;
    legal_basis: 'CONSENT' | 'CONTRACTUAL_PERFORMANCE' | 'LEGAL_OBLIGATION' | 'PUBLIC_INTEREST_OR_EXERCISE_OF_OFFICIAL_AUTHORITY' | 'LEGITIMATE_INTEREST';
    technical_name?: string;
    /**
     * Channels that have selected it keep it.
     */
    archived: boolean;
    creation_ts: number;
};

export type ProcessingSelection = {
    id: string;
    channel_id: string;
    processing_id: string;
    processing_name: string;
    creation_ts: number;
};

export type SelectionPreview = {
    /**
     * Activities of the channel on this day (UTC) and the six before it, without duplicates: stored ones, and those that a choice has refused.
     */
    activities_7d: number;
    /**
     * The people of these activities, after merges.
     */
    people_7d: number;
    /**
     * How many of these activities the choices of today refuse for this processing.
     */
    would_refuse_7d: number;
};

export type RefusedByChoice = {
    /**
     * The day (UTC) of the activities, as reports count it.
     */
    date: string;
    /**
     * The first processing that refused, of several.
     */
    processing_id: string;
    activities: number;
    /**
     * The people of these activities, after merges.
     */
    people: number;
};

export type SavedReport = {
    id: string;
    datamart_id: string;
    /**
     * No other report of the user in the datamart has it.
     */
    name: string;
    /**
     * The body of `POST /datamarts/{datamart_id}/user_activities_analytics`, 32768 characters at most.
     */
    report: ReportRequest;
    display: {
        /**
         * Default: Table.
         */
        view?: 'Table' | 'Bars' | 'Line' | 'Area' | 'Pie' | 'Radar' | null;
        /**
         * Whether a chart shows every metric. Default: only the first.
         */
        all_metrics?: boolean | null;
        /**
         * Whether the period before stands beside it.
         */
        compare?: boolean | null;
        /**
         * Whether a table has the share of each value.
         */
        shares?: boolean | null;
    };
    creation_ts: number;
    last_modified_ts: number;
};

export type DashboardContentVersion = {
    id: string;
    organisation_id: string;
    /**
     * When this content was written, epoch milliseconds.
     */
    created_ts: number;
    /**
     * Id of the user who wrote it.
     */
    created_by: string;
};

export type DashboardContentWrapper = {
    id: string;
    organisation_id: string;
    /**
     * When this content was written, epoch milliseconds.
     */
    created_ts: number;
    /**
     * Id of the user who wrote it.
     */
    created_by: string;
    content: DashboardContent;
};

export type DashboardRegistration = {
    id: string;
    /**
     * Shown in the UI.
     */
    title: string;
    /**
     * Where it is shown; may be empty.
     */
    scopes: Array<'home' | 'segments' | 'builders'>;
    /**
     * With the scope segments: the segments for which it is shown. Empty: all segments.
     */
    segment_ids: Array<string>;
    /**
     * With the scope builders: the builders for which it is shown. Empty: all builders.
     */
    builder_ids: Array<string>;
    /**
     * True hides the dashboard without deleting it.
     */
    archived: boolean;
    /**
     * Id of the current content; absent without content.
     */
    dashboard_content_id?: string;
    /**
     * The community in which it is visible.
     */
    community_id: string;
    /**
     * An organisation of the community.
     */
    organisation_id: string;
    /**
     * Epoch milliseconds.
     */
    created_ts: number;
    /**
     * Id of a user.
     */
    created_by: string;
    /**
     * Epoch milliseconds. A new content does not change it.
     */
    last_modified_ts: number;
    /**
     * Id of a user.
     */
    last_modified_by: string;
};

export type DocumentImport = {
    id: string;
    /**
     * Where its data is stored.
     */
    datafarm_key: string;
    datamart_id: string;
    document_type: 'USER_ACTIVITY' | 'USER_SEGMENT' | 'USER_PROFILE' | 'USER_CHOICE' | 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS' | 'USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS' | 'USER_IDENTIFIERS_DELETION' | 'USER_POINTS_DELETION';
    mime_type: 'APPLICATION_X_NDJSON' | 'TEXT_CSV';
    encoding: string;
    name: string;
    priority: 'HIGH' | 'MEDIUM' | 'LOW';
};

export type DocumentImportExecution = {
    id: string;
    status: 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED';
    /**
     * Epoch milliseconds.
     */
    creation_date: number;
    /**
     * Epoch milliseconds; null until it starts.
     */
    start_date: number | null;
    /**
     * Epoch milliseconds; null until it ends.
     */
    end_date: number | null;
    /**
     * Milliseconds from start to end; null until it ends.
     */
    duration: number | null;
    organisation_id: string;
    user_id: string | null;
    cancel_status: 'REQUESTED' | 'DONE' | null;
    debug: null;
    /**
     * Why the whole file could not be processed.
     */
    error: {
        message: string;
    } | null;
    /**
     * Whether RETRY may succeed for a FAILED execution.
     */
    is_retryable: boolean;
    permalink_uri: string;
    /**
     * Number of chunks of the file.
     */
    num_tasks: number;
    completed_tasks: number;
    /**
     * Completed tasks with a failed line.
     */
    erroneous_tasks: number;
    retry_count: number;
    job_type: 'DOCUMENT_IMPORT';
    import_mode: 'MANUAL_FILE';
    import_type: null;
    parameters: {
        datamart_id: string;
        document_import_id: string;
        mime_type: 'APPLICATION_X_NDJSON' | 'TEXT_CSV';
        document_type: 'USER_ACTIVITY' | 'USER_SEGMENT' | 'USER_PROFILE' | 'USER_CHOICE' | 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS' | 'USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS' | 'USER_IDENTIFIERS_DELETION' | 'USER_POINTS_DELETION';
        input_file_name: string;
        /**
         * For `GET /data_file/data`.
         */
        file_uri: string;
        /**
         * Records; blank lines and CSV headers do not count.
         */
        number_of_lines: number;
        segment_id: null;
    };
    /**
     * null until it ends.
     */
    result: {
        total_success: number;
        total_failure: number;
        /**
         * Only of USER_ACTIVITY: successful lines that were not stored, because a choice of their person refuses them.
         */
        total_refused_by_choice?: number;
        /**
         * Only of a CANCELED execution: lines that were not processed.
         */
        total_unprocessed?: number;
        input_file_name: string;
        /**
         * For `GET /data_file/data`.
         */
        input_file_uri: string;
        /**
         * For `GET /data_file/data`: one JSON line for each failed line; null without failures.
         */
        error_file_uri: string | null;
        /**
         * Whether one identifier is on more than 1 % of at least 1,000 lines.
         */
        possible_issue_on_identifiers: boolean;
        /**
         * The ten most frequent identifiers, with their numbers of lines: `{"user_agent_id=x": 42}`.
         */
        top_identifiers: {
            [key: string]: number;
        };
        /**
         * Whether more than 1 % of the lines have a time before the year 2000: seconds in place of milliseconds.
         */
        possible_issue_on_times: boolean;
        /**
         * The ten most frequent fields that lines of this type do not have, with their numbers of lines.
         */
        ignored_fields: {
            [key: string]: number;
        };
    } | null;
};

export type Plugin = {
    id: string;
    organisation_id: string;
    plugin_type: 'ACTIVITY_ANALYZER' | 'AD_LAYOUT' | 'AD_RENDERER' | 'ATTRIBUTION_PROCESSOR' | 'AUDIENCE_SEGMENT_EXTERNAL_FEED' | 'AUDIENCE_SEGMENT_TAG_FEED' | 'BID_OPTIMIZER' | 'CUSTOM_ACTION' | 'DISPLAY_CAMPAIGN_EDITOR' | 'EMAIL_CAMPAIGN_EDITOR' | 'EMAIL_RENDERER' | 'EMAIL_ROUTER' | 'INTEGRATION_BATCH' | 'ML_FUNCTION' | 'PREDICTION_GENERATOR' | 'RECOMMENDER';
    group_id: string;
    artifact_id: string;
    /**
     * `id` of the version in use; absent when all versions are archived.
     */
    current_version_id?: string;
};

export type PluginVersion = {
    id: string;
    plugin_id: string;
    /**
     * Name of the version, like `1.0.0`; unique in its plugin.
     */
    version_id: string;
    archived: boolean;
    /**
     * The most calls per second, to all endpoints together.
     */
    max_qps?: number;
    plugin_properties?: Array<{
        /**
         * Unique in its version.
         */
        technical_name: string;
        /**
         * `STRING`, `INT`, `BOOLEAN` …
         */
        property_type: string;
        /**
         * Any JSON value, as the type requires. `{"value":"****"}` if it is secret.
         */
        value: unknown;
        /**
         * Whether the value is the same for all versions, or belongs to this one.
         */
        origin: 'PLUGIN_STATIC' | 'PLUGIN';
        writable: boolean;
        deletable: boolean;
        /**
         * The value is encrypted, and only the worker can read it. Absent if it is not secret.
         */
        secret?: true;
    }>;
};

export type PluginWorker = {
    /**
     * The platform calls `{url}/v1/activity_analysis`.
     */
    url: string;
    /**
     * The user name of the worker. A new token does not change it.
     */
    worker_id: string;
    last_modified_ts: number;
};

export type Throttling = {
    id: string;
    /**
     * `id` of the version, as in the path.
     */
    plugin_version_id: string;
    scope: 'GLOBAL' | 'CONTAINER' | 'DATAMART' | 'ORGANISATION';
    /**
     * The route of the plugin.
     */
    plugin_endpoint: string;
    /**
     * The datamart or organisation that is limited. Without it, each of them is limited by itself. With other scopes it has no effect.
     */
    throttling_key?: string;
    /**
     * The most calls at the same time.
     */
    max_concurrency?: number;
    /**
     * The most calls per second; 0.5 is one call every two seconds.
     */
    max_qps?: number;
    /**
     * Milliseconds after which a call is aborted.
     */
    timeout_ms?: number;
};

export type User = {
    id: string;
    /**
     * `SERVICE` is an account of a program; its tokens stay valid when the user who created them is deleted. The type cannot change.
     */
    type: 'PERSON' | 'SERVICE';
    /**
     * Required for a person.
     */
    first_name?: string;
    /**
     * Required for a person.
     */
    last_name?: string;
    /**
     * Required for a person. Unique regardless of case.
     */
    email?: string;
    /**
     * Of a service account, for which it is required.
     */
    display_name?: string;
    organisation_id: string;
};

export type ReportExplanation = {
    /**
     * Epoch milliseconds. The report includes everything up to this time. 0: nothing yet.
     */
    watermark: number;
    /**
     * The time zone of its dates: a name of the IANA database.
     */
    time_zone: string;
    /**
     * The first instant of the range, epoch milliseconds.
     */
    from_ts: number;
    /**
     * The last one.
     */
    to_ts: number;
    refused_by_choice: {
        /**
         * Activities received, and lines imported, that were not stored because of a choice of their person. Null: nothing of the range is known any more.
         */
        count: number | null;
        /**
         * Where the count begins, epoch milliseconds: with the hour of the range’s start, or later, if what was before is not known any more.
         */
        since_ts: number;
        /**
         * Where the count ends, epoch milliseconds: at the latest now.
         */
        until_ts: number;
    };
    dropped: {
        /**
         * Activities received that an activity analyzer has dropped, those that it let expire, and those of bots that their channel leaves out. Null: nothing of the range is known any more.
         */
        count: number | null;
        /**
         * Where the count begins, epoch milliseconds: with the hour of the range’s start, or later, if what was before is not known any more.
         */
        since_ts: number;
        /**
         * Where the count ends, epoch milliseconds: at the latest now.
         */
        until_ts: number;
    };
    dropped_on_error: {
        /**
         * Those of `dropped` that an analyzer has dropped by its failure or too late. Null: nothing of the range is known any more.
         */
        count: number | null;
        /**
         * Where the count begins, epoch milliseconds: with the hour of the range’s start, or later, if what was before is not known any more.
         */
        since_ts: number;
        /**
         * Where the count ends, epoch milliseconds: at the latest now.
         */
        until_ts: number;
    };
    suspicious_time: {
        /**
         * Activities received, and lines imported, whose own time is before the year 2000: they are stored, and in no report. At most 100,000 are counted. Null: nothing of the range is known any more.
         */
        count: number | null;
        /**
         * Where the count begins, epoch milliseconds: with the hour of the range’s start, or later, if what was before is not known any more.
         */
        since_ts: number;
        /**
         * Where the count ends, epoch milliseconds: at the latest now.
         */
        until_ts: number;
    };
    people_merged: {
        /**
         * People who were merged into others since the start of the range: an earlier report has counted them. At most 100,000 are counted. Null: nothing of the range is known any more.
         */
        count: number | null;
        /**
         * The start of the range, epoch milliseconds.
         */
        since_ts: number;
        /**
         * Where the count ends, epoch milliseconds: at the latest now.
         */
        until_ts: number;
    };
};

export type ReportView = {
    items_per_page: 100;
    /**
     * Number of rows in this view, not of all rows.
     */
    total_items: number;
    /**
     * Dimensions in the order of the request, then metrics.
     */
    columns_headers: Array<string>;
    /**
     * The same as `columns_headers`.
     */
    column_headers: Array<string>;
    /**
     * Values in the order of the headers.
     */
    rows: Array<Array<string | number | boolean | null>>;
};

export type StoredUserActivity = {
    /**
     * The activity is stored once per key, however often it is sent.
     */
    $unique_key?: string | null;
    /**
     * When it happened, epoch milliseconds.
     */
    $ts: number;
    /**
     * SITE_VISIT, APP_VISIT, CTV_VISIT, TOUCH, EMAIL, DISPLAY_AD or any other.
     */
    $type: string;
    $session_status?: 'NO_SESSION' | 'IN_SESSION' | 'CLOSED_SESSION' | 'SESSION_SNAPSHOT' | null;
    /**
     * Identifiers of the person. At least one is required, here or in the legacy root fields. Junk ones (empty, null, placeholders such as `undefined`, all zeros) are left out.
     */
    $user_identifiers?: Array<{
        $type: 'USER_ACCOUNT';
        $compartment_id?: string | number | null;
        $user_account_id: string | number | null;
        [key: string]: unknown;
    } | {
        $type: 'USER_AGENT';
        $user_agent_id: string | number | null;
        [key: string]: unknown;
    } | {
        $type: 'USER_EMAIL';
        $hash?: string | null;
        $email?: string | null;
        [key: string]: unknown;
    } | null> | null;
    $user_agent_id?: string | number | null;
    $user_account_id?: string | number | null;
    $compartment_id?: string | number | null;
    $email_hash?: {
        $hash?: string | null;
        $email?: string | null;
        [key: string]: unknown;
    } | null;
    /**
     * The app of an APP_VISIT.
     */
    $app_id?: string | null;
    /**
     * The site of an activity.
     */
    $site_id?: string | null;
    /**
     * The connected-TV app of a CTV_VISIT.
     */
    $ctv_id?: string | null;
    $events?: Array<{
        /**
         * `$set_user_profile_properties` and `$set_user_choice` change the profile or choice that they name.
         */
        $event_name: string;
        /**
         * Epoch milliseconds, also as decimal text. Default: the activity's.
         */
        $ts?: number | string | null;
        /**
         * Custom keys; values may be null.
         */
        $properties?: {
            [key: string]: unknown;
        } | null;
        [key: string]: unknown;
    }> | null;
    $user_agent_info?: {
        $initial_ts?: number | null;
        $form_factor?: string | null;
        $os_family?: string | null;
        $browser_family?: string | null;
        $browser_version?: string | null;
        $brand?: string | null;
        $model?: string | null;
        $os_version?: string | null;
        $carrier?: string | null;
        $raw_value?: string | null;
        $agent_type?: string | null;
        [key: string]: unknown;
    } | null;
    $location?: {
        $country?: string | null;
        $city?: string | null;
        $zip_code?: string | number | null;
        [key: string]: unknown;
    } | null;
    $id: string;
    /**
     * When the platform received it, epoch milliseconds.
     */
    $received_ts: number;
    /**
     * Its user agent says that it is of a bot. Set by the platform alone; absent otherwise.
     */
    $is_bot?: true;
    [key: string]: unknown;
};

export type UserChoice = {
    $processing_id: string;
    /**
     * When the person chose, epoch milliseconds.
     */
    $choice_ts: number;
    /**
     * Whether the person agrees.
     */
    $choice_acceptance_value: boolean;
    /**
     * When the platform first received it, epoch milliseconds.
     */
    $creation_ts: number;
    /**
     * PUBLIC if it came with a collect key. A PUBLIC acceptance counts only if the newest TRUSTED choice, if there is one, is an acceptance.
     */
    $source: 'TRUSTED' | 'PUBLIC';
    /**
     * A choice that does not count, in the change log: a PUBLIC acceptance, or one that was undone.
     */
    $effective?: false;
    /**
     * When it was undone, epoch milliseconds.
     */
    $undone_ts?: number;
    [key: string]: unknown;
};

export type UserIdentifier = {
    type: 'USER_ACCOUNT';
    compartment_id: string;
    user_account_id: string;
    /**
     * When the identifier was first attached to the person, epoch milliseconds.
     */
    creation_ts: number;
} | {
    type: 'USER_EMAIL';
    email_hash: string;
    /**
     * When the identifier was first attached to the person, epoch milliseconds.
     */
    creation_ts: number;
} | {
    type: 'USER_AGENT';
    user_agent_id: string;
    /**
     * When the identifier was first attached to the person, epoch milliseconds.
     */
    creation_ts: number;
};

export type UserPoint = {
    id: string;
    /**
     * Epoch milliseconds.
     */
    creation_ts: number;
    /**
     * User points that have been merged into this one.
     */
    merged_ids: Array<string>;
};

export type UserProfile = {
    $compartment_id: string;
    /**
     * Absent in a profile without an account.
     */
    $user_account_id?: string;
    /**
     * Epoch milliseconds.
     */
    $creation_ts: number;
    /**
     * Epoch milliseconds.
     */
    $last_modified_ts: number;
    [key: string]: unknown;
};

export type UserSegment = {
    segment_id: string;
    /**
     * Any JSON value; null without one.
     */
    data_bag: unknown;
    /**
     * Epoch milliseconds.
     */
    creation_ts: number;
    /**
     * Epoch milliseconds.
     */
    last_modified_ts: number;
    /**
     * Epoch milliseconds; null: never.
     */
    expiration_ts: number | null;
};

export type FlaggedPerson = {
    user_point_id: string;
    reasons: Array<{
        rule: 'ACCOUNTS' | 'EMAILS' | 'AGENTS' | 'MERGES';
        /**
         * What the person has gained within the days of the rule: more than its number.
         */
        count: number;
        /**
         * When the first of these was gained, epoch milliseconds.
         */
        since_ts: number;
        /**
         * What added them or joined people, the newest first; at most 20.
         */
        causes: Array<{
            /**
             * UNKNOWN: from before causes were kept.
             */
            cause: 'ACTIVITY' | 'IMPORT' | 'ASSOCIATION' | 'PROFILE' | 'UNKNOWN';
            /**
             * Of the activity, of the execution of the import, or of the request; empty if it is unknown.
             */
            id: string;
            ts: number;
        }>;
    }>;
    /**
     * Since when the person is flagged, epoch milliseconds.
     */
    flagged_ts: number;
};

export type ListedPerson = {
    user_point_id: string;
    /**
     * From the profile that was written last and has one.
     */
    name?: string;
    /**
     * The address, from the profile that was written last and has one.
     */
    email?: string;
    /**
     * The oldest accounts; at most 5.
     */
    accounts: Array<{
        compartment_id: string;
        user_account_id: string;
    }>;
    /**
     * How many identifiers the person has, accounts among them.
     */
    number_of_identifiers: number;
    /**
     * The `$ts` of the newest stored activity, epoch milliseconds; absent if none is stored.
     */
    last_activity_ts?: number;
};

export type SegmentMember = {
    user_point_id: string;
    /**
     * From the profile that was written last and has one.
     */
    name?: string;
    /**
     * The address, from the profile that was written last and has one.
     */
    email?: string;
    /**
     * The oldest accounts; at most 5.
     */
    accounts: Array<{
        compartment_id: string;
        user_account_id: string;
    }>;
    /**
     * How many identifiers the person has, accounts among them.
     */
    number_of_identifiers: number;
    /**
     * The `$ts` of the newest stored activity, epoch milliseconds; absent if none is stored.
     */
    last_activity_ts?: number;
    /**
     * When the person came into the segment, epoch milliseconds.
     */
    member_since_ts: number;
    /**
     * When the membership ends, epoch milliseconds; absent: never.
     */
    expiration_ts?: number;
};

export type DataWarehouse = {
    id: string;
    organisation_id: string;
    name: string;
    description: string;
    location?: string;
    engine_type: 'BIG_QUERY' | 'POSTGRES' | 'SNOWFLAKE';
};

export type DataWarehouseDatamartConfig = {
    id: string;
    datamart_id: string;
    data_warehouse_id: string;
    working_schema_name?: string;
    /**
     * Epoch milliseconds.
     */
    created_ts: number;
    /**
     * Epoch milliseconds.
     */
    last_modified_ts: number;
};

export type DataWarehouseInfos = {
    id: string;
    name: string;
    /**
     * The last asynchronous refresh; absent without one.
     */
    refresh?: {
        id: string;
        status: 'REQUESTED' | 'RUNNING' | 'SUCCEEDED' | 'FAILED';
        /**
         * Epoch milliseconds.
         */
        requested_ts: number;
        /**
         * Epoch milliseconds; absent until it ends.
         */
        finished_ts?: number;
        /**
         * Why it failed.
         */
        error?: string;
    };
    /**
     * Empty before the first refresh.
     */
    databases: Array<Database>;
};

export type DataWarehouseTableColumnContext = {
    id: string;
    column_name: string;
    table_id: string;
    table_name: string;
    schema_id: string;
    schema_name: string;
    database_id: string;
    database_name: string;
    data_warehouse_id: string;
    data_warehouse_name: string;
};

export type CollectUserActivityData = {
    body: UserActivity;
    headers?: {
        /**
         * Deduplicates the activity; `$unique_key` takes precedence. With several activities, the number of the line is part of the key. Ignored in signed requests: the signature identifies the activity.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: {
        /**
         * With `false` the activities are stored as sent: activity analyzers do not get them. Not in signed requests.
         */
        processing_pipeline?: boolean;
    };
    url: '/datamarts/{datamart_id}/user_activities';
};

export type CollectUserActivityResponses = {
    /**
     * The activity is durable. Of several activities, those that have an id in the results.
     */
    200: {
        status: 'ok';
        data: ActivityReceipt | ActivityReceipts;
    };
};

export type CollectUserActivityResponse = CollectUserActivityResponses[keyof CollectUserActivityResponses];

export type FollowUserActivitiesData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: {
        /**
         * Only activities of this `$type`; with `!` in front, of any other. May be repeated.
         */
        type?: Array<string>;
        /**
         * Only activities with an event of this `$event_name`; with `!` in front, without one. May be repeated.
         */
        event_name?: Array<string>;
        /**
         * Only activities that name this identifier: `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`. These are all shown, without sampling.
         */
        identifier?: string;
        /**
         * The most activities that are shown per second, and the most refusals.
         */
        sample?: number;
    };
    url: '/datamarts/{datamart_id}/user_activities/events';
};

export type FollowUserActivitiesResponses = {
    /**
     * Events whose data is JSON, until the client ends them.
     */
    200: string;
};

export type FollowUserActivitiesResponse = FollowUserActivitiesResponses[keyof FollowUserActivitiesResponses];

export type ListRecentPeopleData = {
    body?: never;
    headers?: {
        /**
         * Why it is read: one line of UTF-8. The event in the audit keeps it.
         */
        'X-Purpose'?: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/datamarts/{datamart_id}/user_points';
};

export type ListRecentPeopleResponses = {
    /**
     * A page of people.
     */
    200: {
        status: 'ok';
        data: Array<ListedPerson>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListRecentPeopleResponse = ListRecentPeopleResponses[keyof ListRecentPeopleResponses];

export type ListFlaggedPeopleData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/datamarts/{datamart_id}/user_points/flagged';
};

export type ListFlaggedPeopleResponses = {
    /**
     * A page of people.
     */
    200: {
        status: 'ok';
        data: Array<FlaggedPerson>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListFlaggedPeopleResponse = ListFlaggedPeopleResponses[keyof ListFlaggedPeopleResponses];

export type EraseUserPointData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}';
};

export type EraseUserPointResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type EraseUserPointResponse = EraseUserPointResponses[keyof EraseUserPointResponses];

export type GetUserPointData = {
    body?: never;
    headers?: {
        /**
         * Why it is read: one line of UTF-8. The event in the audit keeps it.
         */
        'X-Purpose'?: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}';
};

export type GetUserPointResponses = {
    /**
     * The person.
     */
    200: {
        status: 'ok';
        data: UserPoint;
    };
};

export type GetUserPointResponse = GetUserPointResponses[keyof GetUserPointResponses];

export type GetUserPointIdentityData = {
    body?: never;
    headers?: {
        /**
         * Why it is read: one line of UTF-8. The event in the audit keeps it.
         */
        'X-Purpose'?: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/identity';
};

export type GetUserPointIdentityResponses = {
    /**
     * The person, with its links.
     */
    200: {
        status: 'ok';
        data: {
            user_point_id: string;
            /**
             * The first seen first.
             */
            identifiers: Array<{
                type: 'USER_ACCOUNT';
                compartment_id: string;
                user_account_id: string;
                /**
                 * When the identifier was first seen, epoch milliseconds.
                 */
                first_seen_ts: number;
            } | {
                type: 'USER_EMAIL';
                email_hash: string;
                /**
                 * When the identifier was first seen, epoch milliseconds.
                 */
                first_seen_ts: number;
            } | {
                type: 'USER_AGENT';
                user_agent_id: string;
                /**
                 * When the identifier was first seen, epoch milliseconds.
                 */
                first_seen_ts: number;
            }>;
            /**
             * What joined identifiers that were apart, oldest first: a tree over the identifiers.
             */
            links: Array<{
                /**
                 * An identifier, as a selector.
                 */
                from: string;
                /**
                 * The identifier that was joined with it, as a selector.
                 */
                to: string;
                /**
                 * UNKNOWN: joined before causes were kept.
                 */
                cause: 'ACTIVITY' | 'IMPORT' | 'ASSOCIATION' | 'PROFILE' | 'UNKNOWN';
                /**
                 * The id of the activity, of the execution of the import, or of the request. Null if unknown.
                 */
                id: string | null;
                /**
                 * When they were joined, epoch milliseconds. UNKNOWN: when `to` was first seen.
                 */
                ts: number;
                /**
                 * How many later activities and associations name identifiers of both sides of the link.
                 */
                since: number;
            }>;
            /**
             * User points that have been merged into this one, oldest first.
             */
            merged: Array<{
                user_point_id: string;
                /**
                 * Epoch milliseconds of the merge.
                 */
                ts: number;
                /**
                 * UNKNOWN: joined before causes were kept.
                 */
                cause: 'ACTIVITY' | 'IMPORT' | 'ASSOCIATION' | 'PROFILE' | 'UNKNOWN';
                /**
                 * The id of the activity, of the execution of the import, or of the request. Null if unknown.
                 */
                id: string | null;
            }>;
        };
    };
};

export type GetUserPointIdentityResponse = GetUserPointIdentityResponses[keyof GetUserPointIdentityResponses];

export type ExportUserPointData = {
    body?: never;
    headers?: {
        /**
         * Why it is read: one line of UTF-8. The event in the audit keeps it.
         */
        'X-Purpose'?: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/export';
};

export type ExportUserPointResponses = {
    /**
     * All of the person.
     */
    200: {
        identifiers: Array<UserIdentifier>;
        identity: {
            user_point_id: string;
            /**
             * The first seen first.
             */
            identifiers: Array<{
                type: 'USER_ACCOUNT';
                compartment_id: string;
                user_account_id: string;
                /**
                 * When the identifier was first seen, epoch milliseconds.
                 */
                first_seen_ts: number;
            } | {
                type: 'USER_EMAIL';
                email_hash: string;
                /**
                 * When the identifier was first seen, epoch milliseconds.
                 */
                first_seen_ts: number;
            } | {
                type: 'USER_AGENT';
                user_agent_id: string;
                /**
                 * When the identifier was first seen, epoch milliseconds.
                 */
                first_seen_ts: number;
            }>;
            /**
             * What joined identifiers that were apart, oldest first: a tree over the identifiers.
             */
            links: Array<{
                /**
                 * An identifier, as a selector.
                 */
                from: string;
                /**
                 * The identifier that was joined with it, as a selector.
                 */
                to: string;
                /**
                 * UNKNOWN: joined before causes were kept.
                 */
                cause: 'ACTIVITY' | 'IMPORT' | 'ASSOCIATION' | 'PROFILE' | 'UNKNOWN';
                /**
                 * The id of the activity, of the execution of the import, or of the request. Null if unknown.
                 */
                id: string | null;
                /**
                 * When they were joined, epoch milliseconds. UNKNOWN: when `to` was first seen.
                 */
                ts: number;
                /**
                 * How many later activities and associations name identifiers of both sides of the link.
                 */
                since: number;
            }>;
            /**
             * User points that have been merged into this one, oldest first.
             */
            merged: Array<{
                user_point_id: string;
                /**
                 * Epoch milliseconds of the merge.
                 */
                ts: number;
                /**
                 * UNKNOWN: joined before causes were kept.
                 */
                cause: 'ACTIVITY' | 'IMPORT' | 'ASSOCIATION' | 'PROFILE' | 'UNKNOWN';
                /**
                 * The id of the activity, of the execution of the import, or of the request. Null if unknown.
                 */
                id: string | null;
            }>;
        };
        profiles: Array<UserProfile>;
        /**
         * The current choice of each processing.
         */
        choices: Array<{
            $processing_id: string;
            /**
             * When the person chose, epoch milliseconds.
             */
            $choice_ts: number;
            /**
             * Whether the person agrees.
             */
            $choice_acceptance_value: boolean;
            /**
             * When the platform first received it, epoch milliseconds.
             */
            $creation_ts: number;
            /**
             * PUBLIC if it came with a collect key. A PUBLIC acceptance counts only if the newest TRUSTED choice, if there is one, is an acceptance.
             */
            $source: 'TRUSTED' | 'PUBLIC';
            /**
             * A choice that does not count, in the change log: a PUBLIC acceptance, or one that was undone.
             */
            $effective?: false;
            /**
             * When it was undone, epoch milliseconds.
             */
            $undone_ts?: number;
            /**
             * Every write, latest `$choice_ts` first.
             */
            $change_log: Array<UserChoice>;
            [key: string]: unknown;
        }>;
        segments: Array<UserSegment>;
        /**
         * The newest first.
         */
        activities: Array<StoredUserActivity>;
    };
};

export type ExportUserPointResponse = ExportUserPointResponses[keyof ExportUserPointResponses];

export type ListUserIdentifiersData = {
    body?: never;
    headers?: {
        /**
         * Why it is read: one line of UTF-8. The event in the audit keeps it.
         */
        'X-Purpose'?: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_identifiers';
};

export type ListUserIdentifiersResponses = {
    /**
     * A page of identifiers.
     */
    200: {
        status: 'ok';
        data: Array<UserIdentifier>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListUserIdentifiersResponse = ListUserIdentifiersResponses[keyof ListUserIdentifiersResponses];

export type ListUserActivitiesData = {
    body?: never;
    headers?: {
        /**
         * Why it is read: one line of UTF-8. The event in the audit keeps it.
         */
        'X-Purpose'?: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * `$id` of an activity: returns only those after it in the list, even if new ones have arrived since.
         */
        before?: string;
    };
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_activities';
};

export type ListUserActivitiesResponses = {
    /**
     * A page of activities.
     */
    200: {
        status: 'ok';
        data: Array<StoredUserActivity>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListUserActivitiesResponse = ListUserActivitiesResponses[keyof ListUserActivitiesResponses];

export type ListUserSegmentsData = {
    body?: never;
    headers?: {
        /**
         * Why it is read: one line of UTF-8. The event in the audit keeps it.
         */
        'X-Purpose'?: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_segments';
};

export type ListUserSegmentsResponses = {
    /**
     * A page of segments.
     */
    200: {
        status: 'ok';
        data: Array<UserSegment>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListUserSegmentsResponse = ListUserSegmentsResponses[keyof ListUserSegmentsResponses];

export type ListUserSegmentsOfSelectorData = {
    body?: never;
    headers?: {
        /**
         * Why it is read: one line of UTF-8. The event in the audit keeps it.
         */
        'X-Purpose'?: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/datamarts/{datamart_id}/user_segments/{user_point_selector}';
};

export type ListUserSegmentsOfSelectorResponses = {
    /**
     * A page of segments.
     */
    200: {
        status: 'ok';
        data: Array<UserSegment>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListUserSegmentsOfSelectorResponse = ListUserSegmentsOfSelectorResponses[keyof ListUserSegmentsOfSelectorResponses];

export type ListUserSegmentsOfAccountData = {
    body?: never;
    headers?: {
        /**
         * Why it is read: one line of UTF-8. The event in the audit keeps it.
         */
        'X-Purpose'?: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A compartment of the datamart; `default` always exists.
         */
        compartment_id: string;
        /**
         * An account of the compartment.
         */
        user_account_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/datamarts/{datamart_id}/user_segments/compartment_id={compartment_id}/user_account_id={user_account_id}';
};

export type ListUserSegmentsOfAccountResponses = {
    /**
     * A page of segments.
     */
    200: {
        status: 'ok';
        data: Array<UserSegment>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListUserSegmentsOfAccountResponse = ListUserSegmentsOfAccountResponses[keyof ListUserSegmentsOfAccountResponses];

export type AssociateUserIdentifiersData = {
    body: {
        identifiers: Array<{
            type: 'USER_ACCOUNT';
            compartment_id?: string | number | null;
            user_account_id: string | number | null;
        } | {
            type: 'USER_AGENT';
            user_agent_id: string | number | null;
        } | {
            type: 'USER_EMAIL';
            hash?: string | null;
            email_hash?: string | null;
            email?: string | null;
        } | null>;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/user_identifiers_association_declarations';
};

export type AssociateUserIdentifiersResponses = {
    /**
     * The person.
     */
    200: {
        status: 'ok';
        data: {
            /**
             * The person that the identifiers belong to.
             */
            user_point_id: string;
        };
    };
};

export type AssociateUserIdentifiersResponse = AssociateUserIdentifiersResponses[keyof AssociateUserIdentifiersResponses];

export type ListRefusedActivitiesData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * Only those with this code.
         */
        error_code?: 'BAD_REQUEST_FORMAT' | 'BAD_REQUEST_DATA' | 'AUTHORIZATION_ERROR';
        /**
         * Only those received at this time or later, epoch milliseconds.
         */
        since?: number;
    };
    url: '/datamarts/{datamart_id}/refused_activities';
};

export type ListRefusedActivitiesResponses = {
    /**
     * A page of refused activities.
     */
    200: {
        status: 'ok';
        data: Array<{
            id: string;
            /**
             * When the platform received the body, epoch milliseconds.
             */
            received_ts: number;
            /**
             * AUTHORIZATION_ERROR: of another channel than that of the collect key.
             */
            error_code: 'BAD_REQUEST_FORMAT' | 'BAD_REQUEST_DATA' | 'AUTHORIZATION_ERROR';
            /**
             * Why it was refused; it names the field that is wrong.
             */
            error: string;
            /**
             * That of the answer. Lines of one request share it.
             */
            error_id: string;
            /**
             * Id of the token, signing key or collect key that sent it; `session/` and the id of a session.
             */
            credential_id: string;
            /**
             * The text of the body or line as sent: its first 16 KiB.
             */
            body: string;
        }>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListRefusedActivitiesResponse = ListRefusedActivitiesResponses[keyof ListRefusedActivitiesResponses];

export type ActOnRefusedActivityData = {
    body: {
        action: 'RETRY';
        /**
         * The repaired activity. Absent: the body as kept.
         */
        activity?: {
            [key: string]: unknown;
        } | null;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A refused activity of the datamart.
         */
        refused_activity_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/refused_activities/{refused_activity_id}/action';
};

export type ActOnRefusedActivityResponses = {
    /**
     * The activity is durable.
     */
    200: {
        status: 'ok';
        data: ActivityReceipt;
    };
};

export type ActOnRefusedActivityResponse = ActOnRefusedActivityResponses[keyof ActOnRefusedActivityResponses];

export type ListEventTypesData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/datamarts/{datamart_id}/event_types';
};

export type ListEventTypesResponses = {
    /**
     * A page of event types.
     */
    200: {
        status: 'ok';
        data: Array<EventType>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
        overflow: {
            /**
             * Events whose names found no room.
             */
            names: number;
            /**
             * Values of properties whose names found no room.
             */
            properties: number;
        };
    };
};

export type ListEventTypesResponse = ListEventTypesResponses[keyof ListEventTypesResponses];

export type PutEventTypeData = {
    body: {
        description?: string | null;
        /**
         * BLOCKED: such events are left out of their activities, and counted.
         */
        status: 'OBSERVED' | 'EXPECTED' | 'BLOCKED';
        schema?: {
            [key: string]: unknown;
        } | boolean | null;
        on_violation?: 'COUNT' | 'REFUSE' | null;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * The `$event_name` of the events.
         */
        event_name: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/event_types/{event_name}';
};

export type PutEventTypeResponses = {
    /**
     * The event type.
     */
    200: {
        status: 'ok';
        data: PlannedEventType;
    };
};

export type PutEventTypeResponse = PutEventTypeResponses[keyof PutEventTypeResponses];

export type GetTrackingPlanData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/tracking_plan';
};

export type GetTrackingPlanResponses = {
    /**
     * The plan.
     */
    200: {
        status: 'ok';
        data: TrackingPlan;
    };
};

export type GetTrackingPlanResponse = GetTrackingPlanResponses[keyof GetTrackingPlanResponses];

export type PutTrackingPlanData = {
    body: {
        event_types: Array<{
            description?: string | null;
            /**
             * BLOCKED: such events are left out of their activities, and counted.
             */
            status: 'OBSERVED' | 'EXPECTED' | 'BLOCKED';
            schema?: {
                [key: string]: unknown;
            } | boolean | null;
            on_violation?: 'COUNT' | 'REFUSE' | null;
            name: string;
        }>;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/tracking_plan';
};

export type PutTrackingPlanResponses = {
    /**
     * The plan as stored.
     */
    200: {
        status: 'ok';
        data: TrackingPlan;
    };
};

export type PutTrackingPlanResponse = PutTrackingPlanResponses[keyof PutTrackingPlanResponses];

export type GetUserActivityTraceData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * The id of the receipt.
         */
        activity_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/user_activities/{activity_id}/trace';
};

export type GetUserActivityTraceResponses = {
    /**
     * The trace.
     */
    200: {
        status: 'ok';
        data: {
            id: string;
            /**
             * The end, or the last step before one.
             */
            state: 'ACCEPTED' | 'JUNK_LEFT_OUT' | 'WAITING_FOR_ANALYSIS' | 'ANALYZED' | 'ANALYSIS_FAILED' | 'TIME_SUSPICIOUS' | 'IDENTIFIERS_LEFT_OUT' | 'MERGE_REFUSED' | 'MOVED' | 'EVENT_BLOCKED' | 'PROFILE_LEFT_OUT' | 'PROFILE_TOO_LARGE' | 'CHOICE_NOT_EFFECTIVE' | 'STORED' | 'REFUSED_BY_CHOICE' | 'DROPPED' | 'DROPPED_ON_ERROR' | 'EXPIRED' | 'ERASED' | 'REPORTED' | 'DUPLICATE';
            steps: Array<{
                step: 'ACCEPTED' | 'JUNK_LEFT_OUT' | 'WAITING_FOR_ANALYSIS' | 'ANALYZED' | 'ANALYSIS_FAILED' | 'TIME_SUSPICIOUS' | 'IDENTIFIERS_LEFT_OUT' | 'MERGE_REFUSED' | 'MOVED' | 'EVENT_BLOCKED' | 'PROFILE_LEFT_OUT' | 'PROFILE_TOO_LARGE' | 'CHOICE_NOT_EFFECTIVE' | 'STORED' | 'REFUSED_BY_CHOICE' | 'DROPPED' | 'DROPPED_ON_ERROR' | 'EXPIRED' | 'ERASED' | 'REPORTED' | 'DUPLICATE';
                /**
                 * When it happened, epoch milliseconds. Of REPORTED: up to when reports are complete.
                 */
                ts: number;
                /**
                 * ACCEPTED
                 */
                source?: 'LIVE' | 'IMPORT';
                /**
                 * ACCEPTED: what the activity was sent with, or the file of its line.
                 */
                credential?: {
                    kind: 'API_TOKEN' | 'SESSION' | 'SIGNATURE' | 'COLLECT_KEY';
                    /**
                     * Id of the token, session, message authentication key or collect key.
                     */
                    id: string;
                };
                /**
                 * ACCEPTED: the execution of the import.
                 */
                execution_id?: string;
                /**
                 * JUNK_LEFT_OUT: the placeholders that were sent in place of identifiers.
                 */
                identifiers?: Array<string>;
                /**
                 * ANALYZED, ANALYSIS_FAILED, DROPPED, DROPPED_ON_ERROR, EXPIRED. DROPPED without it: one of a bot.
                 */
                activity_analyzer_id?: string;
                /**
                 * ANALYZED: whether the analyzer has changed the activity. Of one beyond 8 KiB, any difference of its text counts.
                 */
                changed?: boolean;
                /**
                 * REFUSED_BY_CHOICE, CHOICE_NOT_EFFECTIVE
                 */
                processing_id?: string;
                /**
                 * STORED: the user point that has the activity now.
                 */
                user_point_id?: string;
                /**
                 * DUPLICATE: how often its id came again.
                 */
                count?: number;
                /**
                 * DUPLICATE: whether another activity came under its id.
                 */
                different?: boolean;
            }>;
        };
    };
};

export type GetUserActivityTraceResponse = GetUserActivityTraceResponses[keyof GetUserActivityTraceResponses];

export type ListUserProfilesData = {
    body?: never;
    headers?: {
        /**
         * Why it is read: one line of UTF-8. The event in the audit keeps it.
         */
        'X-Purpose'?: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_profiles';
};

export type ListUserProfilesResponses = {
    /**
     * A page of profiles.
     */
    200: {
        status: 'ok';
        data: Array<UserProfile>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListUserProfilesResponse = ListUserProfilesResponses[keyof ListUserProfilesResponses];

export type DeleteUserProfileData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
        /**
         * A compartment of the datamart; `default` always exists.
         */
        compartment_id: string;
        /**
         * An account of the compartment.
         */
        user_account_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_profiles/compartment_id={compartment_id}/user_account_id={user_account_id}';
};

export type DeleteUserProfileResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteUserProfileResponse = DeleteUserProfileResponses[keyof DeleteUserProfileResponses];

export type GetUserProfileData = {
    body?: never;
    headers?: {
        /**
         * Why it is read: one line of UTF-8. The event in the audit keeps it.
         */
        'X-Purpose'?: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
        /**
         * A compartment of the datamart; `default` always exists.
         */
        compartment_id: string;
        /**
         * An account of the compartment.
         */
        user_account_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_profiles/compartment_id={compartment_id}/user_account_id={user_account_id}';
};

export type GetUserProfileResponses = {
    /**
     * The profile.
     */
    200: {
        status: 'ok';
        data: UserProfile;
    };
};

export type GetUserProfileResponse = GetUserProfileResponses[keyof GetUserProfileResponses];

export type PutUserProfileData = {
    body: UserProfilePayload;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
        /**
         * A compartment of the datamart; `default` always exists.
         */
        compartment_id: string;
        /**
         * An account of the compartment.
         */
        user_account_id: string;
    };
    query?: {
        /**
         * PARTIAL_UPDATE (default): the given properties override. PARTIAL_DELETE: they are removed. FORCE_REPLACE: they replace all others.
         */
        update_strategy?: 'PARTIAL_UPDATE' | 'PARTIAL_DELETE' | 'FORCE_REPLACE';
        /**
         * Legacy: FORCE_REPLACE, if there is no update_strategy.
         */
        force_replace?: boolean;
        /**
         * With PARTIAL_UPDATE: objects are merged deeply instead of replaced. Not considered with force_replace.
         */
        merge_objects?: boolean;
    };
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_profiles/compartment_id={compartment_id}/user_account_id={user_account_id}';
};

export type PutUserProfileResponses = {
    /**
     * The profile after the update.
     */
    200: {
        status: 'ok';
        data: UserProfile;
    };
};

export type PutUserProfileResponse = PutUserProfileResponses[keyof PutUserProfileResponses];

export type ListUserChoicesData = {
    body?: never;
    headers?: {
        /**
         * Why it is read: one line of UTF-8. The event in the audit keeps it.
         */
        'X-Purpose'?: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * Only the choice of this processing.
         */
        processing_id?: string;
    };
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_choices';
};

export type ListUserChoicesResponses = {
    /**
     * A page of choices.
     */
    200: {
        status: 'ok';
        data: Array<UserChoice>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListUserChoicesResponse = ListUserChoicesResponses[keyof ListUserChoicesResponses];

export type ListUserChoicesOfProcessingData = {
    body?: never;
    headers?: {
        /**
         * Why it is read: one line of UTF-8. The event in the audit keeps it.
         */
        'X-Purpose'?: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
        /**
         * A processing.
         */
        processing_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_choices/processing_id={processing_id}';
};

export type ListUserChoicesOfProcessingResponses = {
    /**
     * The choice.
     */
    200: {
        status: 'ok';
        data: Array<UserChoice>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListUserChoicesOfProcessingResponse = ListUserChoicesOfProcessingResponses[keyof ListUserChoicesOfProcessingResponses];

export type PutUserChoiceData = {
    body: UserChoicePayload;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
        /**
         * A processing.
         */
        processing_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_choices/processing_id={processing_id}';
};

export type PutUserChoiceResponses = {
    /**
     * The choice as written.
     */
    200: {
        status: 'ok';
        data: UserChoice;
    };
};

export type PutUserChoiceResponse = PutUserChoiceResponses[keyof PutUserChoiceResponses];

export type ListAllUserChoiceChangesData = {
    body?: never;
    headers?: {
        /**
         * Why it is read: one line of UTF-8. The event in the audit keeps it.
         */
        'X-Purpose'?: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_choices/change_log';
};

export type ListAllUserChoiceChangesResponses = {
    /**
     * A page of writes.
     */
    200: {
        status: 'ok';
        data: Array<UserChoice>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListAllUserChoiceChangesResponse = ListAllUserChoiceChangesResponses[keyof ListAllUserChoiceChangesResponses];

export type ListUserChoiceChangesData = {
    body?: never;
    headers?: {
        /**
         * Why it is read: one line of UTF-8. The event in the audit keeps it.
         */
        'X-Purpose'?: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
        /**
         * A processing.
         */
        processing_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_choices/processing_id={processing_id}/change_log';
};

export type ListUserChoiceChangesResponses = {
    /**
     * A page of writes.
     */
    200: {
        status: 'ok';
        data: Array<UserChoice>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListUserChoiceChangesResponse = ListUserChoiceChangesResponses[keyof ListUserChoiceChangesResponses];

export type ActOnUserChoicesData = {
    body: {
        action: 'UNDO';
        /**
         * The collect key that the choices came with, deleted or not.
         */
        collect_key_id?: string | number | null;
        /**
         * Or the key that has signed the requests.
         */
        message_authentication_key_id?: string | number | null;
        /**
         * The day on which the choices came in, in UTC.
         */
        day: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/user_choices/action';
};

export type ActOnUserChoicesResponses = {
    /**
     * How many are undone, and whether none is left.
     */
    200: {
        status: 'ok';
        data: {
            /**
             * The choices that this request has undone.
             */
            undone: number;
            /**
             * Whether none is left. If some are, send the request again.
             */
            is_complete: boolean;
        };
    };
};

export type ActOnUserChoicesResponse = ActOnUserChoicesResponses[keyof ActOnUserChoicesResponses];

export type ListAudienceSegmentsData = {
    body?: never;
    path?: never;
    query: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * The organisation of the segments.
         */
        organisation_id: string;
        /**
         * Only segments of this datamart.
         */
        datamart_id?: string;
        /**
         * Only segments with this technical name.
         */
        technical_name?: string;
        /**
         * Only segments whose names contain all of these words, ignoring case.
         */
        keywords?: string;
    };
    url: '/audience_segments';
};

export type ListAudienceSegmentsResponses = {
    /**
     * A page of segments.
     */
    200: {
        status: 'ok';
        data: Array<AudienceSegment>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListAudienceSegmentsResponse = ListAudienceSegmentsResponses[keyof ListAudienceSegmentsResponses];

export type CreateAudienceSegmentData = {
    body: {
        name: string;
        technical_name?: string | null;
        short_description?: string | null;
        default_ttl?: number | null;
        type: 'USER_LIST';
        paused?: boolean | null;
        datamart_id: string;
        organisation_id?: string | null;
    };
    path?: never;
    query?: {
        /**
         * The organisation of the datamart; may be in the body instead.
         */
        organisation_id?: string;
    };
    url: '/audience_segments';
};

export type CreateAudienceSegmentResponses = {
    /**
     * The new segment.
     */
    200: {
        status: 'ok';
        data: AudienceSegment;
    };
};

export type CreateAudienceSegmentResponse = CreateAudienceSegmentResponses[keyof CreateAudienceSegmentResponses];

export type DeleteAudienceSegmentData = {
    body?: never;
    path: {
        /**
         * A segment of an organisation that the caller has a role in.
         */
        audience_segment_id: string;
    };
    query?: never;
    url: '/audience_segments/{audience_segment_id}';
};

export type DeleteAudienceSegmentResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteAudienceSegmentResponse = DeleteAudienceSegmentResponses[keyof DeleteAudienceSegmentResponses];

export type GetAudienceSegmentData = {
    body?: never;
    path: {
        /**
         * A segment of an organisation that the caller has a role in.
         */
        audience_segment_id: string;
    };
    query?: never;
    url: '/audience_segments/{audience_segment_id}';
};

export type GetAudienceSegmentResponses = {
    /**
     * The segment.
     */
    200: {
        status: 'ok';
        data: AudienceSegment;
    };
};

export type GetAudienceSegmentResponse = GetAudienceSegmentResponses[keyof GetAudienceSegmentResponses];

export type UpdateAudienceSegmentData = {
    body: {
        name: string;
        technical_name?: string | null;
        short_description?: string | null;
        default_ttl?: number | null;
        type: 'USER_LIST';
        paused?: boolean | null;
    };
    path: {
        /**
         * A segment of an organisation that the caller has a role in.
         */
        audience_segment_id: string;
    };
    query?: never;
    url: '/audience_segments/{audience_segment_id}';
};

export type UpdateAudienceSegmentResponses = {
    /**
     * The updated segment.
     */
    200: {
        status: 'ok';
        data: AudienceSegment;
    };
};

export type UpdateAudienceSegmentResponse = UpdateAudienceSegmentResponses[keyof UpdateAudienceSegmentResponses];

export type ExportSegmentMembersData = {
    body?: never;
    headers?: {
        /**
         * Why it is read: one line of UTF-8. The event in the audit keeps it.
         */
        'X-Purpose'?: string;
    };
    path: {
        /**
         * A segment of an organisation that the caller has a role in.
         */
        audience_segment_id: string;
    };
    query?: never;
    url: '/audience_segments/{audience_segment_id}/members';
};

export type ExportSegmentMembersResponses = {
    /**
     * `{user_point_id, identifiers, expiration_ts?, data_bag?}` per line, then the end.
     */
    200: string;
};

export type ExportSegmentMembersResponse = ExportSegmentMembersResponses[keyof ExportSegmentMembersResponses];

export type ListSegmentMembersData = {
    body?: never;
    headers?: {
        /**
         * Why it is read: one line of UTF-8. The event in the audit keeps it.
         */
        'X-Purpose'?: string;
    };
    path: {
        /**
         * A segment of an organisation that the caller has a role in.
         */
        audience_segment_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * `user_point_id` of the last member of a page: returns those after it, at a cost that does not depend on how many are before. `first_result` skips 10000 at most.
         */
        after?: string;
    };
    url: '/audience_segments/{audience_segment_id}/user_points';
};

export type ListSegmentMembersResponses = {
    /**
     * A page of members.
     */
    200: {
        status: 'ok';
        data: Array<SegmentMember>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListSegmentMembersResponse = ListSegmentMembersResponses[keyof ListSegmentMembersResponses];

export type DeleteUserSegmentData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
        /**
         * The segment of the membership, registered or not.
         */
        segment_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_segments/{segment_id}';
};

export type DeleteUserSegmentResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteUserSegmentResponse = DeleteUserSegmentResponses[keyof DeleteUserSegmentResponses];

export type PutUserSegmentData = {
    body: {
        /**
         * Minutes from the write, in an import from the creation of the execution, also as decimal text; 0: never.
         */
        expiration_duration?: number | string | null;
        /**
         * Epoch milliseconds, also as decimal text.
         */
        expiration_ts?: number | string | null;
        /**
         * Any JSON value.
         */
        data_bag?: unknown;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or `compartment_id=<id>,user_account_id=<id>`.
         */
        user_point_selector: string;
        /**
         * The segment of the membership, registered or not.
         */
        segment_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_segments/{segment_id}';
};

export type PutUserSegmentResponses = {
    /**
     * The membership.
     */
    200: {
        status: 'ok';
        data: UserSegment;
    };
};

export type PutUserSegmentResponse = PutUserSegmentResponses[keyof PutUserSegmentResponses];

export type ListDocumentImportsData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/datamarts/{datamart_id}/document_imports';
};

export type ListDocumentImportsResponses = {
    /**
     * A page of imports.
     */
    200: {
        status: 'ok';
        data: Array<DocumentImport>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListDocumentImportsResponse = ListDocumentImportsResponses[keyof ListDocumentImportsResponses];

export type CreateDocumentImportData = {
    body: {
        document_type: 'USER_ACTIVITY' | 'USER_SEGMENT' | 'USER_PROFILE' | 'USER_CHOICE' | 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS' | 'USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS' | 'USER_IDENTIFIERS_DELETION' | 'USER_POINTS_DELETION';
        /**
         * TEXT_CSV only for segments, profiles and associations.
         */
        mime_type: 'APPLICATION_X_NDJSON' | 'TEXT_CSV';
        /**
         * Encoding of the files: a label of the WHATWG Encoding Standard.
         */
        encoding?: string;
        name: string;
        /**
         * HIGH runs before MEDIUM, and MEDIUM before LOW, among the imports of one organisation.
         */
        priority?: 'HIGH' | 'MEDIUM' | 'LOW';
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/document_imports';
};

export type CreateDocumentImportResponses = {
    /**
     * The new import.
     */
    200: {
        status: 'ok';
        data: DocumentImport;
    };
};

export type CreateDocumentImportResponse = CreateDocumentImportResponses[keyof CreateDocumentImportResponses];

export type DeleteDocumentImportData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * An import of the datamart.
         */
        document_import_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}';
};

export type DeleteDocumentImportResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteDocumentImportResponse = DeleteDocumentImportResponses[keyof DeleteDocumentImportResponses];

export type GetDocumentImportData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * An import of the datamart.
         */
        document_import_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}';
};

export type GetDocumentImportResponses = {
    /**
     * The import.
     */
    200: {
        status: 'ok';
        data: DocumentImport;
    };
};

export type GetDocumentImportResponse = GetDocumentImportResponses[keyof GetDocumentImportResponses];

export type UpdateDocumentImportData = {
    body: {
        document_type: 'USER_ACTIVITY' | 'USER_SEGMENT' | 'USER_PROFILE' | 'USER_CHOICE' | 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS' | 'USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS' | 'USER_IDENTIFIERS_DELETION' | 'USER_POINTS_DELETION';
        /**
         * TEXT_CSV only for segments, profiles and associations.
         */
        mime_type: 'APPLICATION_X_NDJSON' | 'TEXT_CSV';
        /**
         * Encoding of the files: a label of the WHATWG Encoding Standard.
         */
        encoding?: string;
        name: string;
        /**
         * HIGH runs before MEDIUM, and MEDIUM before LOW, among the imports of one organisation.
         */
        priority?: 'HIGH' | 'MEDIUM' | 'LOW';
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * An import of the datamart.
         */
        document_import_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}';
};

export type UpdateDocumentImportResponses = {
    /**
     * The updated import.
     */
    200: {
        status: 'ok';
        data: DocumentImport;
    };
};

export type UpdateDocumentImportResponse = UpdateDocumentImportResponses[keyof UpdateDocumentImportResponses];

export type ListDocumentImportExecutionsData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * An import of the datamart.
         */
        document_import_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}/executions';
};

export type ListDocumentImportExecutionsResponses = {
    /**
     * A page of executions.
     */
    200: {
        status: 'ok';
        data: Array<DocumentImportExecution>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListDocumentImportExecutionsResponse = ListDocumentImportExecutionsResponses[keyof ListDocumentImportExecutionsResponses];

export type CreateDocumentImportExecutionData = {
    body: string;
    headers?: {
        /**
         * For 7 days, uploads of this import with the same key are one execution.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * An import of the datamart.
         */
        document_import_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}/executions';
};

export type CreateDocumentImportExecutionResponses = {
    /**
     * The new execution, in status PENDING. With an `Idempotency-Key` that was sent before: its execution.
     */
    200: {
        status: 'ok';
        data: DocumentImportExecution;
    };
};

export type CreateDocumentImportExecutionResponse = CreateDocumentImportExecutionResponses[keyof CreateDocumentImportExecutionResponses];

export type GetDocumentImportExecutionData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * An import of the datamart.
         */
        document_import_id: string;
        /**
         * An execution of the import.
         */
        execution_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}/executions/{execution_id}';
};

export type GetDocumentImportExecutionResponses = {
    /**
     * The execution.
     */
    200: {
        status: 'ok';
        data: DocumentImportExecution;
    };
};

export type GetDocumentImportExecutionResponse = GetDocumentImportExecutionResponses[keyof GetDocumentImportExecutionResponses];

export type FollowDocumentImportExecutionData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * An import of the datamart.
         */
        document_import_id: string;
        /**
         * An execution of the import.
         */
        execution_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}/executions/{execution_id}/events';
};

export type FollowDocumentImportExecutionResponses = {
    /**
     * Events whose data is a DocumentImportExecution as JSON.
     */
    200: string;
};

export type FollowDocumentImportExecutionResponse = FollowDocumentImportExecutionResponses[keyof FollowDocumentImportExecutionResponses];

export type ActOnDocumentImportExecutionData = {
    body: {
        action: 'CANCEL' | 'RETRY';
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * An import of the datamart.
         */
        document_import_id: string;
        /**
         * An execution of the import.
         */
        execution_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/document_imports/{document_import_id}/executions/{execution_id}/action';
};

export type ActOnDocumentImportExecutionResponses = {
    /**
     * The updated execution.
     */
    200: {
        status: 'ok';
        data: DocumentImportExecution;
    };
};

export type ActOnDocumentImportExecutionResponse = ActOnDocumentImportExecutionResponses[keyof ActOnDocumentImportExecutionResponses];

export type GetDocumentImportTemplateData = {
    body?: never;
    path: {
        /**
         * What the lines of the file are.
         */
        document_type: 'USER_ACTIVITY' | 'USER_SEGMENT' | 'USER_PROFILE' | 'USER_CHOICE' | 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS' | 'USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS' | 'USER_IDENTIFIERS_DELETION' | 'USER_POINTS_DELETION';
    };
    query?: {
        /**
         * TEXT_CSV only for segments, profiles and associations.
         */
        mime_type?: 'APPLICATION_X_NDJSON' | 'TEXT_CSV';
    };
    url: '/document_imports/templates/{document_type}';
};

export type GetDocumentImportTemplateResponses = {
    /**
     * A file of the type and format, as an upload takes it.
     */
    200: string;
};

export type GetDocumentImportTemplateResponse = GetDocumentImportTemplateResponses[keyof GetDocumentImportTemplateResponses];

export type DownloadDataFileData = {
    body?: never;
    path?: never;
    query: {
        /**
         * `input_file_uri` or `error_file_uri` of an execution.
         */
        uri: string;
    };
    url: '/data_file/data';
};

export type DownloadDataFileResponses = {
    /**
     * The file. The input has the content type of the import; failures are NDJSON.
     */
    200: string;
};

export type DownloadDataFileResponse = DownloadDataFileResponses[keyof DownloadDataFileResponses];

export type ReportUserActivitiesData = {
    body: ActivitiesReportRequest;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/user_activities_analytics';
};

export type ReportUserActivitiesResponses = {
    /**
     * The report.
     */
    200: {
        status: 'ok';
        data: {
            report_view: ReportView;
            /**
             * If the request asks for it.
             */
            explain?: ReportExplanation;
        };
    };
};

export type ReportUserActivitiesResponse = ReportUserActivitiesResponses[keyof ReportUserActivitiesResponses];

export type ReportCollectionsData = {
    body: ReportRequest;
    path?: never;
    query?: never;
    url: '/platform_monitoring/collections';
};

export type ReportCollectionsResponses = {
    /**
     * The report.
     */
    200: {
        status: 'ok';
        data: {
            report_view: ReportView;
        };
    };
};

export type ReportCollectionsResponse = ReportCollectionsResponses[keyof ReportCollectionsResponses];

export type ListSavedReportsData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/datamarts/{datamart_id}/saved_reports';
};

export type ListSavedReportsResponses = {
    /**
     * A page of reports.
     */
    200: {
        status: 'ok';
        data: Array<SavedReport>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListSavedReportsResponse = ListSavedReportsResponses[keyof ListSavedReportsResponses];

export type CreateSavedReportData = {
    body: {
        /**
         * No other report of the user in the datamart has it.
         */
        name: string;
        /**
         * The body of `POST /datamarts/{datamart_id}/user_activities_analytics`, 32768 characters at most.
         */
        report: ReportRequest;
        display?: {
            /**
             * Default: Table.
             */
            view?: 'Table' | 'Bars' | 'Line' | 'Area' | 'Pie' | 'Radar' | null;
            /**
             * Whether a chart shows every metric. Default: only the first.
             */
            all_metrics?: boolean | null;
            /**
             * Whether the period before stands beside it.
             */
            compare?: boolean | null;
            /**
             * Whether a table has the share of each value.
             */
            shares?: boolean | null;
        } | null;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/saved_reports';
};

export type CreateSavedReportResponses = {
    /**
     * The saved report.
     */
    200: {
        status: 'ok';
        data: SavedReport;
    };
};

export type CreateSavedReportResponse = CreateSavedReportResponses[keyof CreateSavedReportResponses];

export type DeleteSavedReportData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A saved report of the caller in the datamart.
         */
        saved_report_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/saved_reports/{saved_report_id}';
};

export type DeleteSavedReportResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteSavedReportResponse = DeleteSavedReportResponses[keyof DeleteSavedReportResponses];

export type GetSavedReportData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A saved report of the caller in the datamart.
         */
        saved_report_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/saved_reports/{saved_report_id}';
};

export type GetSavedReportResponses = {
    /**
     * The report.
     */
    200: {
        status: 'ok';
        data: SavedReport;
    };
};

export type GetSavedReportResponse = GetSavedReportResponses[keyof GetSavedReportResponses];

export type UpdateSavedReportData = {
    body: {
        /**
         * No other report of the user in the datamart has it.
         */
        name: string;
        /**
         * The body of `POST /datamarts/{datamart_id}/user_activities_analytics`, 32768 characters at most.
         */
        report: ReportRequest;
        display?: {
            /**
             * Default: Table.
             */
            view?: 'Table' | 'Bars' | 'Line' | 'Area' | 'Pie' | 'Radar' | null;
            /**
             * Whether a chart shows every metric. Default: only the first.
             */
            all_metrics?: boolean | null;
            /**
             * Whether the period before stands beside it.
             */
            compare?: boolean | null;
            /**
             * Whether a table has the share of each value.
             */
            shares?: boolean | null;
        } | null;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A saved report of the caller in the datamart.
         */
        saved_report_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/saved_reports/{saved_report_id}';
};

export type UpdateSavedReportResponses = {
    /**
     * The replaced report.
     */
    200: {
        status: 'ok';
        data: SavedReport;
    };
};

export type UpdateSavedReportResponse = UpdateSavedReportResponses[keyof UpdateSavedReportResponses];

export type ListDashboardsData = {
    body?: never;
    path?: never;
    query: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * The organisation of the dashboard.
         */
        organisation_id: string;
        /**
         * Only archived ones (true), or only others (false). Default: both.
         */
        archived?: boolean;
        /**
         * Only titles that contain all of these words, ignoring case.
         */
        keywords?: string;
    };
    url: '/dashboards';
};

export type ListDashboardsResponses = {
    /**
     * A page of dashboards.
     */
    200: {
        status: 'ok';
        data: Array<DashboardRegistration>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListDashboardsResponse = ListDashboardsResponses[keyof ListDashboardsResponses];

export type CreateDashboardData = {
    body: {
        /**
         * Shown in the UI.
         */
        title: string;
        /**
         * Where it is shown; may be empty.
         */
        scopes: Array<'home' | 'segments' | 'builders'>;
        /**
         * With the scope segments: the segments for which it is shown. Empty: all segments.
         */
        segment_ids: Array<string>;
        /**
         * With the scope builders: the builders for which it is shown. Empty: all builders.
         */
        builder_ids: Array<string>;
        /**
         * The community in which it is visible.
         */
        community_id: string;
        /**
         * An organisation of the community.
         */
        organisation_id: string;
        /**
         * Attaches this content, of any dashboard of the organisation. Absent: the content stays.
         */
        dashboard_content_id?: string | null;
        archived?: boolean | null;
    };
    path?: never;
    query?: {
        /**
         * Optional; it must be that of the body.
         */
        organisation_id?: string;
    };
    url: '/dashboards';
};

export type CreateDashboardResponses = {
    /**
     * The new dashboard.
     */
    200: {
        status: 'ok';
        data: DashboardRegistration;
    };
};

export type CreateDashboardResponse = CreateDashboardResponses[keyof CreateDashboardResponses];

export type DeleteDashboardData = {
    body?: never;
    path: {
        /**
         * A dashboard of the organisation in the query.
         */
        dashboard_id: string;
    };
    query: {
        /**
         * The organisation of the dashboard.
         */
        organisation_id: string;
    };
    url: '/dashboards/{dashboard_id}';
};

export type DeleteDashboardResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteDashboardResponse = DeleteDashboardResponses[keyof DeleteDashboardResponses];

export type GetDashboardData = {
    body?: never;
    path: {
        /**
         * A dashboard of the organisation in the query.
         */
        dashboard_id: string;
    };
    query: {
        /**
         * The organisation of the dashboard.
         */
        organisation_id: string;
    };
    url: '/dashboards/{dashboard_id}';
};

export type GetDashboardResponses = {
    /**
     * The dashboard.
     */
    200: {
        status: 'ok';
        data: DashboardRegistration;
    };
};

export type GetDashboardResponse = GetDashboardResponses[keyof GetDashboardResponses];

export type UpdateDashboardData = {
    body: {
        /**
         * Shown in the UI.
         */
        title: string;
        /**
         * Where it is shown; may be empty.
         */
        scopes: Array<'home' | 'segments' | 'builders'>;
        /**
         * With the scope segments: the segments for which it is shown. Empty: all segments.
         */
        segment_ids: Array<string>;
        /**
         * With the scope builders: the builders for which it is shown. Empty: all builders.
         */
        builder_ids: Array<string>;
        /**
         * The community in which it is visible.
         */
        community_id: string;
        /**
         * That of the query, or absent.
         */
        organisation_id?: string | null;
        /**
         * Attaches this content, of any dashboard of the organisation. Absent: the content stays.
         */
        dashboard_content_id?: string | null;
        archived?: boolean | null;
    };
    path: {
        /**
         * A dashboard of the organisation in the query.
         */
        dashboard_id: string;
    };
    query: {
        /**
         * The organisation of the dashboard.
         */
        organisation_id: string;
    };
    url: '/dashboards/{dashboard_id}';
};

export type UpdateDashboardResponses = {
    /**
     * The updated dashboard.
     */
    200: {
        status: 'ok';
        data: DashboardRegistration;
    };
};

export type UpdateDashboardResponse = UpdateDashboardResponses[keyof UpdateDashboardResponses];

export type GetDashboardContentData = {
    body?: never;
    headers?: {
        /**
         * ETag of the content that the client has.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * A dashboard of the organisation in the query.
         */
        dashboard_id: string;
    };
    query: {
        /**
         * The organisation of the dashboard.
         */
        organisation_id: string;
        /**
         * Id of an earlier content to read instead of the current one.
         */
        version?: string;
    };
    url: '/dashboards/{dashboard_id}/content';
};

export type GetDashboardContentResponses = {
    /**
     * The content.
     */
    200: {
        status: 'ok';
        data: DashboardContentWrapper;
    };
};

export type GetDashboardContentResponse = GetDashboardContentResponses[keyof GetDashboardContentResponses];

export type PutDashboardContentData = {
    body: DashboardContent;
    headers?: {
        /**
         * ETag of the content to replace. If the current one differs, the answer is 412.
         */
        'If-Match'?: string;
        /**
         * With `*`, the answer is 412 if the dashboard already has a content.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * A dashboard of the organisation in the query.
         */
        dashboard_id: string;
    };
    query: {
        /**
         * The organisation of the dashboard.
         */
        organisation_id: string;
    };
    url: '/dashboards/{dashboard_id}/content';
};

export type PutDashboardContentResponses = {
    /**
     * The new content.
     */
    200: {
        status: 'ok';
        data: DashboardContentWrapper;
    };
};

export type PutDashboardContentResponse = PutDashboardContentResponses[keyof PutDashboardContentResponses];

export type ListDashboardContentVersionsData = {
    body?: never;
    path: {
        /**
         * A dashboard of the organisation in the query.
         */
        dashboard_id: string;
    };
    query: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * The organisation of the dashboard.
         */
        organisation_id: string;
    };
    url: '/dashboards/{dashboard_id}/content/versions';
};

export type ListDashboardContentVersionsResponses = {
    /**
     * A page of versions.
     */
    200: {
        status: 'ok';
        data: Array<DashboardContentVersion>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListDashboardContentVersionsResponse = ListDashboardContentVersionsResponses[keyof ListDashboardContentVersionsResponses];

export type ListChannelsOfOrganisationData = {
    body?: never;
    path?: never;
    query: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * The organisation of the channels.
         */
        organisation_id: string;
        /**
         * Only channels of this datamart.
         */
        datamart_id?: string;
    };
    url: '/channels';
};

export type ListChannelsOfOrganisationResponses = {
    /**
     * A page of channels.
     */
    200: {
        status: 'ok';
        data: Array<Channel>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListChannelsOfOrganisationResponse = ListChannelsOfOrganisationResponses[keyof ListChannelsOfOrganisationResponses];

export type ListChannelsData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/datamarts/{datamart_id}/channels';
};

export type ListChannelsResponses = {
    /**
     * A page of channels.
     */
    200: {
        status: 'ok';
        data: Array<Channel>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListChannelsResponse = ListChannelsResponses[keyof ListChannelsResponses];

export type CreateChannelData = {
    body: {
        name: string;
        type: 'SITE' | 'MOBILE_APPLICATION' | 'CTV';
        /**
         * Of your own, unique in the datamart. Default: the server makes one.
         */
        id?: string | null;
        domain?: string | null;
        enable_analytics?: boolean | null;
        leaves_out_bots?: boolean | null;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/channels';
};

export type CreateChannelResponses = {
    /**
     * The new channel.
     */
    200: {
        status: 'ok';
        data: Channel;
    };
};

export type CreateChannelResponse = CreateChannelResponses[keyof CreateChannelResponses];

export type GetChannelData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A channel that the caller can see: its id, as the server has made it or a client has given it.
         */
        channel_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/channels/{channel_id}';
};

export type GetChannelResponses = {
    /**
     * The channel.
     */
    200: {
        status: 'ok';
        data: Channel;
    };
};

export type GetChannelResponse = GetChannelResponses[keyof GetChannelResponses];

export type DeleteSiteData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A channel of the type SITE.
         */
        site_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/sites/{site_id}';
};

export type DeleteSiteResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteSiteResponse = DeleteSiteResponses[keyof DeleteSiteResponses];

export type UpdateSiteData = {
    body: {
        name: string;
        type?: 'SITE' | 'MOBILE_APPLICATION' | 'CTV';
        domain?: string | null;
        enable_analytics?: boolean | null;
        leaves_out_bots?: boolean | null;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A channel of the type SITE.
         */
        site_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/sites/{site_id}';
};

export type UpdateSiteResponses = {
    /**
     * The updated channel.
     */
    200: {
        status: 'ok';
        data: Channel;
    };
};

export type UpdateSiteResponse = UpdateSiteResponses[keyof UpdateSiteResponses];

export type DeleteMobileApplicationData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A channel of the type MOBILE_APPLICATION.
         */
        mobile_application_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/mobile_applications/{mobile_application_id}';
};

export type DeleteMobileApplicationResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteMobileApplicationResponse = DeleteMobileApplicationResponses[keyof DeleteMobileApplicationResponses];

export type UpdateMobileApplicationData = {
    body: {
        name: string;
        type?: 'SITE' | 'MOBILE_APPLICATION' | 'CTV';
        domain?: string | null;
        enable_analytics?: boolean | null;
        leaves_out_bots?: boolean | null;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A channel of the type MOBILE_APPLICATION.
         */
        mobile_application_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/mobile_applications/{mobile_application_id}';
};

export type UpdateMobileApplicationResponses = {
    /**
     * The updated channel.
     */
    200: {
        status: 'ok';
        data: Channel;
    };
};

export type UpdateMobileApplicationResponse = UpdateMobileApplicationResponses[keyof UpdateMobileApplicationResponses];

export type DeleteCtvData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A channel of the type CTV.
         */
        ctv_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/ctvs/{ctv_id}';
};

export type DeleteCtvResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteCtvResponse = DeleteCtvResponses[keyof DeleteCtvResponses];

export type UpdateCtvData = {
    body: {
        name: string;
        type?: 'SITE' | 'MOBILE_APPLICATION' | 'CTV';
        domain?: string | null;
        enable_analytics?: boolean | null;
        leaves_out_bots?: boolean | null;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A channel of the type CTV.
         */
        ctv_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/ctvs/{ctv_id}';
};

export type UpdateCtvResponses = {
    /**
     * The updated channel.
     */
    200: {
        status: 'ok';
        data: Channel;
    };
};

export type UpdateCtvResponse = UpdateCtvResponses[keyof UpdateCtvResponses];

export type ListCollectKeysData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/datamarts/{datamart_id}/collect_keys';
};

export type ListCollectKeysResponses = {
    /**
     * A page of keys with their values.
     */
    200: {
        status: 'ok';
        data: Array<CollectKey>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListCollectKeysResponse = ListCollectKeysResponses[keyof ListCollectKeysResponses];

export type CreateCollectKeyData = {
    body: {
        name: string;
        channel_id?: string | null;
        /**
         * Origins of the pages that may use the key: `https://host[:port]`, `http://localhost[:port]` or `*` for any. Without any, only servers and apps may, which send no `Origin`. Default: none.
         */
        allowed_origins?: Array<string> | null;
        accepts_profiles?: boolean | null;
        max_qps?: number | null;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/collect_keys';
};

export type CreateCollectKeyResponses = {
    /**
     * The new key with its value.
     */
    200: {
        status: 'ok';
        data: CollectKey;
    };
};

export type CreateCollectKeyResponse = CreateCollectKeyResponses[keyof CreateCollectKeyResponses];

export type DeleteCollectKeyData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A collect key of the datamart.
         */
        collect_key_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/collect_keys/{collect_key_id}';
};

export type DeleteCollectKeyResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteCollectKeyResponse = DeleteCollectKeyResponses[keyof DeleteCollectKeyResponses];

export type GetCollectKeyData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A collect key of the datamart.
         */
        collect_key_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/collect_keys/{collect_key_id}';
};

export type GetCollectKeyResponses = {
    /**
     * The key with its value.
     */
    200: {
        status: 'ok';
        data: CollectKey;
    };
};

export type GetCollectKeyResponse = GetCollectKeyResponses[keyof GetCollectKeyResponses];

export type UpdateCollectKeyData = {
    body: {
        name: string;
        channel_id?: string | null;
        /**
         * Origins of the pages that may use the key: `https://host[:port]`, `http://localhost[:port]` or `*` for any. Without any, only servers and apps may, which send no `Origin`. Default: none.
         */
        allowed_origins?: Array<string> | null;
        accepts_profiles?: boolean | null;
        max_qps?: number | null;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A collect key of the datamart.
         */
        collect_key_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/collect_keys/{collect_key_id}';
};

export type UpdateCollectKeyResponses = {
    /**
     * The updated key.
     */
    200: {
        status: 'ok';
        data: CollectKey;
    };
};

export type UpdateCollectKeyResponse = UpdateCollectKeyResponses[keyof UpdateCollectKeyResponses];

export type ListProcessingsData = {
    body?: never;
    path?: never;
    query: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * The community of the processings.
         */
        community_id: string;
    };
    url: '/processings';
};

export type ListProcessingsResponses = {
    /**
     * A page of processings.
     */
    200: {
        status: 'ok';
        data: Array<Processing>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListProcessingsResponse = ListProcessingsResponses[keyof ListProcessingsResponses];

export type CreateProcessingData = {
    body: {
        community_id: string;
        name: string;
        legal_basis: 'CONSENT' | 'CONTRACTUAL_PERFORMANCE' | 'LEGAL_OBLIGATION' | 'PUBLIC_INTEREST_OR_EXERCISE_OF_OFFICIAL_AUTHORITY' | 'LEGITIMATE_INTEREST';
        purpose?: string | null;
        technical_name?: string | null;
        archived?: boolean | null;
    };
    path?: never;
    query?: never;
    url: '/processings';
};

export type CreateProcessingResponses = {
    /**
     * The new processing.
     */
    200: {
        status: 'ok';
        data: Processing;
    };
};

export type CreateProcessingResponse = CreateProcessingResponses[keyof CreateProcessingResponses];

export type DeleteProcessingData = {
    body?: never;
    path: {
        /**
         * A processing.
         */
        processing_id: string;
    };
    query?: never;
    url: '/processings/{processing_id}';
};

export type DeleteProcessingResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteProcessingResponse = DeleteProcessingResponses[keyof DeleteProcessingResponses];

export type GetProcessingData = {
    body?: never;
    path: {
        /**
         * A processing.
         */
        processing_id: string;
    };
    query?: never;
    url: '/processings/{processing_id}';
};

export type GetProcessingResponses = {
    /**
     * The processing.
     */
    200: {
        status: 'ok';
        data: Processing;
    };
};

export type GetProcessingResponse = GetProcessingResponses[keyof GetProcessingResponses];

export type UpdateProcessingData = {
    body: {
        name: string;
        legal_basis: 'CONSENT' | 'CONTRACTUAL_PERFORMANCE' | 'LEGAL_OBLIGATION' | 'PUBLIC_INTEREST_OR_EXERCISE_OF_OFFICIAL_AUTHORITY' | 'LEGITIMATE_INTEREST';
        purpose?: string | null;
        technical_name?: string | null;
        archived?: boolean | null;
    };
    path: {
        /**
         * A processing.
         */
        processing_id: string;
    };
    query?: never;
    url: '/processings/{processing_id}';
};

export type UpdateProcessingResponses = {
    /**
     * The updated processing.
     */
    200: {
        status: 'ok';
        data: Processing;
    };
};

export type UpdateProcessingResponse = UpdateProcessingResponses[keyof UpdateProcessingResponses];

export type ListProcessingSelectionsData = {
    body?: never;
    path: {
        /**
         * A channel that the caller can see: its id, as the server has made it or a client has given it.
         */
        channel_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * The datamart of the channel. Required if several that you can read have a channel of this id, and the server has made none of these ids.
         */
        datamart_id?: string;
    };
    url: '/channels/{channel_id}/processing_selections';
};

export type ListProcessingSelectionsResponses = {
    /**
     * A page of selections.
     */
    200: {
        status: 'ok';
        data: Array<ProcessingSelection>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListProcessingSelectionsResponse = ListProcessingSelectionsResponses[keyof ListProcessingSelectionsResponses];

export type CreateProcessingSelectionData = {
    body: {
        processing_id: string | number;
    };
    path: {
        /**
         * A channel that the caller can see: its id, as the server has made it or a client has given it.
         */
        channel_id: string;
    };
    query?: {
        /**
         * The datamart of the channel. Required if several that you can read have a channel of this id, and the server has made none of these ids.
         */
        datamart_id?: string;
    };
    url: '/channels/{channel_id}/processing_selections';
};

export type CreateProcessingSelectionResponses = {
    /**
     * The new selection.
     */
    200: {
        status: 'ok';
        data: ProcessingSelection;
    };
};

export type CreateProcessingSelectionResponse = CreateProcessingSelectionResponses[keyof CreateProcessingSelectionResponses];

export type PreviewProcessingSelectionData = {
    body?: never;
    path: {
        /**
         * A channel that the caller can see: its id, as the server has made it or a client has given it.
         */
        channel_id: string;
    };
    query: {
        /**
         * The datamart of the channel. Required if several that you can read have a channel of this id, and the server has made none of these ids.
         */
        datamart_id?: string;
        /**
         * The processing that the channel might select.
         */
        processing_id: string;
    };
    url: '/channels/{channel_id}/processing_selections/preview';
};

export type PreviewProcessingSelectionResponses = {
    /**
     * The counts.
     */
    200: {
        status: 'ok';
        data: SelectionPreview;
    };
};

export type PreviewProcessingSelectionResponse = PreviewProcessingSelectionResponses[keyof PreviewProcessingSelectionResponses];

export type ListRefusedByChoiceData = {
    body?: never;
    path: {
        /**
         * A channel that the caller can see: its id, as the server has made it or a client has given it.
         */
        channel_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * The datamart of the channel. Required if several that you can read have a channel of this id, and the server has made none of these ids.
         */
        datamart_id?: string;
    };
    url: '/channels/{channel_id}/refused_by_choice';
};

export type ListRefusedByChoiceResponses = {
    /**
     * A page of days.
     */
    200: {
        status: 'ok';
        data: Array<RefusedByChoice>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListRefusedByChoiceResponse = ListRefusedByChoiceResponses[keyof ListRefusedByChoiceResponses];

export type DeleteProcessingSelectionData = {
    body?: never;
    path: {
        /**
         * A channel that the caller can see: its id, as the server has made it or a client has given it.
         */
        channel_id: string;
        /**
         * A selection of the channel.
         */
        selection_id: string;
    };
    query?: {
        /**
         * The datamart of the channel. Required if several that you can read have a channel of this id, and the server has made none of these ids.
         */
        datamart_id?: string;
    };
    url: '/channels/{channel_id}/processing_selections/{selection_id}';
};

export type DeleteProcessingSelectionResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteProcessingSelectionResponse = DeleteProcessingSelectionResponses[keyof DeleteProcessingSelectionResponses];

export type GetProcessingSelectionData = {
    body?: never;
    path: {
        /**
         * A channel that the caller can see: its id, as the server has made it or a client has given it.
         */
        channel_id: string;
        /**
         * A selection of the channel.
         */
        selection_id: string;
    };
    query?: {
        /**
         * The datamart of the channel. Required if several that you can read have a channel of this id, and the server has made none of these ids.
         */
        datamart_id?: string;
    };
    url: '/channels/{channel_id}/processing_selections/{selection_id}';
};

export type GetProcessingSelectionResponses = {
    /**
     * The selection.
     */
    200: {
        status: 'ok';
        data: ProcessingSelection;
    };
};

export type GetProcessingSelectionResponse = GetProcessingSelectionResponses[keyof GetProcessingSelectionResponses];

export type ListCompartmentsData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * true: only the default compartment; false: all others.
         */
        default?: boolean;
    };
    url: '/datamarts/{datamart_id}/compartments';
};

export type ListCompartmentsResponses = {
    /**
     * A page of compartments.
     */
    200: {
        status: 'ok';
        data: Array<Compartment>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListCompartmentsResponse = ListCompartmentsResponses[keyof ListCompartmentsResponses];

export type CreateCompartmentData = {
    body: {
        name: string;
        archived?: boolean | null;
        /**
         * Whether a person has at most one account of it.
         */
        exclusive?: boolean | null;
        /**
         * The `$compartment_id` of its accounts. An integer is its decimal text.
         */
        compartment_id: string | number;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/compartments';
};

export type CreateCompartmentResponses = {
    /**
     * The new compartment.
     */
    200: {
        status: 'ok';
        data: Compartment;
    };
};

export type CreateCompartmentResponse = CreateCompartmentResponses[keyof CreateCompartmentResponses];

export type DeleteCompartmentData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A compartment of the datamart; `default` always exists.
         */
        compartment_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/compartments/{compartment_id}';
};

export type DeleteCompartmentResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteCompartmentResponse = DeleteCompartmentResponses[keyof DeleteCompartmentResponses];

export type GetCompartmentData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A compartment of the datamart; `default` always exists.
         */
        compartment_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/compartments/{compartment_id}';
};

export type GetCompartmentResponses = {
    /**
     * The compartment.
     */
    200: {
        status: 'ok';
        data: Compartment;
    };
};

export type GetCompartmentResponse = GetCompartmentResponses[keyof GetCompartmentResponses];

export type UpdateCompartmentData = {
    body: {
        name: string;
        archived?: boolean | null;
        /**
         * Whether a person has at most one account of it.
         */
        exclusive?: boolean | null;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A compartment of the datamart; `default` always exists.
         */
        compartment_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/compartments/{compartment_id}';
};

export type UpdateCompartmentResponses = {
    /**
     * The updated compartment.
     */
    200: {
        status: 'ok';
        data: Compartment;
    };
};

export type UpdateCompartmentResponse = UpdateCompartmentResponses[keyof UpdateCompartmentResponses];

export type ListUserAccountCompartmentsData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * true: only the default compartment; false: all others.
         */
        default?: boolean;
    };
    url: '/datamarts/{datamart_id}/user_account_compartments';
};

export type ListUserAccountCompartmentsResponses = {
    /**
     * A page of compartments.
     */
    200: {
        status: 'ok';
        data: Array<Compartment>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListUserAccountCompartmentsResponse = ListUserAccountCompartmentsResponses[keyof ListUserAccountCompartmentsResponses];

export type ListPluginsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * Only what belongs to this organisation.
         */
        organisation_id?: string;
        /**
         * Only what belongs to the organisations of this community.
         */
        community_id?: string;
        /**
         * Only plugins of this type.
         */
        plugin_type?: 'ACTIVITY_ANALYZER' | 'AD_LAYOUT' | 'AD_RENDERER' | 'ATTRIBUTION_PROCESSOR' | 'AUDIENCE_SEGMENT_EXTERNAL_FEED' | 'AUDIENCE_SEGMENT_TAG_FEED' | 'BID_OPTIMIZER' | 'CUSTOM_ACTION' | 'DISPLAY_CAMPAIGN_EDITOR' | 'EMAIL_CAMPAIGN_EDITOR' | 'EMAIL_RENDERER' | 'EMAIL_ROUTER' | 'INTEGRATION_BATCH' | 'ML_FUNCTION' | 'PREDICTION_GENERATOR' | 'RECOMMENDER';
        /**
         * Only plugins of this group.
         */
        group_id?: string;
        /**
         * Only plugins with this artifact.
         */
        artifact_id?: string;
    };
    url: '/plugins';
};

export type ListPluginsResponses = {
    /**
     * A page of plugins.
     */
    200: {
        status: 'ok';
        data: Array<Plugin>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListPluginsResponse = ListPluginsResponses[keyof ListPluginsResponses];

export type CreatePluginData = {
    body: {
        organisation_id: string;
        plugin_type: 'ACTIVITY_ANALYZER' | 'AD_LAYOUT' | 'AD_RENDERER' | 'ATTRIBUTION_PROCESSOR' | 'AUDIENCE_SEGMENT_EXTERNAL_FEED' | 'AUDIENCE_SEGMENT_TAG_FEED' | 'BID_OPTIMIZER' | 'CUSTOM_ACTION' | 'DISPLAY_CAMPAIGN_EDITOR' | 'EMAIL_CAMPAIGN_EDITOR' | 'EMAIL_RENDERER' | 'EMAIL_ROUTER' | 'INTEGRATION_BATCH' | 'ML_FUNCTION' | 'PREDICTION_GENERATOR' | 'RECOMMENDER';
        group_id: string;
        artifact_id: string;
    };
    path?: never;
    query?: never;
    url: '/plugins';
};

export type CreatePluginResponses = {
    /**
     * The new plugin.
     */
    200: {
        status: 'ok';
        data: Plugin;
    };
};

export type CreatePluginResponse = CreatePluginResponses[keyof CreatePluginResponses];

export type GetPluginData = {
    body?: never;
    path: {
        /**
         * A plugin of an organisation that the caller has a role in.
         */
        plugin_id: string;
    };
    query?: never;
    url: '/plugins/{plugin_id}';
};

export type GetPluginResponses = {
    /**
     * The plugin.
     */
    200: {
        status: 'ok';
        data: Plugin;
    };
};

export type GetPluginResponse = GetPluginResponses[keyof GetPluginResponses];

export type UpdatePluginData = {
    body: {
        plugin_type: 'ACTIVITY_ANALYZER' | 'AD_LAYOUT' | 'AD_RENDERER' | 'ATTRIBUTION_PROCESSOR' | 'AUDIENCE_SEGMENT_EXTERNAL_FEED' | 'AUDIENCE_SEGMENT_TAG_FEED' | 'BID_OPTIMIZER' | 'CUSTOM_ACTION' | 'DISPLAY_CAMPAIGN_EDITOR' | 'EMAIL_CAMPAIGN_EDITOR' | 'EMAIL_RENDERER' | 'EMAIL_ROUTER' | 'INTEGRATION_BATCH' | 'ML_FUNCTION' | 'PREDICTION_GENERATOR' | 'RECOMMENDER';
        group_id: string;
        artifact_id: string;
        /**
         * `id` of the version in use. Default: the newest one that is not archived.
         */
        current_version_id?: string | null;
    };
    path: {
        /**
         * A plugin of an organisation that the caller has a role in.
         */
        plugin_id: string;
    };
    query?: never;
    url: '/plugins/{plugin_id}';
};

export type UpdatePluginResponses = {
    /**
     * The updated plugin.
     */
    200: {
        status: 'ok';
        data: Plugin;
    };
};

export type UpdatePluginResponse = UpdatePluginResponses[keyof UpdatePluginResponses];

export type ListPluginVersionsData = {
    body?: never;
    path: {
        /**
         * A plugin of an organisation that the caller has a role in.
         */
        plugin_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/plugins/{plugin_id}/versions';
};

export type ListPluginVersionsResponses = {
    /**
     * A page of versions.
     */
    200: {
        status: 'ok';
        data: Array<PluginVersion>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListPluginVersionsResponse = ListPluginVersionsResponses[keyof ListPluginVersionsResponses];

export type CreatePluginVersionData = {
    body: {
        /**
         * Name of the version, like `1.0.0`; unique in its plugin.
         */
        version_id: string;
        archived?: boolean | null;
        max_qps?: number | null;
        /**
         * Default: none; in a PUT, those that the version has.
         */
        plugin_properties?: Array<{
            /**
             * Unique in its version.
             */
            technical_name: string;
            /**
             * `STRING`, `INT`, `BOOLEAN` …
             */
            property_type: string;
            /**
             * Any JSON value, as the type requires. `{"value":"****"}` if it is secret.
             */
            value: unknown;
            origin?: 'PLUGIN_STATIC' | 'PLUGIN' | null;
            writable?: boolean | null;
            deletable?: boolean | null;
            /**
             * Encrypts the value. Only the worker can read it, people read `****`. Only for `STRING`.
             */
            secret?: boolean | null;
        }> | null;
    };
    path: {
        /**
         * A plugin of an organisation that the caller has a role in.
         */
        plugin_id: string;
    };
    query?: never;
    url: '/plugins/{plugin_id}/versions';
};

export type CreatePluginVersionResponses = {
    /**
     * The new version.
     */
    200: {
        status: 'ok';
        data: PluginVersion;
    };
};

export type CreatePluginVersionResponse = CreatePluginVersionResponses[keyof CreatePluginVersionResponses];

export type GetPluginVersionData = {
    body?: never;
    path: {
        /**
         * A plugin of an organisation that the caller has a role in.
         */
        plugin_id: string;
        /**
         * The `id` of a version of the plugin.
         */
        version_id: string;
    };
    query?: never;
    url: '/plugins/{plugin_id}/versions/{version_id}';
};

export type GetPluginVersionResponses = {
    /**
     * The version.
     */
    200: {
        status: 'ok';
        data: PluginVersion;
    };
};

export type GetPluginVersionResponse = GetPluginVersionResponses[keyof GetPluginVersionResponses];

export type UpdatePluginVersionData = {
    body: {
        /**
         * Name of the version, like `1.0.0`; unique in its plugin.
         */
        version_id: string;
        archived?: boolean | null;
        max_qps?: number | null;
        /**
         * Default: none; in a PUT, those that the version has.
         */
        plugin_properties?: Array<{
            /**
             * Unique in its version.
             */
            technical_name: string;
            /**
             * `STRING`, `INT`, `BOOLEAN` …
             */
            property_type: string;
            /**
             * Any JSON value, as the type requires. `{"value":"****"}` if it is secret.
             */
            value: unknown;
            origin?: 'PLUGIN_STATIC' | 'PLUGIN' | null;
            writable?: boolean | null;
            deletable?: boolean | null;
            /**
             * Encrypts the value. Only the worker can read it, people read `****`. Only for `STRING`.
             */
            secret?: boolean | null;
        }> | null;
    };
    path: {
        /**
         * A plugin of an organisation that the caller has a role in.
         */
        plugin_id: string;
        /**
         * The `id` of a version of the plugin.
         */
        version_id: string;
    };
    query?: never;
    url: '/plugins/{plugin_id}/versions/{version_id}';
};

export type UpdatePluginVersionResponses = {
    /**
     * The updated version.
     */
    200: {
        status: 'ok';
        data: PluginVersion;
    };
};

export type UpdatePluginVersionResponse = UpdatePluginVersionResponses[keyof UpdatePluginVersionResponses];

export type GetPluginVersionByIdData = {
    body?: never;
    path: {
        /**
         * The `id` of a version of the plugin.
         */
        version_id: string;
    };
    query?: never;
    url: '/plugins/version/{version_id}';
};

export type GetPluginVersionByIdResponses = {
    /**
     * The version.
     */
    200: {
        status: 'ok';
        data: PluginVersion;
    };
};

export type GetPluginVersionByIdResponse = GetPluginVersionByIdResponses[keyof GetPluginVersionByIdResponses];

export type ListPluginPropertiesData = {
    body?: never;
    path: {
        /**
         * A plugin of an organisation that the caller has a role in.
         */
        plugin_id: string;
        /**
         * The `id` of a version of the plugin.
         */
        version_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/plugins/{plugin_id}/versions/{version_id}/properties';
};

export type ListPluginPropertiesResponses = {
    /**
     * A page of properties.
     */
    200: {
        status: 'ok';
        data: Array<{
            /**
             * Unique in its version.
             */
            technical_name: string;
            /**
             * `STRING`, `INT`, `BOOLEAN` …
             */
            property_type: string;
            /**
             * Any JSON value, as the type requires. `{"value":"****"}` if it is secret.
             */
            value: unknown;
            /**
             * Whether the value is the same for all versions, or belongs to this one.
             */
            origin: 'PLUGIN_STATIC' | 'PLUGIN';
            writable: boolean;
            deletable: boolean;
            /**
             * The value is encrypted, and only the worker can read it. Absent if it is not secret.
             */
            secret?: true;
        }>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListPluginPropertiesResponse = ListPluginPropertiesResponses[keyof ListPluginPropertiesResponses];

export type DeletePluginWorkerData = {
    body?: never;
    path: {
        /**
         * A plugin of an organisation that the caller has a role in.
         */
        plugin_id: string;
        /**
         * The `id` of a version of the plugin.
         */
        version_id: string;
    };
    query?: never;
    url: '/plugins/{plugin_id}/versions/{version_id}/worker';
};

export type DeletePluginWorkerResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeletePluginWorkerResponse = DeletePluginWorkerResponses[keyof DeletePluginWorkerResponses];

export type GetPluginWorkerData = {
    body?: never;
    path: {
        /**
         * A plugin of an organisation that the caller has a role in.
         */
        plugin_id: string;
        /**
         * The `id` of a version of the plugin.
         */
        version_id: string;
    };
    query?: never;
    url: '/plugins/{plugin_id}/versions/{version_id}/worker';
};

export type GetPluginWorkerResponses = {
    /**
     * The worker.
     */
    200: {
        status: 'ok';
        data: PluginWorker;
    };
};

export type GetPluginWorkerResponse = GetPluginWorkerResponses[keyof GetPluginWorkerResponses];

export type PutPluginWorkerData = {
    body: {
        /**
         * The address of the worker, http or https.
         */
        url: string;
        /**
         * Makes a new token. The one before stays valid for 10 minutes.
         */
        rotate?: boolean | null;
    };
    path: {
        /**
         * A plugin of an organisation that the caller has a role in.
         */
        plugin_id: string;
        /**
         * The `id` of a version of the plugin.
         */
        version_id: string;
    };
    query?: never;
    url: '/plugins/{plugin_id}/versions/{version_id}/worker';
};

export type PutPluginWorkerResponses = {
    /**
     * The worker.
     */
    200: {
        status: 'ok';
        data: {
            /**
             * The platform calls `{url}/v1/activity_analysis`.
             */
            url: string;
            /**
             * The user name of the worker. A new token does not change it.
             */
            worker_id: string;
            last_modified_ts: number;
            /**
             * The password of the worker, if this request has made it. It is shown only once.
             */
            authentication_token?: string;
        };
    };
};

export type PutPluginWorkerResponse = PutPluginWorkerResponses[keyof PutPluginWorkerResponses];

export type ListThrottlingsData = {
    body?: never;
    path: {
        /**
         * A plugin of an organisation that the caller has a role in.
         */
        plugin_id: string;
        /**
         * The `id` of a version of the plugin.
         */
        version_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/plugins/{plugin_id}/versions/{version_id}/throttlings';
};

export type ListThrottlingsResponses = {
    /**
     * A page of throttlings.
     */
    200: {
        status: 'ok';
        data: Array<Throttling>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListThrottlingsResponse = ListThrottlingsResponses[keyof ListThrottlingsResponses];

export type CreateThrottlingData = {
    body: {
        scope: 'GLOBAL' | 'CONTAINER' | 'DATAMART' | 'ORGANISATION';
        /**
         * The route of the plugin.
         */
        plugin_endpoint: string;
        throttling_key?: string | null;
        max_concurrency?: number | null;
        max_qps?: number | null;
        timeout_ms?: number | null;
        plugin_version_id: string;
    };
    path: {
        /**
         * A plugin of an organisation that the caller has a role in.
         */
        plugin_id: string;
        /**
         * The `id` of a version of the plugin.
         */
        version_id: string;
    };
    query?: never;
    url: '/plugins/{plugin_id}/versions/{version_id}/throttlings';
};

export type CreateThrottlingResponses = {
    /**
     * The new throttling.
     */
    200: {
        status: 'ok';
        data: Throttling;
    };
};

export type CreateThrottlingResponse = CreateThrottlingResponses[keyof CreateThrottlingResponses];

export type DeleteThrottlingData = {
    body?: never;
    path: {
        /**
         * A plugin of an organisation that the caller has a role in.
         */
        plugin_id: string;
        /**
         * The `id` of a version of the plugin.
         */
        version_id: string;
        /**
         * A throttling of the version.
         */
        throttling_id: string;
    };
    query?: never;
    url: '/plugins/{plugin_id}/versions/{version_id}/throttlings/{throttling_id}';
};

export type DeleteThrottlingResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteThrottlingResponse = DeleteThrottlingResponses[keyof DeleteThrottlingResponses];

export type UpdateThrottlingData = {
    body: {
        scope: 'GLOBAL' | 'CONTAINER' | 'DATAMART' | 'ORGANISATION';
        /**
         * The route of the plugin.
         */
        plugin_endpoint: string;
        throttling_key?: string | null;
        max_concurrency?: number | null;
        max_qps?: number | null;
        timeout_ms?: number | null;
    };
    path: {
        /**
         * A plugin of an organisation that the caller has a role in.
         */
        plugin_id: string;
        /**
         * The `id` of a version of the plugin.
         */
        version_id: string;
        /**
         * A throttling of the version.
         */
        throttling_id: string;
    };
    query?: never;
    url: '/plugins/{plugin_id}/versions/{version_id}/throttlings/{throttling_id}';
};

export type UpdateThrottlingResponses = {
    /**
     * The updated throttling.
     */
    200: {
        status: 'ok';
        data: Throttling;
    };
};

export type UpdateThrottlingResponse = UpdateThrottlingResponses[keyof UpdateThrottlingResponses];

export type ListActivityAnalyzersData = {
    body?: never;
    path?: never;
    query: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * The organisation of the analyzers.
         */
        organisation_id: string;
    };
    url: '/activity_analyzers';
};

export type ListActivityAnalyzersResponses = {
    /**
     * A page of analyzers.
     */
    200: {
        status: 'ok';
        data: Array<ActivityAnalyzer>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListActivityAnalyzersResponse = ListActivityAnalyzersResponses[keyof ListActivityAnalyzersResponses];

export type CreateActivityAnalyzerData = {
    body: {
        name: string;
        /**
         * What happens to an activity on which it has failed.
         */
        error_recovery_strategy: 'STORE_WITH_ERROR_ID' | 'STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS' | 'DROP';
        /**
         * A text. An integer means its decimal text.
         */
        version_id: string | number;
        organisation_id?: string | number | null;
        version_value?: string | null;
        group_id?: string | null;
        artifact_id?: string | null;
        visit_analyzer_plugin_id?: string | number | null;
    };
    path?: never;
    query?: {
        /**
         * The organisation of the analyzer.
         */
        organisation_id?: string;
    };
    url: '/activity_analyzers';
};

export type CreateActivityAnalyzerResponses = {
    /**
     * The new analyzer.
     */
    200: {
        status: 'ok';
        data: ActivityAnalyzer;
    };
};

export type CreateActivityAnalyzerResponse = CreateActivityAnalyzerResponses[keyof CreateActivityAnalyzerResponses];

export type DeleteActivityAnalyzerData = {
    body?: never;
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
    };
    query?: never;
    url: '/activity_analyzers/{analyzer_id}';
};

export type DeleteActivityAnalyzerResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteActivityAnalyzerResponse = DeleteActivityAnalyzerResponses[keyof DeleteActivityAnalyzerResponses];

export type GetActivityAnalyzerData = {
    body?: never;
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
    };
    query?: never;
    url: '/activity_analyzers/{analyzer_id}';
};

export type GetActivityAnalyzerResponses = {
    /**
     * The analyzer. A worker gets `visit_analyzer_plugin_id` as a number.
     */
    200: {
        status: 'ok';
        data: ActivityAnalyzer | {
            id: string;
            organisation_id: string;
            name: string;
            /**
             * The `id` of its plugin version.
             */
            version_id: string;
            /**
             * The `version_id` of its plugin version, like `1.0.0`.
             */
            version_value: string;
            /**
             * That of its plugin.
             */
            group_id: string;
            /**
             * That of its plugin.
             */
            artifact_id: string;
            visit_analyzer_plugin_id: number;
            /**
             * What happens to an activity on which it has failed.
             */
            error_recovery_strategy: 'STORE_WITH_ERROR_ID' | 'STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS' | 'DROP';
        };
    };
};

export type GetActivityAnalyzerResponse = GetActivityAnalyzerResponses[keyof GetActivityAnalyzerResponses];

export type UpdateActivityAnalyzerData = {
    body: {
        name: string;
        /**
         * What happens to an activity on which it has failed.
         */
        error_recovery_strategy: 'STORE_WITH_ERROR_ID' | 'STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS' | 'DROP';
        /**
         * A text. An integer means its decimal text.
         */
        version_id: string | number;
    };
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
    };
    query?: never;
    url: '/activity_analyzers/{analyzer_id}';
};

export type UpdateActivityAnalyzerResponses = {
    /**
     * The updated analyzer.
     */
    200: {
        status: 'ok';
        data: ActivityAnalyzer;
    };
};

export type UpdateActivityAnalyzerResponse = UpdateActivityAnalyzerResponses[keyof UpdateActivityAnalyzerResponses];

export type ListActivityAnalyzerPropertiesData = {
    body?: never;
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/activity_analyzers/{analyzer_id}/properties';
};

export type ListActivityAnalyzerPropertiesResponses = {
    /**
     * A page of properties.
     */
    200: {
        status: 'ok';
        data: Array<ActivityAnalyzerProperty>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListActivityAnalyzerPropertiesResponse = ListActivityAnalyzerPropertiesResponses[keyof ListActivityAnalyzerPropertiesResponses];

export type PutActivityAnalyzerPropertyData = {
    body: {
        /**
         * As in the version.
         */
        property_type: string;
        value: unknown;
    };
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
        /**
         * The name of a property or of a configuration file.
         */
        technical_name: string;
    };
    query?: never;
    url: '/activity_analyzers/{analyzer_id}/properties/technical_name={technical_name}';
};

export type PutActivityAnalyzerPropertyResponses = {
    /**
     * The property.
     */
    200: {
        status: 'ok';
        data: ActivityAnalyzerProperty;
    };
};

export type PutActivityAnalyzerPropertyResponse = PutActivityAnalyzerPropertyResponses[keyof PutActivityAnalyzerPropertyResponses];

export type DeleteActivityAnalyzerFileData = {
    body?: never;
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
        /**
         * The name of a property or of a configuration file.
         */
        technical_name: string;
    };
    query?: never;
    url: '/activity_analyzers/{analyzer_id}/configuration/technical_name={technical_name}';
};

export type DeleteActivityAnalyzerFileResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteActivityAnalyzerFileResponse = DeleteActivityAnalyzerFileResponses[keyof DeleteActivityAnalyzerFileResponses];

export type DownloadActivityAnalyzerFileData = {
    body?: never;
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
        /**
         * The name of a property or of a configuration file.
         */
        technical_name: string;
    };
    query?: never;
    url: '/activity_analyzers/{analyzer_id}/configuration/technical_name={technical_name}';
};

export type DownloadActivityAnalyzerFileResponses = {
    /**
     * The file as it was sent, with its content type.
     */
    200: Blob | File;
};

export type DownloadActivityAnalyzerFileResponse = DownloadActivityAnalyzerFileResponses[keyof DownloadActivityAnalyzerFileResponses];

export type PutActivityAnalyzerFileData = {
    body: Blob | File;
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
        /**
         * The name of a property or of a configuration file.
         */
        technical_name: string;
    };
    query?: never;
    url: '/activity_analyzers/{analyzer_id}/configuration/technical_name={technical_name}';
};

export type PutActivityAnalyzerFileResponses = {
    /**
     * The file.
     */
    200: {
        status: 'ok';
        data: ConfigurationFile;
    };
};

export type PutActivityAnalyzerFileResponse = PutActivityAnalyzerFileResponses[keyof PutActivityAnalyzerFileResponses];

export type ListActivityAnalyzerFailuresData = {
    body?: never;
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/activity_analyzers/{analyzer_id}/failures';
};

export type ListActivityAnalyzerFailuresResponses = {
    /**
     * A page of failures.
     */
    200: {
        status: 'ok';
        data: Array<ActivityAnalyzerFailure>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListActivityAnalyzerFailuresResponse = ListActivityAnalyzerFailuresResponses[keyof ListActivityAnalyzerFailuresResponses];

export type ListVisitAnalyzerModelsData = {
    body?: never;
    path?: never;
    query: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * The organisation of the analyzers.
         */
        organisation_id: string;
    };
    url: '/visit_analyzer_models';
};

export type ListVisitAnalyzerModelsResponses = {
    /**
     * A page of analyzers.
     */
    200: {
        status: 'ok';
        data: Array<ActivityAnalyzer>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListVisitAnalyzerModelsResponse = ListVisitAnalyzerModelsResponses[keyof ListVisitAnalyzerModelsResponses];

export type CreateVisitAnalyzerModelData = {
    body: {
        name: string;
        /**
         * What happens to an activity on which it has failed.
         */
        error_recovery_strategy: 'STORE_WITH_ERROR_ID' | 'STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS' | 'DROP';
        /**
         * A text. An integer means its decimal text.
         */
        version_id: string | number;
        organisation_id?: string | number | null;
        version_value?: string | null;
        group_id?: string | null;
        artifact_id?: string | null;
        visit_analyzer_plugin_id?: string | number | null;
    };
    path?: never;
    query?: {
        /**
         * The organisation of the analyzer.
         */
        organisation_id?: string;
    };
    url: '/visit_analyzer_models';
};

export type CreateVisitAnalyzerModelResponses = {
    /**
     * The new analyzer.
     */
    200: {
        status: 'ok';
        data: ActivityAnalyzer;
    };
};

export type CreateVisitAnalyzerModelResponse = CreateVisitAnalyzerModelResponses[keyof CreateVisitAnalyzerModelResponses];

export type DeleteVisitAnalyzerModelData = {
    body?: never;
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
    };
    query?: never;
    url: '/visit_analyzer_models/{analyzer_id}';
};

export type DeleteVisitAnalyzerModelResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteVisitAnalyzerModelResponse = DeleteVisitAnalyzerModelResponses[keyof DeleteVisitAnalyzerModelResponses];

export type GetVisitAnalyzerModelData = {
    body?: never;
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
    };
    query?: never;
    url: '/visit_analyzer_models/{analyzer_id}';
};

export type GetVisitAnalyzerModelResponses = {
    /**
     * The analyzer.
     */
    200: {
        status: 'ok';
        data: ActivityAnalyzer;
    };
};

export type GetVisitAnalyzerModelResponse = GetVisitAnalyzerModelResponses[keyof GetVisitAnalyzerModelResponses];

export type UpdateVisitAnalyzerModelData = {
    body: {
        name: string;
        /**
         * What happens to an activity on which it has failed.
         */
        error_recovery_strategy: 'STORE_WITH_ERROR_ID' | 'STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS' | 'DROP';
        /**
         * A text. An integer means its decimal text.
         */
        version_id: string | number;
    };
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
    };
    query?: never;
    url: '/visit_analyzer_models/{analyzer_id}';
};

export type UpdateVisitAnalyzerModelResponses = {
    /**
     * The updated analyzer.
     */
    200: {
        status: 'ok';
        data: ActivityAnalyzer;
    };
};

export type UpdateVisitAnalyzerModelResponse = UpdateVisitAnalyzerModelResponses[keyof UpdateVisitAnalyzerModelResponses];

export type ListVisitAnalyzerModelPropertiesData = {
    body?: never;
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/visit_analyzer_models/{analyzer_id}/properties';
};

export type ListVisitAnalyzerModelPropertiesResponses = {
    /**
     * A page of properties.
     */
    200: {
        status: 'ok';
        data: Array<ActivityAnalyzerProperty>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListVisitAnalyzerModelPropertiesResponse = ListVisitAnalyzerModelPropertiesResponses[keyof ListVisitAnalyzerModelPropertiesResponses];

export type PutVisitAnalyzerModelPropertyData = {
    body: {
        /**
         * As in the version.
         */
        property_type: string;
        value: unknown;
    };
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
        /**
         * The name of a property or of a configuration file.
         */
        technical_name: string;
    };
    query?: never;
    url: '/visit_analyzer_models/{analyzer_id}/properties/technical_name={technical_name}';
};

export type PutVisitAnalyzerModelPropertyResponses = {
    /**
     * The property.
     */
    200: {
        status: 'ok';
        data: ActivityAnalyzerProperty;
    };
};

export type PutVisitAnalyzerModelPropertyResponse = PutVisitAnalyzerModelPropertyResponses[keyof PutVisitAnalyzerModelPropertyResponses];

export type DeleteVisitAnalyzerModelFileData = {
    body?: never;
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
        /**
         * The name of a property or of a configuration file.
         */
        technical_name: string;
    };
    query?: never;
    url: '/visit_analyzer_models/{analyzer_id}/configuration/technical_name={technical_name}';
};

export type DeleteVisitAnalyzerModelFileResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteVisitAnalyzerModelFileResponse = DeleteVisitAnalyzerModelFileResponses[keyof DeleteVisitAnalyzerModelFileResponses];

export type DownloadVisitAnalyzerModelFileData = {
    body?: never;
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
        /**
         * The name of a property or of a configuration file.
         */
        technical_name: string;
    };
    query?: never;
    url: '/visit_analyzer_models/{analyzer_id}/configuration/technical_name={technical_name}';
};

export type DownloadVisitAnalyzerModelFileResponses = {
    /**
     * The file as it was sent, with its content type.
     */
    200: Blob | File;
};

export type DownloadVisitAnalyzerModelFileResponse = DownloadVisitAnalyzerModelFileResponses[keyof DownloadVisitAnalyzerModelFileResponses];

export type PutVisitAnalyzerModelFileData = {
    body: Blob | File;
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
        /**
         * The name of a property or of a configuration file.
         */
        technical_name: string;
    };
    query?: never;
    url: '/visit_analyzer_models/{analyzer_id}/configuration/technical_name={technical_name}';
};

export type PutVisitAnalyzerModelFileResponses = {
    /**
     * The file.
     */
    200: {
        status: 'ok';
        data: ConfigurationFile;
    };
};

export type PutVisitAnalyzerModelFileResponse = PutVisitAnalyzerModelFileResponses[keyof PutVisitAnalyzerModelFileResponses];

export type ListVisitAnalyzerModelFailuresData = {
    body?: never;
    path: {
        /**
         * An activity analyzer of an organisation that the caller has a role in.
         */
        analyzer_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/visit_analyzer_models/{analyzer_id}/failures';
};

export type ListVisitAnalyzerModelFailuresResponses = {
    /**
     * A page of failures.
     */
    200: {
        status: 'ok';
        data: Array<ActivityAnalyzerFailure>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListVisitAnalyzerModelFailuresResponse = ListVisitAnalyzerModelFailuresResponses[keyof ListVisitAnalyzerModelFailuresResponses];

export type DownloadConfigurationFileData = {
    body?: never;
    path: {
        /**
         * The name of a property or of a configuration file.
         */
        technical_name: string;
    };
    query?: never;
    url: '/configuration/technical_name={technical_name}';
};

export type DownloadConfigurationFileResponses = {
    /**
     * The file as it was sent, with its content type.
     */
    200: Blob | File;
};

export type DownloadConfigurationFileResponse = DownloadConfigurationFileResponses[keyof DownloadConfigurationFileResponses];

export type ListChannelVisitAnalyzerSelectionsData = {
    body?: never;
    path: {
        /**
         * A channel that the caller can see: its id, as the server has made it or a client has given it.
         */
        channel_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * The datamart of the channel. Required if several that you can read have a channel of this id, and the server has made none of these ids.
         */
        datamart_id?: string;
    };
    url: '/channels/{channel_id}/visit_analyzer_models';
};

export type ListChannelVisitAnalyzerSelectionsResponses = {
    /**
     * A page of selections.
     */
    200: {
        status: 'ok';
        data: Array<ChannelVisitAnalyzerSelection>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListChannelVisitAnalyzerSelectionsResponse = ListChannelVisitAnalyzerSelectionsResponses[keyof ListChannelVisitAnalyzerSelectionsResponses];

export type CreateChannelVisitAnalyzerSelectionData = {
    body: {
        /**
         * A text. An integer means its decimal text.
         */
        visit_analyzer_model_id: string | number;
        execution_order?: number | null;
        /**
         * The channel of the path.
         */
        channel_id?: string | number | null;
    };
    path: {
        /**
         * A channel that the caller can see: its id, as the server has made it or a client has given it.
         */
        channel_id: string;
    };
    query?: {
        /**
         * The datamart of the channel. Required if several that you can read have a channel of this id, and the server has made none of these ids.
         */
        datamart_id?: string;
    };
    url: '/channels/{channel_id}/visit_analyzer_models';
};

export type CreateChannelVisitAnalyzerSelectionResponses = {
    /**
     * The new selection.
     */
    200: {
        status: 'ok';
        data: ChannelVisitAnalyzerSelection;
    };
};

export type CreateChannelVisitAnalyzerSelectionResponse = CreateChannelVisitAnalyzerSelectionResponses[keyof CreateChannelVisitAnalyzerSelectionResponses];

export type PutChannelVisitAnalyzerSelectionsData = {
    body: {
        selections: Array<{
            /**
             * A text. An integer means its decimal text.
             */
            visit_analyzer_model_id: string | number;
            execution_order?: number | null;
        }>;
    };
    path: {
        /**
         * A channel that the caller can see: its id, as the server has made it or a client has given it.
         */
        channel_id: string;
    };
    query?: {
        /**
         * The datamart of the channel. Required if several that you can read have a channel of this id, and the server has made none of these ids.
         */
        datamart_id?: string;
    };
    url: '/channels/{channel_id}/visit_analyzer_models';
};

export type PutChannelVisitAnalyzerSelectionsResponses = {
    /**
     * The selections.
     */
    200: {
        status: 'ok';
        data: Array<ChannelVisitAnalyzerSelection>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type PutChannelVisitAnalyzerSelectionsResponse = PutChannelVisitAnalyzerSelectionsResponses[keyof PutChannelVisitAnalyzerSelectionsResponses];

export type DeleteChannelVisitAnalyzerSelectionData = {
    body?: never;
    path: {
        /**
         * A channel that the caller can see: its id, as the server has made it or a client has given it.
         */
        channel_id: string;
        /**
         * A selection of the channel.
         */
        selection_id: string;
    };
    query?: {
        /**
         * The datamart of the channel. Required if several that you can read have a channel of this id, and the server has made none of these ids.
         */
        datamart_id?: string;
    };
    url: '/channels/{channel_id}/visit_analyzer_models/{selection_id}';
};

export type DeleteChannelVisitAnalyzerSelectionResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteChannelVisitAnalyzerSelectionResponse = DeleteChannelVisitAnalyzerSelectionResponses[keyof DeleteChannelVisitAnalyzerSelectionResponses];

export type GetChannelVisitAnalyzerSelectionData = {
    body?: never;
    path: {
        /**
         * A channel that the caller can see: its id, as the server has made it or a client has given it.
         */
        channel_id: string;
        /**
         * A selection of the channel.
         */
        selection_id: string;
    };
    query?: {
        /**
         * The datamart of the channel. Required if several that you can read have a channel of this id, and the server has made none of these ids.
         */
        datamart_id?: string;
    };
    url: '/channels/{channel_id}/visit_analyzer_models/{selection_id}';
};

export type GetChannelVisitAnalyzerSelectionResponses = {
    /**
     * The selection.
     */
    200: {
        status: 'ok';
        data: ChannelVisitAnalyzerSelection;
    };
};

export type GetChannelVisitAnalyzerSelectionResponse = GetChannelVisitAnalyzerSelectionResponses[keyof GetChannelVisitAnalyzerSelectionResponses];

export type ListDataWarehousesData = {
    body?: never;
    path?: never;
    query: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * The organisation of the data warehouses.
         */
        organisation_id: string;
    };
    url: '/datawarehouses';
};

export type ListDataWarehousesResponses = {
    /**
     * A page of data warehouses.
     */
    200: {
        status: 'ok';
        data: Array<DataWarehouse>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListDataWarehousesResponse = ListDataWarehousesResponses[keyof ListDataWarehousesResponses];

export type CreateDataWarehouseData = {
    body: {
        name: string;
        description: string;
        /**
         * Informative only.
         */
        location?: string | null;
        engine_type: 'BIG_QUERY' | 'POSTGRES' | 'SNOWFLAKE';
        organisation_id?: string | null;
    };
    path?: never;
    query?: {
        /**
         * The organisation of the data warehouse; may be in the body instead.
         */
        organisation_id?: string;
    };
    url: '/datawarehouses';
};

export type CreateDataWarehouseResponses = {
    /**
     * The new data warehouse.
     */
    200: {
        status: 'ok';
        data: DataWarehouse;
    };
};

export type CreateDataWarehouseResponse = CreateDataWarehouseResponses[keyof CreateDataWarehouseResponses];

export type DeleteDataWarehouseData = {
    body?: never;
    path: {
        /**
         * A data warehouse of an organisation that the caller has a role in.
         */
        datawarehouse_id: string;
    };
    query?: never;
    url: '/datawarehouses/{datawarehouse_id}';
};

export type DeleteDataWarehouseResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteDataWarehouseResponse = DeleteDataWarehouseResponses[keyof DeleteDataWarehouseResponses];

export type GetDataWarehouseData = {
    body?: never;
    path: {
        /**
         * A data warehouse of an organisation that the caller has a role in.
         */
        datawarehouse_id: string;
    };
    query?: never;
    url: '/datawarehouses/{datawarehouse_id}';
};

export type GetDataWarehouseResponses = {
    /**
     * The data warehouse.
     */
    200: {
        status: 'ok';
        data: DataWarehouse;
    };
};

export type GetDataWarehouseResponse = GetDataWarehouseResponses[keyof GetDataWarehouseResponses];

export type UpdateDataWarehouseData = {
    body: {
        name: string;
        description: string;
        /**
         * Informative only.
         */
        location?: string | null;
        engine_type: 'BIG_QUERY' | 'POSTGRES' | 'SNOWFLAKE';
    };
    path: {
        /**
         * A data warehouse of an organisation that the caller has a role in.
         */
        datawarehouse_id: string;
    };
    query?: never;
    url: '/datawarehouses/{datawarehouse_id}';
};

export type UpdateDataWarehouseResponses = {
    /**
     * The updated data warehouse.
     */
    200: {
        status: 'ok';
        data: DataWarehouse;
    };
};

export type UpdateDataWarehouseResponse = UpdateDataWarehouseResponses[keyof UpdateDataWarehouseResponses];

export type GetDataWarehouseCredentialsData = {
    body?: never;
    path: {
        /**
         * A data warehouse of an organisation that the caller has a role in.
         */
        datawarehouse_id: string;
    };
    query?: never;
    url: '/datawarehouses/{datawarehouse_id}/credentials';
};

export type GetDataWarehouseCredentialsResponses = {
    /**
     * Whether credentials are set, and since when. The credentials are never shown.
     */
    200: {
        status: 'ok';
        data: {
            configured: boolean;
            /**
             * Epoch milliseconds; absent without credentials.
             */
            last_modified_ts?: number;
        };
    };
};

export type GetDataWarehouseCredentialsResponse = GetDataWarehouseCredentialsResponses[keyof GetDataWarehouseCredentialsResponses];

export type PutDataWarehouseCredentialsData = {
    body: PostgresCredentials | SnowflakeCredentials | BigQueryCredentials;
    path: {
        /**
         * A data warehouse of an organisation that the caller has a role in.
         */
        datawarehouse_id: string;
    };
    query?: never;
    url: '/datawarehouses/{datawarehouse_id}/credentials';
};

export type PutDataWarehouseCredentialsResponses = {
    /**
     * The credentials are set.
     */
    200: {
        status: 'ok';
        data: {
            configured: boolean;
            /**
             * Epoch milliseconds; absent without credentials.
             */
            last_modified_ts?: number;
        };
    };
};

export type PutDataWarehouseCredentialsResponse = PutDataWarehouseCredentialsResponses[keyof PutDataWarehouseCredentialsResponses];

export type TestDataWarehouseCredentialsData = {
    body: PostgresCredentials | SnowflakeCredentials | BigQueryCredentials;
    path: {
        /**
         * A data warehouse of an organisation that the caller has a role in.
         */
        datawarehouse_id: string;
    };
    query?: never;
    url: '/datawarehouses/{datawarehouse_id}/credentials/test';
};

export type TestDataWarehouseCredentialsResponses = {
    /**
     * The engine lets them in.
     */
    200: {
        status: 'ok';
        data: {
            accepted: true;
        };
    };
};

export type TestDataWarehouseCredentialsResponse = TestDataWarehouseCredentialsResponses[keyof TestDataWarehouseCredentialsResponses];

export type GetDataWarehouseMetadataData = {
    body?: never;
    path: {
        /**
         * A data warehouse of an organisation that the caller has a role in.
         */
        datawarehouse_id: string;
    };
    query?: {
        /**
         * True: include elements that have disappeared.
         */
        include_disappeared?: boolean;
    };
    url: '/datawarehouses/{datawarehouse_id}/metadata';
};

export type GetDataWarehouseMetadataResponses = {
    /**
     * The tree of databases, schemas, tables and columns.
     */
    200: {
        status: 'ok';
        data: DataWarehouseInfos;
    };
};

export type GetDataWarehouseMetadataResponse = GetDataWarehouseMetadataResponses[keyof GetDataWarehouseMetadataResponses];

export type RefreshDataWarehouseMetadataData = {
    body: {
        /**
         * True: return the metadata of the engine, and store nothing.
         */
        fetch_only?: boolean;
    };
    path: {
        /**
         * A data warehouse of an organisation that the caller has a role in.
         */
        datawarehouse_id: string;
    };
    query?: {
        /**
         * True: respond at once; `refresh` of the metadata tree shows the progress.
         */
        async?: boolean;
    };
    url: '/datawarehouses/{datawarehouse_id}/metadata';
};

export type RefreshDataWarehouseMetadataResponses = {
    /**
     * The tree.
     */
    200: {
        status: 'ok';
        data: DataWarehouseInfos;
    };
};

export type RefreshDataWarehouseMetadataResponse = RefreshDataWarehouseMetadataResponses[keyof RefreshDataWarehouseMetadataResponses];

export type ListDataWarehouseDatabasesData = {
    body?: never;
    path: {
        /**
         * A data warehouse of an organisation that the caller has a role in.
         */
        datawarehouse_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * True: include elements that have disappeared.
         */
        include_disappeared?: boolean;
    };
    url: '/datawarehouses/{datawarehouse_id}/databases';
};

export type ListDataWarehouseDatabasesResponses = {
    /**
     * A page of databases.
     */
    200: {
        status: 'ok';
        data: Array<{
            data_warehouse_id: string;
            id: string;
            name: string;
            /**
             * First seen, epoch milliseconds.
             */
            discovery_date: number;
            /**
             * Last seen, epoch milliseconds.
             */
            last_seen_date: number;
            /**
             * When it was found to be gone, epoch milliseconds; absent while it exists.
             */
            disappearance_date?: number;
        }>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListDataWarehouseDatabasesResponse = ListDataWarehouseDatabasesResponses[keyof ListDataWarehouseDatabasesResponses];

export type GetDataWarehouseColumnData = {
    body?: never;
    path: {
        /**
         * A data warehouse of an organisation that the caller has a role in.
         */
        datawarehouse_id: string;
        /**
         * A column of the stored metadata.
         */
        column_id: string;
    };
    query?: never;
    url: '/datawarehouses/{datawarehouse_id}/columns/{column_id}';
};

export type GetDataWarehouseColumnResponses = {
    /**
     * The column.
     */
    200: {
        status: 'ok';
        data: DataWarehouseTableColumnContext;
    };
};

export type GetDataWarehouseColumnResponse = GetDataWarehouseColumnResponses[keyof GetDataWarehouseColumnResponses];

export type DeleteDataWarehouseDatamartConfigData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A data warehouse of an organisation that the caller has a role in.
         */
        datawarehouse_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/datawarehouses/{datawarehouse_id}/config';
};

export type DeleteDataWarehouseDatamartConfigResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteDataWarehouseDatamartConfigResponse = DeleteDataWarehouseDatamartConfigResponses[keyof DeleteDataWarehouseDatamartConfigResponses];

export type GetDataWarehouseDatamartConfigData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A data warehouse of an organisation that the caller has a role in.
         */
        datawarehouse_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/datawarehouses/{datawarehouse_id}/config';
};

export type GetDataWarehouseDatamartConfigResponses = {
    /**
     * The link.
     */
    200: {
        status: 'ok';
        data: DataWarehouseDatamartConfig;
    };
};

export type GetDataWarehouseDatamartConfigResponse = GetDataWarehouseDatamartConfigResponses[keyof GetDataWarehouseDatamartConfigResponses];

export type PutDataWarehouseDatamartConfigData = {
    body: {
        /**
         * That of the path, or absent.
         */
        datamart_id?: string | null;
        /**
         * That of the path, or absent.
         */
        data_warehouse_id?: string | null;
        /**
         * The schema of the warehouse that the platform may write to.
         */
        working_schema_name?: string | null;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
        /**
         * A data warehouse of an organisation that the caller has a role in.
         */
        datawarehouse_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}/datawarehouses/{datawarehouse_id}/config';
};

export type PutDataWarehouseDatamartConfigResponses = {
    /**
     * The updated link.
     */
    200: {
        status: 'ok';
        data: DataWarehouseDatamartConfig;
    };
};

export type PutDataWarehouseDatamartConfigResponse = PutDataWarehouseDatamartConfigResponses[keyof PutDataWarehouseDatamartConfigResponses];

export type ListCommunitiesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/communities';
};

export type ListCommunitiesResponses = {
    /**
     * A page of communities.
     */
    200: {
        status: 'ok';
        data: Array<Community>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListCommunitiesResponse = ListCommunitiesResponses[keyof ListCommunitiesResponses];

export type GetCommunityData = {
    body?: never;
    path: {
        /**
         * A community that the caller has a role in.
         */
        community_id: string;
    };
    query?: never;
    url: '/communities/{community_id}';
};

export type GetCommunityResponses = {
    /**
     * The community.
     */
    200: {
        status: 'ok';
        data: Community;
    };
};

export type GetCommunityResponse = GetCommunityResponses[keyof GetCommunityResponses];

export type UpdateCommunityData = {
    body: {
        name: string;
    };
    path: {
        /**
         * A community that the caller has a role in.
         */
        community_id: string;
    };
    query?: never;
    url: '/communities/{community_id}';
};

export type UpdateCommunityResponses = {
    /**
     * The updated community.
     */
    200: {
        status: 'ok';
        data: Community;
    };
};

export type UpdateCommunityResponse = UpdateCommunityResponses[keyof UpdateCommunityResponses];

export type ListOrganisationsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * Only what belongs to this organisation.
         */
        organisation_id?: string;
        /**
         * Only what belongs to the organisations of this community.
         */
        community_id?: string;
    };
    url: '/organisations';
};

export type ListOrganisationsResponses = {
    /**
     * A page of organisations.
     */
    200: {
        status: 'ok';
        data: Array<Organisation>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListOrganisationsResponse = ListOrganisationsResponses[keyof ListOrganisationsResponses];

export type CreateOrganisationData = {
    body: {
        name: string;
        /**
         * Unique in its community.
         */
        technical_name: string;
        community_id: string;
    };
    path?: never;
    query?: never;
    url: '/organisations';
};

export type CreateOrganisationResponses = {
    /**
     * The new organisation.
     */
    200: {
        status: 'ok';
        data: Organisation;
    };
};

export type CreateOrganisationResponse = CreateOrganisationResponses[keyof CreateOrganisationResponses];

export type GetOrganisationData = {
    body?: never;
    path: {
        /**
         * An organisation that the caller has a role in.
         */
        organisation_id: string;
    };
    query?: never;
    url: '/organisations/{organisation_id}';
};

export type GetOrganisationResponses = {
    /**
     * The organisation.
     */
    200: {
        status: 'ok';
        data: Organisation;
    };
};

export type GetOrganisationResponse = GetOrganisationResponses[keyof GetOrganisationResponses];

export type UpdateOrganisationData = {
    body: {
        name: string;
        /**
         * Unique in its community.
         */
        technical_name: string;
    };
    path: {
        /**
         * An organisation that the caller has a role in.
         */
        organisation_id: string;
    };
    query?: never;
    url: '/organisations/{organisation_id}';
};

export type UpdateOrganisationResponses = {
    /**
     * The updated organisation.
     */
    200: {
        status: 'ok';
        data: Organisation;
    };
};

export type UpdateOrganisationResponse = UpdateOrganisationResponses[keyof UpdateOrganisationResponses];

export type ListAuditEventsData = {
    body?: never;
    path: {
        /**
         * An organisation that the caller has a role in.
         */
        organisation_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * Only events from this time on, epoch milliseconds.
         */
        since?: number;
        /**
         * Only events before this time, epoch milliseconds.
         */
        until?: number;
        /**
         * Only events of this user.
         */
        user_id?: string;
        /**
         * Only events with this action.
         */
        action?: 'CREATE' | 'UPDATE' | 'DELETE' | 'SIGN_IN' | 'SIGN_IN_FAILED' | 'SIGN_OUT' | 'READ' | 'EXPORT' | 'ERASE' | 'RETRY';
        /**
         * Only events of this kind of resource, such as `datamart`.
         */
        resource?: string;
    };
    url: '/organisations/{organisation_id}/audit_events';
};

export type ListAuditEventsResponses = {
    /**
     * A page of events.
     */
    200: {
        status: 'ok';
        data: Array<AuditEvent>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListAuditEventsResponse = ListAuditEventsResponses[keyof ListAuditEventsResponses];

export type ListDatamartsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * Only what belongs to this organisation.
         */
        organisation_id?: string;
        /**
         * Only what belongs to the organisations of this community.
         */
        community_id?: string;
    };
    url: '/datamarts';
};

export type ListDatamartsResponses = {
    /**
     * A page of datamarts.
     */
    200: {
        status: 'ok';
        data: Array<Datamart>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListDatamartsResponse = ListDatamartsResponses[keyof ListDatamartsResponses];

export type CreateDatamartData = {
    body: {
        name: string;
        organisation_id: string;
        /**
         * A name of the IANA database, like Europe/Paris. Default: UTC.
         */
        time_zone?: string | null;
        /**
         * Words of the junk list that identify people in this datamart, like `guest`, in any case; with their hashes. Default: none.
         */
        junk_exceptions?: Array<string> | null;
        /**
         * Beyond which numbers people are flagged: accounts and e-mails of 7 days, agents of 2 days, merges of 14 days. Absent numbers get their default.
         */
        flag_rules?: {
            /**
             * The most accounts that a person may gain unflagged; 0: the rule is off. Default: 4.
             */
            accounts?: number;
            /**
             * The most emails that a person may gain unflagged; 0: the rule is off. Default: 4.
             */
            emails?: number;
            /**
             * The most agents that a person may gain unflagged; 0: the rule is off. Default: 10.
             */
            agents?: number;
            /**
             * The most merges that a person may gain unflagged; 0: the rule is off. Default: 8.
             */
            merges?: number;
        } | null;
    };
    path?: never;
    query?: never;
    url: '/datamarts';
};

export type CreateDatamartResponses = {
    /**
     * The new datamart.
     */
    200: {
        status: 'ok';
        data: Datamart;
    };
};

export type CreateDatamartResponse = CreateDatamartResponses[keyof CreateDatamartResponses];

export type GetDatamartData = {
    body?: never;
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}';
};

export type GetDatamartResponses = {
    /**
     * The datamart.
     */
    200: {
        status: 'ok';
        data: Datamart;
    };
};

export type GetDatamartResponse = GetDatamartResponses[keyof GetDatamartResponses];

export type UpdateDatamartData = {
    body: {
        name: string;
        /**
         * A name of the IANA database, like Europe/Paris. Default: UTC.
         */
        time_zone?: string | null;
        /**
         * Words of the junk list that identify people in this datamart, like `guest`, in any case; with their hashes. Default: none.
         */
        junk_exceptions?: Array<string> | null;
        /**
         * Beyond which numbers people are flagged: accounts and e-mails of 7 days, agents of 2 days, merges of 14 days. Absent numbers get their default.
         */
        flag_rules?: {
            /**
             * The most accounts that a person may gain unflagged; 0: the rule is off. Default: 4.
             */
            accounts?: number;
            /**
             * The most emails that a person may gain unflagged; 0: the rule is off. Default: 4.
             */
            emails?: number;
            /**
             * The most agents that a person may gain unflagged; 0: the rule is off. Default: 10.
             */
            agents?: number;
            /**
             * The most merges that a person may gain unflagged; 0: the rule is off. Default: 8.
             */
            merges?: number;
        } | null;
    };
    path: {
        /**
         * A datamart that the caller has a role in.
         */
        datamart_id: string;
    };
    query?: never;
    url: '/datamarts/{datamart_id}';
};

export type UpdateDatamartResponses = {
    /**
     * The updated datamart.
     */
    200: {
        status: 'ok';
        data: Datamart;
    };
};

export type UpdateDatamartResponse = UpdateDatamartResponses[keyof UpdateDatamartResponses];

export type GetConnectedUserData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/connected_user';
};

export type GetConnectedUserResponses = {
    /**
     * The caller, its roles, and the datamarts that it may access.
     */
    200: {
        status: 'ok';
        data: ConnectedUser;
    };
};

export type GetConnectedUserResponse = GetConnectedUserResponses[keyof GetConnectedUserResponses];

export type ListUsersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * Only what belongs to this organisation.
         */
        organisation_id?: string;
        /**
         * Only what belongs to the organisations of this community.
         */
        community_id?: string;
    };
    url: '/users';
};

export type ListUsersResponses = {
    /**
     * A page of users.
     */
    200: {
        status: 'ok';
        data: Array<User>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListUsersResponse = ListUsersResponses[keyof ListUsersResponses];

export type CreateUserData = {
    body: {
        first_name?: string | null;
        last_name?: string | null;
        email?: string | null;
        display_name?: string | null;
        /**
         * Default: PERSON.
         */
        type?: 'PERSON' | 'SERVICE' | null;
        organisation_id: string;
    };
    path?: never;
    query?: never;
    url: '/users';
};

export type CreateUserResponses = {
    /**
     * The new user.
     */
    200: {
        status: 'ok';
        data: User;
    };
};

export type CreateUserResponse = CreateUserResponses[keyof CreateUserResponses];

export type DeleteUserData = {
    body?: never;
    path: {
        /**
         * A user that the caller can see.
         */
        user_id: string;
    };
    query?: never;
    url: '/users/{user_id}';
};

export type DeleteUserResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteUserResponse = DeleteUserResponses[keyof DeleteUserResponses];

export type GetUserData = {
    body?: never;
    path: {
        /**
         * A user that the caller can see.
         */
        user_id: string;
    };
    query?: never;
    url: '/users/{user_id}';
};

export type GetUserResponses = {
    /**
     * The user.
     */
    200: {
        status: 'ok';
        data: User;
    };
};

export type GetUserResponse = GetUserResponses[keyof GetUserResponses];

export type UpdateUserData = {
    body: {
        first_name?: string | null;
        last_name?: string | null;
        email?: string | null;
        display_name?: string | null;
        type?: 'PERSON' | 'SERVICE' | null;
    };
    path: {
        /**
         * A user that the caller can see.
         */
        user_id: string;
    };
    query?: never;
    url: '/users/{user_id}';
};

export type UpdateUserResponses = {
    /**
     * The updated user.
     */
    200: {
        status: 'ok';
        data: User;
    };
};

export type UpdateUserResponse = UpdateUserResponses[keyof UpdateUserResponses];

export type ListUserRolesData = {
    body?: never;
    path: {
        /**
         * A user that the caller can see.
         */
        user_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/users/{user_id}/user_roles';
};

export type ListUserRolesResponses = {
    /**
     * A page of roles.
     */
    200: {
        status: 'ok';
        data: Array<UserRole>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListUserRolesResponse = ListUserRolesResponses[keyof ListUserRolesResponses];

export type CreateUserRoleData = {
    body: {
        organisation_id: string;
        role: 'READER' | 'EDITOR' | 'ORGANISATION_ADMIN' | 'COMMUNITY_ADMIN';
    };
    path: {
        /**
         * A user that the caller can see.
         */
        user_id: string;
    };
    query?: never;
    url: '/users/{user_id}/user_roles';
};

export type CreateUserRoleResponses = {
    /**
     * The new role.
     */
    200: {
        status: 'ok';
        data: UserRole;
    };
};

export type CreateUserRoleResponse = CreateUserRoleResponses[keyof CreateUserRoleResponses];

export type DeleteUserRoleData = {
    body?: never;
    path: {
        /**
         * A user that the caller can see.
         */
        user_id: string;
        /**
         * A role of the user.
         */
        user_role_id: string;
    };
    query?: never;
    url: '/users/{user_id}/user_roles/{user_role_id}';
};

export type DeleteUserRoleResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type DeleteUserRoleResponse = DeleteUserRoleResponses[keyof DeleteUserRoleResponses];

export type GetUserRoleData = {
    body?: never;
    path: {
        /**
         * A user that the caller can see.
         */
        user_id: string;
        /**
         * A role of the user.
         */
        user_role_id: string;
    };
    query?: never;
    url: '/users/{user_id}/user_roles/{user_role_id}';
};

export type GetUserRoleResponses = {
    /**
     * The role.
     */
    200: {
        status: 'ok';
        data: UserRole;
    };
};

export type GetUserRoleResponse = GetUserRoleResponses[keyof GetUserRoleResponses];

export type UpdateUserRoleData = {
    body: {
        role: 'READER' | 'EDITOR' | 'ORGANISATION_ADMIN' | 'COMMUNITY_ADMIN';
    };
    path: {
        /**
         * A user that the caller can see.
         */
        user_id: string;
        /**
         * A role of the user.
         */
        user_role_id: string;
    };
    query?: never;
    url: '/users/{user_id}/user_roles/{user_role_id}';
};

export type UpdateUserRoleResponses = {
    /**
     * The updated role.
     */
    200: {
        status: 'ok';
        data: UserRole;
    };
};

export type UpdateUserRoleResponse = UpdateUserRoleResponses[keyof UpdateUserRoleResponses];

export type ListInvitationsData = {
    body?: never;
    path: {
        /**
         * An organisation that the caller has a role in.
         */
        organisation_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/organisations/{organisation_id}/invitations';
};

export type ListInvitationsResponses = {
    /**
     * A page of invitations, without their links.
     */
    200: {
        status: 'ok';
        data: Array<Invitation>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListInvitationsResponse = ListInvitationsResponses[keyof ListInvitationsResponses];

export type CreateInvitationData = {
    body: {
        /**
         * Of a new user, or of one who has no token or key, and has not signed in yet.
         */
        email: string;
        /**
         * At most that of the caller.
         */
        role: 'READER' | 'EDITOR' | 'ORGANISATION_ADMIN' | 'COMMUNITY_ADMIN';
        /**
         * Default: from the e-mail.
         */
        first_name?: string | null;
        /**
         * Default: from the e-mail.
         */
        last_name?: string | null;
    };
    path: {
        /**
         * An organisation that the caller has a role in.
         */
        organisation_id: string;
    };
    query?: never;
    url: '/organisations/{organisation_id}/invitations';
};

export type CreateInvitationResponses = {
    /**
     * The new invitation with its link.
     */
    200: {
        status: 'ok';
        data: Invitation;
    };
};

export type CreateInvitationResponse = CreateInvitationResponses[keyof CreateInvitationResponses];

export type RevokeInvitationData = {
    body?: never;
    path: {
        /**
         * An organisation that the caller has a role in.
         */
        organisation_id: string;
        /**
         * An invitation of the organisation.
         */
        invitation_id: string;
    };
    query?: never;
    url: '/organisations/{organisation_id}/invitations/{invitation_id}';
};

export type RevokeInvitationResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type RevokeInvitationResponse = RevokeInvitationResponses[keyof RevokeInvitationResponses];

export type ListOrganisationApiTokensData = {
    body?: never;
    path: {
        /**
         * An organisation that the caller has a role in.
         */
        organisation_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
        /**
         * Only tokens of people, or of service accounts.
         */
        user_type?: 'PERSON' | 'SERVICE';
        /**
         * Only tokens that were made before this time and not used since, epoch milliseconds.
         */
        unused_since?: number;
    };
    url: '/organisations/{organisation_id}/api_tokens';
};

export type ListOrganisationApiTokensResponses = {
    /**
     * A page of tokens.
     */
    200: {
        status: 'ok';
        data: Array<OrganisationApiToken>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListOrganisationApiTokensResponse = ListOrganisationApiTokensResponses[keyof ListOrganisationApiTokensResponses];

export type ListApiTokensData = {
    body?: never;
    path: {
        /**
         * A user that the caller can see.
         */
        user_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/users/{user_id}/api_tokens';
};

export type ListApiTokensResponses = {
    /**
     * A page of tokens with masked values. `max_result` equals `max_results`.
     */
    200: {
        status: 'ok';
        data: Array<ApiToken>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
        /**
         * As requested.
         */
        max_result: number;
    };
};

export type ListApiTokensResponse = ListApiTokensResponses[keyof ListApiTokensResponses];

export type CreateApiTokenData = {
    body: {
        name: string;
        /**
         * When it ends, epoch milliseconds: in the future, at most 24 months ahead. Default: 12 months, unless the platform is set up otherwise.
         */
        expiration_ts?: number | null;
        /**
         * The highest role with which it acts.
         */
        role?: 'READER' | 'EDITOR' | 'ORGANISATION_ADMIN' | 'COMMUNITY_ADMIN' | null;
        /**
         * The only datamarts in which it acts. Requests that name no datamart are then refused, but for `GET /connected_user`.
         */
        datamart_ids?: Array<string> | null;
    };
    path: {
        /**
         * A user that the caller can see.
         */
        user_id: string;
    };
    query?: never;
    url: '/users/{user_id}/api_tokens';
};

export type CreateApiTokenResponses = {
    /**
     * The new token with its value.
     */
    200: {
        status: 'ok';
        data: ApiToken;
    };
};

export type CreateApiTokenResponse = CreateApiTokenResponses[keyof CreateApiTokenResponses];

export type RevokeApiTokenData = {
    body?: never;
    path: {
        /**
         * A user that the caller can see.
         */
        user_id: string;
        /**
         * A token of the user.
         */
        api_token_id: string;
    };
    query?: never;
    url: '/users/{user_id}/api_tokens/{api_token_id}';
};

export type RevokeApiTokenResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type RevokeApiTokenResponse = RevokeApiTokenResponses[keyof RevokeApiTokenResponses];

export type GetApiTokenData = {
    body?: never;
    path: {
        /**
         * A user that the caller can see.
         */
        user_id: string;
        /**
         * A token of the user.
         */
        api_token_id: string;
    };
    query?: never;
    url: '/users/{user_id}/api_tokens/{api_token_id}';
};

export type GetApiTokenResponses = {
    /**
     * The token with a masked value.
     */
    200: {
        status: 'ok';
        data: ApiToken;
    };
};

export type GetApiTokenResponse = GetApiTokenResponses[keyof GetApiTokenResponses];

export type RenameApiTokenData = {
    body: {
        name: string;
    };
    path: {
        /**
         * A user that the caller can see.
         */
        user_id: string;
        /**
         * A token of the user.
         */
        api_token_id: string;
    };
    query?: never;
    url: '/users/{user_id}/api_tokens/{api_token_id}';
};

export type RenameApiTokenResponses = {
    /**
     * The updated token with a masked value.
     */
    200: {
        status: 'ok';
        data: ApiToken;
    };
};

export type RenameApiTokenResponse = RenameApiTokenResponses[keyof RenameApiTokenResponses];

export type ListMessageAuthenticationKeysData = {
    body?: never;
    path: {
        /**
         * A user that the caller can see.
         */
        user_id: string;
    };
    query?: {
        /**
         * How many elements to skip.
         */
        first_result?: number;
        /**
         * The most elements to return. More than 500 are answered as 500.
         */
        max_results?: number;
    };
    url: '/users/{user_id}/message_authentication_keys';
};

export type ListMessageAuthenticationKeysResponses = {
    /**
     * A page of keys with masked secrets.
     */
    200: {
        status: 'ok';
        data: Array<MessageAuthenticationKey>;
        /**
         * Number of elements on this page.
         */
        count: number;
        /**
         * Number of elements on all pages.
         */
        total: number;
        /**
         * As requested.
         */
        first_result: number;
        /**
         * As requested.
         */
        max_results: number;
    };
};

export type ListMessageAuthenticationKeysResponse = ListMessageAuthenticationKeysResponses[keyof ListMessageAuthenticationKeysResponses];

export type CreateMessageAuthenticationKeyData = {
    body: {
        /**
         * Chosen by the client, unique across the platform, also among deleted keys.
         */
        key_id: string;
        scheme: 'HMAC_SHA256';
        may_merge_accounts?: boolean | null;
    };
    path: {
        /**
         * A user that the caller can see.
         */
        user_id: string;
    };
    query?: never;
    url: '/users/{user_id}/message_authentication_keys';
};

export type CreateMessageAuthenticationKeyResponses = {
    /**
     * The new key with its secret.
     */
    200: {
        status: 'ok';
        data: MessageAuthenticationKey;
    };
};

export type CreateMessageAuthenticationKeyResponse = CreateMessageAuthenticationKeyResponses[keyof CreateMessageAuthenticationKeyResponses];

export type RevokeMessageAuthenticationKeyData = {
    body?: never;
    path: {
        /**
         * A user that the caller can see.
         */
        user_id: string;
        /**
         * A key of the user.
         */
        message_authentication_key_id: string;
    };
    query?: never;
    url: '/users/{user_id}/message_authentication_keys/{message_authentication_key_id}';
};

export type RevokeMessageAuthenticationKeyResponses = {
    /**
     * The resource is deleted.
     */
    200: {
        status: 'ok';
    };
};

export type RevokeMessageAuthenticationKeyResponse = RevokeMessageAuthenticationKeyResponses[keyof RevokeMessageAuthenticationKeyResponses];
