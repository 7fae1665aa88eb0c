import type { ModuleRef } from '@nestjs/core';
import { ChannelScopes } from '@tributary/admin/processings/channel-scopes';
import type { ConsentSource } from '@tributary/gateway/consent/consent-source';
import { RefusedByChoiceRepository } from '@tributary/tracking-ingest/consent/refused-by-choice.repository';
import { SelectionPreviews } from '@tributary/tracking-ingest/consent/selection-previews';

/** In one process the gateway asks the other apps without HTTP. */
export function consentOf(apps: ModuleRef): ConsentSource {
  const of = { strict: false } as const;
  return {
    scope: (question) => apps.get(ChannelScopes, of).find(question),
    preview: (question) => apps.get(SelectionPreviews, of).preview(question, Date.now()),
    refused: (question) => apps.get(RefusedByChoiceRepository, of).list(question, Date.now()),
  };
}
