import type { ModuleRef } from '@nestjs/core';
import { WaitingTracesRepository } from '@tributary/activity-analysis/traces/waiting-traces.repository';
import { FactStore } from '@tributary/analytics/facts/fact.store';
import type { TraceSource } from '@tributary/gateway/traces/trace-source';
import { LeftOutRepository } from '@tributary/tracking-ingest/left-out/left-out.repository';
import { TracesRepository } from '@tributary/tracking-ingest/traces/traces.repository';

/** In one process the gateway asks the other apps without HTTP. */
export function tracesOf(apps: ModuleRef): TraceSource {
  const of = { strict: false } as const;
  return {
    ended: async ({ datamart_id, activity_id }) =>
      (await apps.get(TracesRepository, of).find(datamart_id, activity_id, Date.now())) ?? null,
    waiting: async (question) => (await apps.get(WaitingTracesRepository, of).find(question)) ?? null,
    watermark: (datamart_id) =>
      apps
        .get(FactStore, of)
        .watermark(datamart_id)
        .catch(() => undefined),
    leftOut: (question) => apps.get(LeftOutRepository, of).read(question, Date.now()),
  };
}
