import { Inject, Injectable } from '@nestjs/common';
import type { AnalyzerState, PluginVersionState } from '@tributary/contracts/admin/access';
import type { ErrorRecoveryStrategy } from '@tributary/contracts/admin/plugins/activity-analyzer';
import { analysisEndpoint } from '@tributary/contracts/admin/plugins/throttling';
import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { DirectoryStore } from '@tributary/security/directory.store';
import type { Worker } from '../calls/plugin-calls.js';
import { SETTINGS, type AnalysisSettings } from '../config.js';
import { limitsOf, type CallLimits } from '../permits/limits-of.js';
import type { QueueKey } from '../queue/queue-key.js';

/** How the activities of a queue are analyzed at the moment. */
export interface AnalyzerConfig extends CallLimits {
  organisation_id: string;
  /** False if this process has not heard of the analyzer or its version yet. */
  isKnown: boolean;
  /** Undefined for a deleted analyzer: its activities skip it. */
  analyzer?: AnalyzerState | undefined;
  version?: PluginVersionState | undefined;
  /** Undefined if no call can be made, which needs no permit. */
  worker?: Worker | undefined;
}

/** The configuration of analyzers, as the directory has it now. */
@Injectable()
export class AnalyzerConfigs {
  constructor(
    private readonly directory: DirectoryStore,
    @Inject(SETTINGS) private readonly settings: AnalysisSettings,
  ) {}

  /** Whose calls those of a queue are; '' as long as this process has heard of neither its datamart nor its analyzer. */
  organisationOf({ analyzer_id, datamart_id }: QueueKey): string {
    return this.directory.organisationOf(datamart_id) ?? this.directory.analyzer(analyzer_id)?.organisation_id ?? '';
  }

  /** The organisation of a datamart; '' as long as this process has not heard of it. */
  ownerOf(datamart_id: string): string {
    return this.directory.organisationOf(datamart_id) ?? '';
  }

  /** Whether a channel of another organisation has analyzers. */
  hasOthersBeside(organisation_id: string): boolean {
    return this.directory.hasAnalyzersBeside(organisation_id);
  }

  of(key: QueueKey): AnalyzerConfig {
    const { analyzer_id, datamart_id } = key;
    const organisation_id = this.organisationOf(key);
    const { PLUGIN_TIMEOUT: defaultTimeoutMs, ANALYSIS_MAX_WAIT: maxTimeoutMs } = this.settings;
    const analyzer = this.directory.analyzer(analyzer_id);
    const version = analyzer && this.directory.pluginVersion(analyzer.plugin_version_id);
    const worker = version?.archived ? undefined : version?.worker;
    const isKnown = analyzer ? version !== undefined : this.directory.isDeletedAnalyzer(analyzer_id);
    if (!analyzer || !version || !worker)
      return { organisation_id, isKnown, analyzer, version, limits: [], timeoutMs: defaultTimeoutMs };
    const tenants = { datamart_id, organisation_id };
    return {
      organisation_id,
      isKnown,
      analyzer,
      version,
      worker,
      ...limitsOf(version, analysisEndpoint, tenants, { defaultTimeoutMs, maxTimeoutMs }),
    };
  }

  /** Undefined for a deleted analyzer. One that this process has not heard of loses nothing. */
  strategyOf(analyzer_id: string): ErrorRecoveryStrategy | undefined {
    if (this.directory.isDeletedAnalyzer(analyzer_id)) return undefined;
    return this.directory.analyzer(analyzer_id)?.error_recovery_strategy ?? 'STORE_WITH_ERROR_ID';
  }

  /** The analyzers of an activity's channel, in their order. */
  chainOf({ datamart_id, channel_id }: ActivityToAnalyze): readonly string[] {
    return this.directory.analyzersOf(datamart_id, channel_id);
  }
}
