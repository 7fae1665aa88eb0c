import { Injectable } from '@nestjs/common';
import { isUnavailable } from '@tributary/contracts/errors';
import { query } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';

/** An organisation without a place counts as one that lacks some for so long. */
export const lackingMs = 10_000;

/** Each process writes so often at most that an organisation sends activities, or lacks places for them. */
const askedEveryMs = 60_000;
const lackedEveryMs = 1_000;

/** Keeps for all processes which organisations send activities to analyze, and which of them lack places. */
@Injectable()
export class BacklogOrganisations {
  private readonly asked = new Map<string, number>();
  private readonly lacked = new Map<string, number>();

  constructor(private readonly dataSource: DataSource) {}

  /** These organisations have sent activities. */
  async ask(organisation_ids: Iterable<string>): Promise<void> {
    await this.write(due(this.asked, organisation_ids, askedEveryMs), { isLacking: false });
  }

  /** There was no place for activities of these organisations. What an outage loses the next such activity writes. */
  async lack(organisation_ids: Iterable<string>): Promise<void> {
    const write = this.write(due(this.lacked, organisation_ids, lackedEveryMs), { isLacking: true });
    await write.catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
    });
  }

  isLacking(organisation_id: string): boolean {
    return performance.now() - (this.lacked.get(organisation_id) ?? -Infinity) < lackingMs;
  }

  private async write(organisation_ids: string[], { isLacking }: { isLacking: boolean }): Promise<void> {
    if (organisation_ids.length === 0) return;
    // In one order, so that processes do not wait for each other.
    const statement = {
      name: 'see-organisations',
      text: `
        insert into analysis_organisations as known (organisation_id, asked_time, lacked_time)
        select organisation_id, clock_timestamp(), case when $2 then clock_timestamp() end
        from unnest($1::text[]) as organisation_id order by organisation_id
        on conflict (organisation_id) do update set asked_time = excluded.asked_time,
          lacked_time = coalesce(excluded.lacked_time, known.lacked_time)`,
    };
    await query(this.dataSource, statement, [organisation_ids, isLacking]);
    const now = performance.now();
    for (const organisation_id of organisation_ids) {
      this.asked.set(organisation_id, now);
      if (isLacking) this.lacked.set(organisation_id, now);
    }
  }
}

/** Organisations whose last time was long ago. */
function due(times: Map<string, number>, organisation_ids: Iterable<string>, everyMs: number): string[] {
  const now = performance.now();
  return [...new Set(organisation_ids)].filter((id) => now - (times.get(id) ?? -Infinity) >= everyMs);
}
