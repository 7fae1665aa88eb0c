import { jsonNumber, parseJsonObject, writeJson } from '../profiles/json-value.js';
import type { ChoiceRecord } from './choices.repository.js';

/** JSON text of a choice, or of one write of it. */
export const choiceText = ({
  processing_id,
  choice_ts,
  choice_acceptance_value,
  custom,
  creation_ts,
  ...more
}: ChoiceRecord) =>
  writeJson({
    $processing_id: processing_id,
    $choice_ts: jsonNumber(choice_ts),
    $choice_acceptance_value: choice_acceptance_value,
    $creation_ts: jsonNumber(creation_ts),
    ...parseJsonObject(custom),
    $source: more.is_public ? 'PUBLIC' : 'TRUSTED',
    ...(more.without_effect && { $effective: false }),
    ...(more.undone_ts && { $undone_ts: jsonNumber(more.undone_ts) }),
  });
