import { Module, type DynamicModule } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Publisher } from '@tributary/bus/publishing/publisher';
import type { Platform } from '@tributary/runtime/platform';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
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
import { AcceptedCounts } from './activities/accepted-counts.js';
import { ActivitiesController } from './activities/activities.controller.js';
import { ActivityMetrics } from './activities/activity-metrics.js';
import { ActivityPublisher } from './activities/activity-publisher.js';
import { ActivityCollector } from './activities/activity-collector.js';
import { ActivityRates } from './activities/activity-rates.js';
import { CollectKeyMetrics } from './collect-keys/collect-key-metrics.js';
import { PreflightController } from './collect-keys/preflight.controller.js';
import { SETTINGS, type GatewaySettings } from './config.js';
import { builtConsole, ConsoleFiles, loadConsole } from './console/console-files.js';
import { ConsoleController } from './console/console.controller.js';
import { LiveFeed } from './live-feed/live-feed.js';
import { LiveFeedController } from './live-feed/live-feed.controller.js';
import { LiveFeedMetrics } from './live-feed/live-feed-metrics.js';
import { Refusals } from './live-feed/refusals.js';
import { KeptRefusals } from './refused-activities/kept-refusals.js';
import { RefusalMetrics } from './refused-activities/refusal-metrics.js';
import { RefusalRecorder } from './refused-activities/refusal-recorder.js';
import { RefusedBodies } from './refused-activities/refused-bodies.js';
import { DocsController } from './openapi/docs.controller.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { loadSdkScript, SdkScript } from './sdk-script/sdk-script.js';
import { ActivityTracesController } from './traces/activity-traces.controller.js';
import { NoTraceSource, TraceSource } from './traces/trace-source.js';
import { SdkScriptController } from './sdk-script/sdk-script.controller.js';

@Module({})
export class GatewayModule {
  static register(
    settings: GatewaySettings,
    { bus, metrics }: Pick<Platform, 'bus' | 'metrics'>,
    accessSource: AccessSource = new NoAccessSource(),
    consoleDirectory?: string,
    traceSource: (apps: ModuleRef) => TraceSource = () => new NoTraceSource(),
  ): DynamicModule {
    const servesConsole = settings.CONSOLE === 'on';
    return {
      module: GatewayModule,
      controllers: [
        ActivitiesController,
        ActivityTracesController,
        PreflightController,
        LiveFeedController,
        FollowCredentialsHandler,
        directoryFollower('gateway'),
        OpenApiController,
        DocsController,
        SdkScriptController,
        ...(servesConsole ? [ConsoleController] : []),
      ],
      providers: [
        AccessPolicy,
        AccessMissLookup,
        Authenticator,
        CredentialsStore,
        CredentialUses,
        RequestGuard,
        CollectKeyGuard,
        SigningSecrets,
        ActivityCollector,
        ActivityPublisher,
        ActivityRates,
        AcceptedCounts,
        Refusals,
        KeptRefusals,
        RefusalRecorder,
        RefusedBodies,
        { provide: RefusalMetrics, useFactory: () => new RefusalMetrics(metrics) },
        {
          provide: LiveFeed,
          useFactory: (refusals: Refusals) => new LiveFeed(bus, refusals, new LiveFeedMetrics(metrics)),
          inject: [Refusals],
        },
        { provide: CollectKeyMetrics, useFactory: () => new CollectKeyMetrics(metrics) },
        { provide: ActivityMetrics, useFactory: () => new ActivityMetrics(metrics) },
        ...directoryProviders,
        { provide: SdkScript, useFactory: () => loadSdkScript() },
        { provide: AccessSource, useValue: accessSource },
        { provide: TraceSource, useFactory: traceSource, inject: [ModuleRef] },
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
