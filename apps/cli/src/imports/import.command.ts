import { quoted } from '@tributary/client/requests/curl';
import { priorities } from '@tributary/contracts/rules/resources/choices';
import { client } from '@tributary/client/generated/client.gen';
import { mimeTypes } from '@tributary/client/imports/document-types';
import { Option, type Command } from 'commander';
import { addCommands, createCommand, type CommonOptions } from '../commands/create-command.js';
import { suggest } from '../commands/suggest.js';
import { readEnvironment } from '../config.js';
import { exitCodes, Failure, UsageProblem } from '../output/failures.js';
import { print, printLine, printJson } from '../output/print.js';
import { say } from '../output/status-messages.js';
import { PrintedRequest } from '../requests/print-request.js';
import { openDatamart } from '../session/open-session.js';
import { checkFile, refuseOtherFile } from './check-file.js';
import { formatNames, settingsOf, type ImportSettings, type SettingsOptions } from './import-settings.js';
import { actCommand } from './act.command.js';
import { listCommand } from './list.command.js';
import { nextSteps } from './next-steps.js';
import { parseSize } from './parse-size.js';
import { LineErrors } from './read-errors.js';
import { forgetUpload, keyOfUpload, readUploads, type RememberedUpload } from './remembered-uploads.js';
import { printTemplate } from './print-template.js';
import { reportResult } from './report-result.js';
import { createImport, remember, runImport } from './run-import.js';
import { openSource, type SourceFile } from './source-file.js';
import { splitFile } from './split-file.js';
import { uploadPath } from './upload-part.js';
import { watchCommand } from './watch.command.js';

interface ImportOptions extends CommonOptions, SettingsOptions {
  template?: string;
  into?: string;
  split?: number;
  errors?: string;
  watch: boolean;
  check: boolean;
  dryRun?: boolean;
  again?: boolean;
}

export const importCommand = (): Command => {
  const command = createCommand('import', {
    summary: 'Import a file of NDJSON or CSV, and watch it to its end',
    details:
      'The file is streamed. Without options its type is guessed, and its first lines are checked. Run the same command again ' +
      'after an interruption: it goes on where it was, and no line takes effect twice. Exit code 3: lines were refused.',
    examples: [
      'tributary import profiles.ndjson',
      'tributary import crm.csv --type USER_PROFILE --errors refused.ndjson',
      'tributary import history.ndjson --split 200MB',
      'tributary import people.ndjson --dry-run',
      'tributary import --template USER_PROFILE --format csv > people.csv',
    ],
    of: 'datamart',
  })
    .argument('[file]')
    .option('--template <type>', 'print a file of a document type, to fill in; with --format csv a table')
    .option('--type <type>', 'document type, as USER_PROFILE; guessed from the file')
    .addOption(new Option('--format <format>', 'guessed from the file').choices(formatNames))
    .option('--encoding <label>', 'as utf-8 or windows-1252; guessed from the file')
    .option('--name <text>', 'name of the import; that of the file')
    .addOption(new Option('--priority <priority>').choices(priorities).default('MEDIUM'))
    .option('--into <import>', 'id of an existing import, instead of a new one')
    .option('--split <size>', 'upload in parts, as 200MB, so that at most one has to be repeated', parseSize)
    .option('--errors <file>', 'write the refused lines with their reasons to a file, as NDJSON')
    .option('--watch', 'watch it to its end (the default)', true)
    .option('--no-watch', 'only upload')
    .option('--no-check', 'upload even if the first lines look wrong')
    .option('--dry-run', 'only check the first lines; exit code 3 if they have problems')
    .option('--again', 'import the file once more, although it was uploaded before')
    .action(importFile);
  return addCommands(command, [listCommand(), watchCommand(), actCommand('cancel'), actCommand('retry')]);
};

async function importFile(file: string | undefined, options: ImportOptions): Promise<void> {
  const { template } = options;
  if (template !== undefined) return printTemplate({ ...options, template });
  if (file === undefined) throw new UsageProblem('say which file to import, or print one with --template TYPE');
  const source = await openSource(file).catch((failure: unknown) => {
    const suggestion = suggest(file, ['list', 'watch', 'cancel', 'retry']);
    throw failure instanceof Failure && suggestion !== '' ? new Failure(failure.message, suggestion) : failure;
  });
  try {
    const settings = settingsOf(source.head, options);
    const check = checkFile(source, settings);
    if (options.dryRun) {
      print(options.output, { ...settings, ...check }, () => ({
        rows: [
          ['checked lines', check.checked],
          ['problems', check.problems.length],
        ],
      }));
      if (check.problems.length > 0) process.exitCode = exitCodes.refusedLines;
      return;
    }
    if (options.check) refuseOtherFile(check, settings);
    if (options.curl) return await printImport(source, settings, options);
    await importSource(source, settings, options);
  } finally {
    await source.handle.close();
  }
}

async function importSource(source: SourceFile, settings: ImportSettings, options: ImportOptions): Promise<void> {
  const { url, token, datamart_id } = await openDatamart(options);
  const errors = await LineErrors.open(options.errors);
  const parts = await partsOf(source, settings, options.split);
  const { path, size, mtimeMs } = source;
  const { into, split } = options;
  const key = keyOfUpload({ url, datamart_id, path, size, mtimeMs, settings: { ...settings, into, split } });
  const upload = await startOrContinue({ key, datamart_id }, settings, options);
  const executions: Parameters<typeof reportResult>[1]['executions'][number][] = [];
  const run = { source, parts, settings, token, upload, isWatched: options.watch };
  await runImport(run, async (execution) => {
    executions.push(execution);
    await errors.add(execution);
  });
  await errors.close();
  if (!options.watch) return void (options.output === 'json' && printJson(upload));
  const { document_import_id } = upload;
  reportResult(options.output, { document_import_id, executions, groups: errors.groups });
  const stopped = executions.find(({ status }) => status !== 'SUCCEEDED');
  // An incomplete upload stays remembered: `retry` finds it, and the same command continues under the same keys.
  if (!stopped) return forgetUpload(readEnvironment().uploadsDirectory, key);
  const part = executions.length;
  for (const step of nextSteps({ document_import_id, execution: stopped, part, parts: parts.length })) say(step);
}

/** @throws UsageProblem for an encoding whose line ends are not one byte */
async function partsOf(source: SourceFile, { mime_type, encoding }: ImportSettings, split: number | undefined) {
  if (split === undefined) return [{ start: 0, end: source.size, headerBytes: 0 }];
  if (/utf-?16|ucs-?2|unicode/i.test(encoding))
    throw new UsageProblem(`--split needs an encoding with the line ends of ASCII, and the file is ${encoding}`);
  return splitFile(source.read, { size: source.size, partBytes: split, isCsv: mime_type === 'TEXT_CSV' });
}

async function startOrContinue(
  { key, datamart_id }: Pick<RememberedUpload, 'key' | 'datamart_id'>,
  settings: ImportSettings,
  { into, again }: ImportOptions,
): Promise<RememberedUpload> {
  const known = readUploads(readEnvironment().uploadsDirectory, Date.now()).find((upload) => upload.key === key);
  if (known && !again) {
    say(`This file was begun before, as import ${known.document_import_id}: going on. --again imports it once more.`);
    return known;
  }
  const document_import_id = into ?? (await createImport(datamart_id, settings));
  const upload = { key, datamart_id, document_import_id, executions: {}, started_ts: Date.now() };
  remember(upload);
  return upload;
}

/** Two requests: the second one needs the id that the first one answers. */
async function printImport(source: SourceFile, settings: ImportSettings, options: ImportOptions): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  if (options.into === undefined)
    await createImport(datamart_id, settings).catch((failure: unknown) => {
      if (!(failure instanceof PrintedRequest)) throw failure;
    });
  const { baseUrl = '' } = client.getConfig();
  const { contentType } = mimeTypes[settings.mime_type];
  const parts = [
    `curl -sS ${quoted(baseUrl + uploadPath(datamart_id, options.into ?? 'IMPORT_ID'))} -X POST -T ${quoted(source.path)}`,
    '-H "Authorization: $TRIBUTARY_TOKEN"',
    `-H ${quoted(`content-type: ${contentType}`)}`,
  ];
  printLine(parts.join(' \\\n  '));
}
