import { Module, type DynamicModule, type ModuleMetadata, type Provider } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Publisher } from '@tributary/bus/publishing/publisher';
import type { Platform } from '@tributary/runtime/platform';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { DirectoryStore } from '@tributary/security/directory.store';
import { directoryFollower, directoryProviders } from '@tributary/security/directory.providers';
import { AccessMetrics } from './access/access-metrics.js';
import { AccessMissLookup } from './access/access-miss-lookup.js';
import { AccessPolicy, CatchUpState } from './access/access.policy.js';
import { AccessSource, NoAccessSource } from './access/access.source.js';
import { Authenticator } from './access/authenticator.js';
import { CollectKeyGuard } from './access/collect-key.guard.js';
import { CredentialUses } from './access/credential-uses.js';
import { CredentialsStore } from './access/credentials.store.js';
import { FollowCredentialsHandler } from './access/follow-credentials.handler.js';
import { RequestGuard } from './access/request.guard.js';
import { SigningSecrets } from './access/signing-secrets.js';
import { AgentSlots } from './agents/agent-slots.js';
import { AgentsController } from './agents/agents.controller.js';
import { AcceptedCounts } from './activities/accepted-counts.js';
import { ActivitiesController } from './activities/activities.controller.js';
import { ActivityMetrics } from './activities/activity-metrics.js';
import { ActivityPublisher } from './activities/activity-publisher.js';
import { ActivityCollector } from './activities/activity-collector.js';
import { ActivityRates } from './activities/activity-rates.js';
import { CollectKeyMetrics } from './collect-keys/collect-key-metrics.js';
import { PreflightController } from './collect-keys/preflight.controller.js';
import { InvitationController } from './sign-in/invitations/invitation.controller.js';
import { InvitationAttempts } from './sign-in/invitations/invitation-attempts.js';
import { InvitationMetrics } from './sign-in/invitations/invitation-metrics.js';
import { NoSessionSource, SessionSource } from './sign-in/session-source.js';
import { OpenIdProvider } from './sign-in/openid-provider.js';
import { SessionCookie } from './sign-in/session-cookie.js';
import { SessionUses } from './sign-in/session-uses.js';
import { signInSettings } from './sign-in/settings.js';
import { SignInMetrics } from './sign-in/sign-in-metrics.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SETTINGS, type GatewaySettings } from './config.js';
import { builtConsole, ConsoleFiles, loadConsole } from './console/console-files.js';
import { ConsoleController } from './console/console.controller.js';
import { GuideController } from './guide/guide.controller.js';
import { GuideFiles, loadGuide } from './guide/guide-files.js';
import { LiveFeed } from './live-feed/live-feed.js';
import { LiveFeedController } from './live-feed/live-feed.controller.js';
import { LiveFeedMetrics } from './live-feed/live-feed-metrics.js';
import { Refusals } from './live-feed/refusals.js';
import { KeptRefusals } from './refused-activities/kept-refusals.js';
import { RefusalMetrics } from './refused-activities/refusal-metrics.js';
import { RefusalRecorder } from './refused-activities/refusal-recorder.js';
import { RefusedBodies } from './refused-activities/refused-bodies.js';
import { ExplainedReports } from './explanations/explained-reports.js';
import { topicFollower } from '@tributary/bus/messages/topic-follower';
import { eventTypeChanged } from '@tributary/contracts/topics/topics';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { DocsController } from './openapi/docs.controller.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { loadSdkScript, SdkScript } from './sdk-script/sdk-script.js';
import { ChannelConsentController } from './consent/channel-consent.controller.js';
import { ConsentSource, NoConsentSource } from './consent/consent-source.js';
import { ActivityTracesController } from './traces/activity-traces.controller.js';
import { NoTraceSource, TraceSource } from './traces/trace-source.js';
import { SdkScriptController } from './sdk-script/sdk-script.controller.js';

/** How the gateway reaches admin, which keeps sessions: a provider of `SessionSource`, and the modules that it needs. */
interface SessionConnection extends Pick<ModuleMetadata, 'imports'> {
  provider: Provider;
}

const noSessions: SessionConnection = { provider: { provide: SessionSource, useValue: new NoSessionSource() } };

/** How the gateway reaches the other apps. */
interface Connections {
  sessions?: SessionConnection;
  /** @param apps the apps of this process */
  traceSource?: (apps: ModuleRef) => TraceSource;
  consentSource?: (apps: ModuleRef) => ConsentSource;
}

@Module({})
export class GatewayModule {
  static register(
    settings: GatewaySettings,
    { bus, metrics }: Pick<Platform, 'bus' | 'metrics'>,
    accessSource: AccessSource = new NoAccessSource(),
    consoleDirectory?: string,
    {
      sessions = noSessions,
      traceSource = () => new NoTraceSource(),
      consentSource = () => new NoConsentSource(),
    }: Connections = {},
  ): DynamicModule {
    const signIn = signInSettings(settings);
    const servesConsole = settings.CONSOLE === 'on';
    return {
      module: GatewayModule,
      imports: sessions.imports ?? [],
      controllers: [
        ActivitiesController,
        ActivityTracesController,
        ChannelConsentController,
        PreflightController,
        LiveFeedController,
        AgentsController,
        FollowCredentialsHandler,
        topicFollower(TrackingPlans, eventTypeChanged, { group: 'gateway.follow-tracking-plans', mayStayEmpty: true }),
        directoryFollower('gateway'),
        OpenApiController,
        DocsController,
        SdkScriptController,
        InvitationController,
        GuideController,
        ...(signIn ? [SignInController] : []),
        ...(servesConsole ? [ConsoleController] : []),
      ],
      providers: [
        AccessPolicy,
        AccessMissLookup,
        Authenticator,
        CredentialsStore,
        CredentialUses,
        RequestGuard,
        SessionCookie,
        SessionUses,
        sessions.provider,
        ...(signIn ? [{ provide: OpenIdProvider, useFactory: () => new OpenIdProvider(signIn) }] : []),
        { provide: SignInMetrics, useFactory: () => new SignInMetrics(metrics) },
        InvitationAttempts,
        { provide: InvitationMetrics, useFactory: () => new InvitationMetrics(metrics) },
        CollectKeyGuard,
        SigningSecrets,
        TrackingPlans,
        ActivityCollector,
        ActivityPublisher,
        ActivityRates,
        AcceptedCounts,
        Refusals,
        KeptRefusals,
        RefusalRecorder,
        RefusedBodies,
        ExplainedReports,
        { provide: RefusalMetrics, useFactory: () => new RefusalMetrics(metrics) },
        {
          provide: LiveFeed,
          useFactory: (refusals: Refusals) => new LiveFeed(bus, refusals, new LiveFeedMetrics(metrics)),
          inject: [Refusals],
        },
        {
          provide: AgentSlots,
          useFactory: (directory: DirectoryStore) => new AgentSlots(directory, metrics),
          inject: [DirectoryStore],
        },
        { provide: CollectKeyMetrics, useFactory: () => new CollectKeyMetrics(metrics) },
        { provide: ActivityMetrics, useFactory: () => new ActivityMetrics(metrics) },
        ...directoryProviders,
        { provide: SdkScript, useFactory: () => loadSdkScript() },
        { provide: GuideFiles, useFactory: () => loadGuide() },
        { provide: AccessSource, useValue: accessSource },
        { provide: TraceSource, useFactory: traceSource, inject: [ModuleRef] },
        { provide: ConsentSource, useFactory: consentSource, inject: [ModuleRef] },
        { provide: CatchUpState, useValue: bus },
        {
          provide: AccessMetrics,
          useFactory: (credentials: CredentialsStore) => new AccessMetrics(metrics, credentials, bus),
          inject: [CredentialsStore],
        },
        { provide: SETTINGS, useValue: settings },
        { provide: SecretsKeyring, useValue: new SecretsKeyring(settings.SECRETS_KEY) },
        { provide: Publisher, useValue: bus.publisher },
        ...(servesConsole
          ? [{ provide: ConsoleFiles, useFactory: () => loadConsole(consoleDirectory ?? builtConsole()) }]
          : []),
      ],
    };
  }
}
