import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { BackgroundWork } from '../suite/background-work.js';
import { noon, type Scenario } from '../suite/scenario.js';
import type { FaultKind } from './fault-schedule.js';
import { credentialKinds, type CredentialKind, type Revocation } from './watched-revocations.js';

const sampleMs = 1_000;

/** Totals since the start. `at` is in seconds. */
interface Sample {
  at: number;
  acknowledged: number;
  /** Requests without an acknowledgement: answered 503, or broken by a kill. */
  resent: number;
  /** Missing while the database does not answer. */
  stored?: number;
}

interface RecordedFault {
  at: number;
  kind: FaultKind;
  fault: string;
}

interface RecordedRevocation extends Omit<Revocation, 'answered'> {
  /** When it was answered. */
  at: number;
}

/** The events during the faults, second by second. */
export class Timeline extends BackgroundWork {
  private readonly samples: Sample[] = [];
  private readonly faults: RecordedFault[] = [];
  readonly revocations: RecordedRevocation[] = [];
  private readonly started = performance.now();

  constructor(
    private readonly scenario: Scenario,
    private readonly databaseUrl: string,
  ) {
    super();
  }

  record(kind: FaultKind, fault: string): void {
    this.faults.push({ at: this.clock(), kind, fault });
  }

  recordRevocation({ answered, ...outcome }: Revocation): void {
    this.revocations.push({ at: (answered - this.started) / 1_000, ...outcome });
  }

  /** Faults until this time, and those of the last 20 seconds before it. */
  faultsBefore(at: number): RecordedFault[] {
    return this.faults.filter((fault) => fault.at <= at && fault.at > at - 20);
  }

  /** The last faults, for the message of a failure. */
  lastFaults(): string {
    return this.faults
      .slice(-20)
      .map(({ at, fault }) => `${at.toFixed(1)} s: ${fault}`)
      .join('\n');
  }

  countOf(kind: FaultKind): number {
    return this.faults.filter((fault) => fault.kind === kind).length;
  }

  /** The kinds of credentials of which so many were revoked. */
  kindsRevoked(times: number): CredentialKind[] {
    const count = (kind: CredentialKind) => this.revocations.filter(({ credential }) => credential === kind).length;
    return credentialKinds.filter((kind) => count(kind) >= times);
  }

  write(file: string, outcome: Record<string, unknown>): void {
    writeFileSync(
      file,
      JSON.stringify({ ...outcome, samples: this.samples, faults: this.faults, revocations: this.revocations }),
    );
  }

  protected async run(): Promise<void> {
    while (!this.isStopping) {
      const { acknowledged, resent } = this.scenario.load;
      const sample: Sample = { at: this.clock(), acknowledged: acknowledged.size, resent };
      const stored = await this.countStored().catch(() => undefined);
      this.samples.push(stored === undefined ? sample : { ...sample, stored });
      await sleep(sampleMs);
    }
  }

  private async countStored(): Promise<number | undefined> {
    const statement = `select count(*)::int as stored from tracking_ingest.activities where datamart_id = 1 and ts = ${noon}`;
    return (await queryDatabase<{ stored: number }>(this.databaseUrl, statement)).rows[0]?.stored;
  }

  private clock = () => (performance.now() - this.started) / 1_000;
}
