import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { databaseProviders } from '@tributary/runtime/database.providers';
import { LOGGER } from '@tributary/runtime/logger';
import { outboxProviders } from '@tributary/runtime/outbox.providers';
import type { Platform } from '@tributary/runtime/platform';
import { directoryFollower, directoryProviders } from '@tributary/security/directory.providers';
import { AnalysisMetrics } from './attempts/analysis-metrics.js';
import { AnalysisWorker } from './attempts/analysis-worker.js';
import { AnalyzerConfigs } from './attempts/analyzer-configs.js';
import { AttemptRunner } from './attempts/attempt-runner.js';
import { AttemptsRepository } from './attempts/attempts.repository.js';
import { BacklogOrganisations } from './backlog/backlog-organisations.js';
import { IsolatedPluginCalls } from './calls/isolated-plugin-calls.js';
import { PluginCalls } from './calls/plugin-calls.js';
import { SETTINGS, type AnalysisSettings } from './config.js';
import { WaitingTracesController } from './traces/waiting-traces.controller.js';
import { WaitingTracesRepository } from './traces/waiting-traces.repository.js';
import { analysisDatabase } from './database.js';
import { FailuresController } from './failures/failures.controller.js';
import { FailuresRepository } from './failures/failures.repository.js';
import { EnqueueActivitiesHandler } from './intake/enqueue-activities.handler.js';
import { EraseUserPointsHandler } from './intake/erase-user-points.handler.js';
import { IntakeRepository } from './intake/intake.repository.js';
import { AnalysisUpkeep } from './upkeep/analysis-upkeep.js';

/** The jobs on the queues while the process runs. */
const workProviders = (settings: AnalysisSettings, { bus, logger, metrics }: Platform): Provider[] => [
  { provide: AnalysisMetrics, useValue: new AnalysisMetrics(metrics) },
  { provide: PluginCalls, useValue: new IsolatedPluginCalls(settings, logger) },
  {
    provide: AnalysisWorker,
    useFactory: (
      attempts: AttemptsRepository,
      runner: AttemptRunner,
      configs: AnalyzerConfigs,
      own: AnalysisMetrics,
    ) => {
      const onError = atMostEvery(5_000, (err) =>
        logger.warn({ err }, 'the work on waiting activities failed and is retried'),
      );
      const options = { attempts, runner, configs, metrics: own, maxWaitMs: settings.ANALYSIS_MAX_WAIT, onError };
      const worker = new AnalysisWorker(options);
      bus.onStartLast(() => worker.start());
      return worker;
    },
    inject: [AttemptsRepository, AttemptRunner, AnalyzerConfigs, AnalysisMetrics],
  },
  { provide: LOGGER, useValue: logger },
  AnalysisUpkeep,
];

/** In an outage each activity and each poll has an error. */
function atMostEvery(ms: number, report: (error: unknown) => void): (error: unknown) => void {
  let reported = -Infinity;
  return (error) => {
    if (performance.now() - reported < ms) return;
    reported = performance.now();
    report(error);
  };
}

@Module({})
export class ActivityAnalysisModule {
  static register(settings: AnalysisSettings & { DATABASE_URL: string }, platform: Platform): DynamicModule {
    return {
      module: ActivityAnalysisModule,
      controllers: [
        directoryFollower('activity-analysis'),
        EnqueueActivitiesHandler,
        EraseUserPointsHandler,
        FailuresController,
        WaitingTracesController,
      ],
      providers: [
        ...databaseProviders({ ...analysisDatabase, url: settings.DATABASE_URL }, platform),
        ...outboxProviders({ app: 'activity-analysis', topics: [activityReceived] }, platform),
        ...directoryProviders,
        { provide: SETTINGS, useValue: settings },
        AnalyzerConfigs,
        AttemptsRepository,
        AttemptRunner,
        BacklogOrganisations,
        IntakeRepository,
        FailuresRepository,
        WaitingTracesRepository,
        ...workProviders(settings, platform),
      ],
    };
  }
}
