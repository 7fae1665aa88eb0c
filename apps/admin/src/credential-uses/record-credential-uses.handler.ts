import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { CredentialsUsed, CredentialUse } from '@tributary/contracts/admin/access';
import { credentialsUsed } from '@tributary/contracts/topics/topics';
import { query } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';

const tables: Record<CredentialUse['kind'], string> = {
  api_token: 'api_tokens',
  message_authentication_key: 'message_authentication_keys',
  collect_key: 'collect_keys',
};

/** Keeps the last hour in which each token or key was used. */
@Controller()
export class RecordCredentialUsesHandler {
  constructor(private readonly dataSource: DataSource) {}

  @Consume(credentialsUsed, { group: 'admin.record-credential-uses' })
  async handle(@Payload() batch: Received<CredentialsUsed>[]): Promise<Rejection[]> {
    const uses = Map.groupBy(
      batch.flatMap(({ value }) => value.uses),
      ({ kind }) => kind,
    );
    for (const [kind, own] of uses) await this.record(kind, own);
    return [];
  }

  private async record(kind: CredentialUse['kind'], uses: CredentialUse[]): Promise<void> {
    await query(
      this.dataSource,
      `update ${tables[kind]} credential set last_used_ts = used.hour_ts
       from (select id, max(hour_ts) as hour_ts from unnest($1::bigint[], $2::bigint[]) as use (id, hour_ts) group by id) used
       where credential.id = used.id and coalesce(last_used_ts, 0) < used.hour_ts`,
      [uses.map(({ id }) => id), uses.map(({ hour_ts }) => hour_ts)],
    );
  }
}
