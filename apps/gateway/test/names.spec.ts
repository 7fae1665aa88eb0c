import { describe, expect, it } from '@jest/globals';
import { Name, PartTitle, Title } from '@tributary/contracts/values/name';
import { nullAsAbsent } from '@tributary/contracts/values/null-as-absent';
import { z } from 'zod';
import { routes } from '../src/routes.js';
import { freeTexts } from './free-texts.js';

/** Their bodies are data of clients, or names of what a report has. */
const ofClients = new Set(['Tracking', 'Profiles and choices', 'Analytics reports']);

/** Bodies of operations that give names, by operation. */
const bodies = routes
  .filter(({ tag }) => !ofClients.has(tag))
  .flatMap(({ operationId, body }) => {
    const schema = body?.['application/json']?.schema;
    return schema ? [[operationId, schema] as const] : [];
  });

/** Texts that people see as the description of something, or that an engine outside reads. */
const described = [
  'description',
  'event_types[].description',
  'location',
  'purpose',
  'short_description',
  'working_schema_name',
];
const credentials = [
  'client_email',
  'database',
  'password',
  'private_key',
  'role',
  'ssl.ca',
  'user',
  'username',
  'warehouse',
];
/** They find what is there, or repeat it. A compartment, the id of a channel or an event may be there before it is registered. */
const references = [
  'artifact_id',
  'builder_ids[]',
  'channel_id',
  'compartment_id',
  'dashboard_content_id',
  'data_warehouse_id',
  'datamart_id',
  'event_types[].name',
  'group_id',
  'id',
  'organisation_id',
  'plugin_version_id',
  'processing_id',
  'sections[].cards[].charts[].chart_id',
  'segment_ids[]',
  'selections[].visit_analyzer_model_id',
  'version_id',
  'version_value',
  'visit_analyzer_model_id',
  'visit_analyzer_plugin_id',
];
/** The report that a user saves has names of what a report has, as its request does. */
const ofSavedReport = /^report\./;
/** In all other bodies, these are names. */
const referencesOfAnalyzers = ['artifact_id', 'group_id', 'version_id'];

describe('every name in a body', () => {
  it.each(bodies)(
    'of %s refuses control characters, overrides of direction and invisible texts',
    (operationId, schema) => {
      const isOfAnalyzer = /(ActivityAnalyzer|VisitAnalyzerModel)$/.test(operationId);
      const allowed = new Set([...described, ...credentials, ...references]);
      if (!isOfAnalyzer) for (const field of referencesOfAnalyzers) allowed.delete(field);
      const names = freeTexts(schema).filter((field) => !ofSavedReport.test(field));
      expect(names.filter((field) => !allowed.has(field))).toEqual([]);
    },
  );

  it('is looked for in every part of a schema (control)', () => {
    const text = z.string().min(1).max(255);
    const schema = z.object({
      name: text,
      list: z.array(z.looseObject({ title: nullAsAbsent(text) })),
      either: z.union([z.object({ label: text }), z.int()]),
      kinds: z.discriminatedUnion('kind', [z.object({ kind: z.literal('A'), alias: text.default('x') })]),
      trimmed: text.transform((value) => value.slice(0, 10)),
      labels: z.record(z.string(), text),
      good: z.object({ name: Name, title: nullAsAbsent(Title), part: PartTitle.nullish(), code: z.enum(['A']) }),
    });
    expect(freeTexts(schema)).toEqual(['name', 'list[].title', 'either.label', 'kinds.alias', 'trimmed', 'labels{}']);
  });

  it('is among the fields that are looked at (control)', () => {
    expect(bodies.length).toBeGreaterThan(30);
    const [, organisation] = bodies.find(([operationId]) => operationId === 'createOrganisation') ?? [];
    expect(organisation?.safeParse({ name: 'A', technical_name: 'a', community_id: '1' })).toMatchObject({
      success: true,
    });
    expect(organisation?.safeParse({ name: 'A\u202e', technical_name: 'a', community_id: '1' })).toMatchObject({
      error: { issues: [{ path: ['name'] }] },
    });
  });
});
