import type { DataSource } from 'typeorm';

/** Stores the properties of a profile that exists as an older version did: in one row, of any size. */
export async function storeWhole(dataSource: DataSource, user_account_id: string, properties: object): Promise<void> {
  await dataSource.query(
    `update user_profiles set properties = $2, versions = '{"s":1}' where datamart_id = 7 and user_account_id = $1`,
    [user_account_id, JSON.stringify(properties)],
  );
}
