import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A credential that another user has made never has more rights than when it was made. It ended before when its user got
 * more. Existing ones get the roles that their user has now. What gateways know of users has their organisation, too; a new version of each is published.
 */
export class CredentialLimits1795800000006 implements MigrationInterface {
  name = 'CredentialLimits1795800000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The limits of a credential as JSON (CredentialLimits); null for one of full rights.
      alter table api_tokens add column limits jsonb, add column last_used_ts bigint;
      alter table message_authentication_keys add column limits jsonb, add column last_used_ts bigint;
    `);
    for (const table of ['api_tokens', 'message_authentication_keys'])
      await runner.query(`
        update ${table} credential set version = nextval('access_versions'), limits = jsonb_build_object('ceiling', (
          select coalesce(jsonb_agg(jsonb_build_object('organisation_id', organisation_id::text, 'role', role)), '[]')
          from user_roles where user_roles.user_id = credential.user_id))
        where created_by <> user_id`);
    await runner.query(`update users set version = nextval('access_versions')`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
