import { Injectable } from '@nestjs/common';
import type {
  AnalyzerState,
  DirectoryChanged,
  PluginVersionState,
  VersionedState,
} from '@tributary/contracts/admin/access';
import type { EnforcedProcessing } from '@tributary/contracts/admin/processing';
import type { FlagRules } from '@tributary/contracts/people/flagged-person';
import { defaultFlagRules } from '@tributary/contracts/rules/flag-rules';
import { defaultTimeZone } from '@tributary/contracts/rules/report-zone';
import { junkExceptions, noExceptions, type JunkExceptions } from '@tributary/contracts/tracking/junk';
import { ChannelStates } from './channel-states.js';

type DatamartEntry = Extract<DirectoryChanged, { kind: 'datamart' }>;

const noProcessings: readonly EnforcedProcessing[] = [];
const noAnalyzers: readonly string[] = [];

/** An app's in-memory copy of the directory. */
@Injectable()
export class DirectoryStore {
  private readonly organisations = new Map<string, string>();
  /** The zones of datamarts; UTC for others. */
  private readonly timeZones = new Map<string, string>();
  /** The exceptions of datamarts that have any. */
  private readonly junkExceptions = new Map<string, JunkExceptions>();
  /** As published; the defaults for others. */
  private readonly flagRules = new Map<string, FlagRules>();
  private readonly communities = new Map<string, string>();
  private readonly channels = new ChannelStates();
  private readonly analyzers = new NewestStates<AnalyzerState>();
  private readonly versions = new NewestStates<PluginVersionState>();

  apply(entry: DirectoryChanged): void {
    switch (entry.kind) {
      case 'datamart':
        return this.applyDatamart(entry);
      case 'organisation':
        return void this.communities.set(entry.id, entry.community_id);
      case 'channel':
        return this.channels.apply(entry);
      case 'activity_analyzer':
        return this.analyzers.apply(entry);
      case 'plugin_version':
        return this.versions.apply(entry);
    }
  }

  /**
   * Removes an organisation or datamart. A tombstone of an entry with versions is about a state that a newer one has
   * replaced: what this copy knows stays. @param key the message key
   */
  forget(key: string): void {
    const [kind, id = ''] = key.split('/');
    if (kind === 'datamart') {
      this.organisations.delete(id);
      this.timeZones.delete(id);
      this.junkExceptions.delete(id);
      this.flagRules.delete(id);
    } else if (kind === 'organisation') this.communities.delete(id);
  }

  /** The processings that decide about the activities of a channel. None for a channel of another datamart. */
  processingsOf(datamart_id: string, channel_id: string): readonly EnforcedProcessing[] {
    return this.channels.find(datamart_id, channel_id)?.processings ?? noProcessings;
  }

  /** The ids of the analyzers of a channel, in the order of their execution. None for a channel of another datamart. */
  analyzersOf(datamart_id: string, channel_id: string): readonly string[] {
    return this.channels.find(datamart_id, channel_id)?.analyzers ?? noAnalyzers;
  }

  /** Whether a channel leaves out the activities of bots. Not one of another datamart. */
  leavesOutBots(datamart_id: string, channel_id: string): boolean {
    return this.channels.find(datamart_id, channel_id)?.leaves_out_bots ?? false;
  }

  /** Undefined for a deleted one. */
  analyzer(id: string): AnalyzerState | undefined {
    const analyzer = this.analyzers.get(id);
    return analyzer?.is_deleted ? undefined : analyzer;
  }

  isDeletedAnalyzer(id: string): boolean {
    return this.analyzers.get(id)?.is_deleted ?? false;
  }

  pluginVersion(id: string): PluginVersionState | undefined {
    return this.versions.get(id);
  }

  /** Whether processings decide about the activities of any channel of the datamart. */
  hasProcessings(datamart_id: string): boolean {
    for (const channel of this.channels.values())
      if (channel.datamart_id === datamart_id && channel.processings.length > 0) return true;
    return false;
  }

  /** Whether any channel of the datamart has analyzers. */
  hasAnalyzers(datamart_id: string): boolean {
    for (const channel of this.channels.values())
      if (channel.datamart_id === datamart_id && channel.analyzers.length > 0) return true;
    return false;
  }

  /** Whether any channel of another organisation has analyzers. */
  hasAnalyzersBeside(organisation_id: string): boolean {
    for (const { datamart_id, analyzers } of this.channels.values())
      if (analyzers.length > 0 && this.organisationOf(datamart_id) !== organisation_id) return true;
    return false;
  }

  organisationOf(datamart_id: string): string | undefined {
    return this.organisations.get(datamart_id);
  }

  /** A name of the IANA database. */
  timeZoneOf(datamart_id: string): string {
    return this.timeZones.get(datamart_id) ?? defaultTimeZone;
  }

  /** Words of the junk list that identify people in the datamart. */
  junkExceptionsOf(datamart_id: string): JunkExceptions {
    return this.junkExceptions.get(datamart_id) ?? noExceptions;
  }

  /** Beyond which numbers people of the datamart are flagged. */
  flagRulesOf(datamart_id: string): FlagRules {
    return this.flagRules.get(datamart_id) ?? defaultFlagRules;
  }

  communityOf(organisation_id: string): string | undefined {
    return this.communities.get(organisation_id);
  }

  /** Every datamart with its organisation. */
  datamarts(): Iterable<[datamart_id: string, organisation_id: string]> {
    return this.organisations.entries();
  }

  private applyDatamart({ id, organisation_id, time_zone, junk_exceptions, flag_rules }: DatamartEntry): void {
    this.organisations.set(id, organisation_id);
    if (time_zone === undefined) this.timeZones.delete(id);
    else this.timeZones.set(id, time_zone);
    if (junk_exceptions?.length) this.junkExceptions.set(id, junkExceptions(junk_exceptions));
    else this.junkExceptions.delete(id);
    if (flag_rules) this.flagRules.set(id, flag_rules);
    else this.flagRules.delete(id);
  }
}

/** In any order of arrival, the newest state of each id stays. */
class NewestStates<State extends VersionedState> {
  private readonly states = new Map<string, State>();

  apply(state: State): void {
    const known = this.states.get(state.id);
    if (!known || known.version < state.version) this.states.set(state.id, state);
  }

  get(id: string): State | undefined {
    return this.states.get(id);
  }

  values(): Iterable<State> {
    return this.states.values();
  }
}
