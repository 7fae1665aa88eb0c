/** SQL for the migration of an app whose writes are audited: the function of the triggers of `captured`. */
export const captureFunction = `
  -- Appends the change of a row to a setting of the transaction, which \`recordAudit\` reads before the commit.
  create function capture_change() returns trigger language plpgsql as $$
  declare
    before jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
    after jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
    tenant jsonb := coalesce(after, before);
    columns text[] := string_to_array(tg_argv[1], ',');
    change jsonb;
  begin
    if tg_argv[2] <> '' then
      execute tg_argv[2] into tenant using tenant;
    end if;
    change := jsonb_build_object(
      'table', tg_table_name,
      'id', coalesce(after, before) ->> tg_argv[0],
      'organisation_id', tenant ->> 'organisation_id',
      'datamart_id', tenant ->> 'datamart_id',
      'community_id', tenant ->> 'community_id',
      'before', (select jsonb_object_agg(key, value) from jsonb_each(before) where key = any(columns)),
      'after', (select jsonb_object_agg(key, value) from jsonb_each(after) where key = any(columns)));
    perform set_config('tributary.changes', concat(current_setting('tributary.changes', true), change::text, E'\\n'), true);
    return null;
  end $$;
`;

export interface CapturedTable {
  table: string;
  /** The columns whose values may stand in the audit: never a secret. */
  columns: readonly string[];
  /** The column that names a row. Default: id. */
  key?: string;
  /** SQL for a JSON object with the tenant of the row $1 (JSON). Default: what the row itself names. */
  tenant?: string;
}

/** The trigger of a table. It does nothing outside of the transactions of audited requests. */
export const captured = ({ table, columns, key = 'id', tenant = '' }: CapturedTable) => `
  create trigger captured after insert or update or delete on ${table}
    for each row when (current_setting('tributary.audited', true) = 'on')
    execute function capture_change('${key}', '${columns.join()}', '${tenant.replaceAll("'", "''")}');
`;
