import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { retryAtStart } from '@tributary/contracts/retry';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { query } from '@tributary/database/transaction';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { DataSource } from 'typeorm';
import { SETTINGS, type TrackingSettings } from '../../config.js';
import type { CountedIds } from './former-ids.js';

/** The gateways of the older version may run for a week beside those that derive ids with a key. */
const rolloutMs = 7 * dayMs;

/** The rules by which arriving activities are read. */
export interface ReadingRules extends CountedIds {
  retentionDays: number;
  /** Blocks events that analyzers have added. */
  plans: TrackingPlans;
}

/**
 * The rules by which arriving activities are read, which depend on the time. Ids without a key count for one window of
 * deduplication after the upgrade, and never on a new platform.
 */
@Injectable()
export class ArrivalRules implements OnModuleInit {
  private keyedSince = Infinity;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: TrackingSettings,
    private readonly plans: TrackingPlans,
  ) {}

  async onModuleInit(): Promise<void> {
    const { rows } = await retryAtStart(() =>
      query<{ since_ts: number }>(this.dataSource, 'select since_ts::float8 as since_ts from keyed_ids'),
    );
    this.keyedSince = rows[0]?.since_ts ?? 0;
  }

  at(now: number): ReadingRules {
    const { ACTIVITY_RETENTION_DAYS: retentionDays, DEDUPE_WINDOW_DAYS, ANALYSIS_MAX_WAIT } = this.settings;
    const countedMs = rolloutMs + DEDUPE_WINDOW_DAYS * dayMs + ANALYSIS_MAX_WAIT;
    return { retentionDays, countsUnkeyed: now < this.keyedSince + countedMs, plans: this.plans };
  }
}
