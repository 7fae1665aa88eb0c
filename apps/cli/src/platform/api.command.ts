import { readFileSync } from 'node:fs';
import { parseJson } from '@tributary/client/exact-json';
import { client } from '@tributary/client/generated/client.gen';
import type { Command } from 'commander';
import { createCommand, repeated, type CommonOptions } from '../commands/create-command.js';
import { UsageProblem } from '../output/failures.js';
import { printStream } from '../output/print-stream.js';
import { openDatamart, openOrganisation, openSession } from '../session/open-session.js';

interface ApiOptions extends CommonOptions {
  method?: string;
  field?: string[];
  input?: string;
  type?: string;
}

export const apiCommand = (): Command =>
  createCommand('api', {
    summary: 'Call any operation of the API with the saved token',
    details:
      'The answer is printed as it arrives. {datamart_id} and {organisation_id} of the path are the chosen ones. With fields or a body ' +
      'it is a POST, otherwise a GET.',
    examples: [
      "tributary api '/datamarts/{datamart_id}/channels?max_results=5'",
      "tributary api '/datamarts/{datamart_id}/channels' -f name=Shop -f type=SITE",
      "tributary api '/datamarts/{datamart_id}/user_activities' --input activities.ndjson --type application/x-ndjson",
      'tributary api -X DELETE /processings/3',
    ],
    of: 'datamart',
    formats: ['json'],
  })
    .argument('<path>', 'path of the operation and its query, with or without /v1')
    .option('-X, --method <method>', 'GET, POST, PUT or DELETE')
    .option('-f, --field <name=value>', 'a field of the body: JSON, or else a text (repeatable)', repeated)
    .option('--input <file>', 'the body; - reads stdin')
    .option('--type <mime>', 'of the body', 'application/json')
    .action(api);

async function api(target: string, options: ApiOptions): Promise<void> {
  const body = bodyOf(options);
  const method = (options.method ?? (body === undefined ? 'GET' : 'POST')).toUpperCase();
  if (!isMethod(method)) throw new UsageProblem(`--method: "${method}" is none of ${methods.join(', ')}`);
  const url = pathOf(target);
  openSession(options);
  const { data } = await client.request({
    url,
    method,
    path: await chosenIds(url, options),
    ...(body !== undefined && { body, headers: { 'content-type': options.type ?? '' } }),
    bodySerializer: null,
    parseAs: 'stream',
    security: [{ name: 'Authorization', type: 'apiKey' }],
  });
  if (data) await printStream(data);
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const isMethod = (method: string): method is (typeof methods)[number] =>
  (methods as readonly string[]).includes(method);

/** The token goes to the platform that it is for: an address of another one is no path. */
function pathOf(target: string): string {
  if (!target.startsWith('/')) throw new UsageProblem('the path begins with a slash, as /datamarts/1/channels');
  return target.replace(/^\/v1(?=\/)/, '');
}

/** Reads only the ids that the path names: a token may have no datamart. */
async function chosenIds(url: string, options: ApiOptions): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  if (url.includes('{datamart_id}')) ids.datamart_id = (await openDatamart(options)).datamart_id;
  if (url.includes('{organisation_id}')) ids.organisation_id = (await openOrganisation(options)).organisation_id;
  return ids;
}

function bodyOf({ field, input }: ApiOptions): string | Buffer<ArrayBuffer> | undefined {
  if (input !== undefined && field !== undefined)
    throw new UsageProblem('the body is either fields or a file: --field or --input');
  if (input !== undefined) return readFileSync(input === '-' ? 0 : input);
  return field && JSON.stringify(Object.fromEntries(field.map(readField)));
}

function readField(text: string): [name: string, value: unknown] {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new UsageProblem(`--field: "${text}" is not as name=value`);
  try {
    return [name, parseJson(value)];
  } catch {
    return [name, value];
  }
}
