import { setTimeout as pause } from 'node:timers/promises';
import { Controller, Param } from '@nestjs/common';
import { existing, notFound } from '@tributary/contracts/errors';
import type { ActivityTrace, TraceQuestion } from '@tributary/contracts/traces/activity-trace';
import { IntegerId } from '@tributary/contracts/values/integer-id';
import { traces } from '@tributary/contracts/endpoints/tracking-ingest/activity-outcomes.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { parse } from '@tributary/http/parse';
import { ok, type Ok } from '@tributary/http/responses';
import { z } from 'zod';
import { TraceSource } from './trace-source.js';
import { withReported } from './with-reported.js';

const { getUserActivityTrace } = traces.operations;

/** An activity that leaves its analyzers is on its way to tracking-ingest for this long, in the mean of busy processes. */
const handOverMs = 300;

@Controller()
export class ActivityTracesController {
  constructor(private readonly source: TraceSource) {}

  @Serves(getUserActivityTrace)
  async trace(
    @Param('datamart_id', parse(IntegerId)) datamart_id: string,
    @Param('activity_id') id: string,
  ): Promise<Ok<ActivityTrace>> {
    const activity_id = id.toLowerCase();
    if (!z.guid().safeParse(activity_id).success) throw notFound();
    const trace = existing(await this.find({ datamart_id, activity_id }));
    const isStored = trace.steps.some(({ step }) => step === 'STORED');
    return ok(isStored ? withReported(trace, await this.source.watermark(datamart_id)) : trace);
  }

  private async find(question: TraceQuestion): Promise<ActivityTrace | null> {
    const known = (await this.source.ended(question)) ?? (await this.source.waiting(question));
    if (known) return known;
    await pause(handOverMs);
    return this.source.ended(question);
  }
}
