import { DocumentType } from '@tributary/contracts/imports/import-messages';
import { IntegerId } from '@tributary/contracts/values/integer-id';
import { z } from 'zod';

const id = (description: string, example = '17') => z.string().meta({ description, example });

/** Path parameters by their names in the document. */
const parameters = {
  datamart_id: IntegerId.describe('A datamart that the caller has a role in.'),
  organisation_id: IntegerId.describe('An organisation that the caller has a role in.'),
  community_id: IntegerId.describe('A community that the caller has a role in.'),
  user_id: IntegerId.describe('A user that the caller can see.'),
  user_point_selector: id(
    'Selects a person: `<user_point_id>`, `user_point_id=<id>`, `user_agent_id=<id>`, `email_hash=<hash>` or ' +
      '`compartment_id=<id>,user_account_id=<id>`.',
    'user_agent_id=web:1:0b4c2f1e',
  ),
  processing_id: id('A processing.', '7'),
  compartment_id: id('A compartment of the datamart; `default` always exists.', 'default'),
  user_account_id: id('An account of the compartment.', 'customer-17'),
  segment_id: id('The segment of the membership, registered or not.', 'buyers'),
  audience_segment_id: id('A segment of an organisation that the caller has a role in.'),
  document_type: DocumentType.meta({ description: 'What the lines of the file are.', example: 'USER_PROFILE' }),
  document_import_id: id('An import of the datamart.'),
  execution_id: id('An execution of the import.'),
  datawarehouse_id: id('A data warehouse of an organisation that the caller has a role in.'),
  column_id: id('A column of the stored metadata.', '5b1c6d1e-58f4-8c0e-9f5b-2f3ad1c7a001'),
  user_role_id: id('A role of the user.'),
  invitation_id: id('An invitation of the organisation.'),
  api_token_id: id('A token of the user.'),
  message_authentication_key_id: id('A key of the user.'),
  collect_key_id: id('A collect key of the datamart.'),
  saved_report_id: id('A saved report of the caller in the datamart.'),
  refused_activity_id: id('A refused activity of the datamart.'),
  event_name: id('The `$event_name` of the events.', 'order_placed'),
  activity_id: id('The id of the receipt.', '0199f1c4-52aa-7b0c-9d1e-3f6c2a9b8e01'),
  dashboard_id: id('A dashboard of the organisation in the query.'),
  channel_id: id('A channel that the caller can see: its id, as the server has made it or a client has given it.'),
  site_id: id('A channel of the type SITE.'),
  mobile_application_id: id('A channel of the type MOBILE_APPLICATION.'),
  ctv_id: id('A channel of the type CTV.'),
  selection_id: id('A selection of the channel.'),
  plugin_id: id('A plugin of an organisation that the caller has a role in.'),
  version_id: id('The `id` of a version of the plugin.'),
  throttling_id: id('A throttling of the version.'),
  analyzer_id: id('An activity analyzer of an organisation that the caller has a role in.'),
  technical_name: id('The name of a property or of a configuration file.', 'provider'),
};
type Parameter = keyof typeof parameters;

/** Path segments that the document writes differently from the route, such as `compartment_id=<id>`. */
const segments: Record<string, { text: string; parameter: Parameter }> = {
  user_point: { text: '{user_point_selector}', parameter: 'user_point_selector' },
  compartment: { text: 'compartment_id={compartment_id}', parameter: 'compartment_id' },
  account: { text: 'user_account_id={user_account_id}', parameter: 'user_account_id' },
  processing: { text: 'processing_id={processing_id}', parameter: 'processing_id' },
  technical_name: { text: 'technical_name={technical_name}', parameter: 'technical_name' },
};

interface DocumentedPath {
  /** Relative to the server's URL, which ends in /v1. */
  path: string;
  parameters: Record<string, z.ZodType>;
}

/** Translates `/v1/datamarts/:datamart_id` into `/datamarts/{datamart_id}`. */
export function pathOfRoute(route: string): DocumentedPath {
  const found: Record<string, z.ZodType> = {};
  const parts = route.split('/').map((part) => {
    if (!part.startsWith(':')) return part;
    const name = part.slice(1);
    const { text, parameter } = segments[name] ?? { text: `{${name}}`, parameter: name as Parameter };
    found[parameter] = parameters[parameter];
    return text;
  });
  return { path: parts.join('/').replace(/^\/v1/, ''), parameters: found };
}
