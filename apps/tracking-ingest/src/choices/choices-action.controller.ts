import { Body, Controller, Param } from '@nestjs/common';
import { type ChoicesAction, spanOf, type ChoicesUndone } from '@tributary/contracts/tracking/user-choice';
import { DatamartPath, isId } from '@tributary/contracts/values/integer-id';
import { profiles } from '@tributary/contracts/endpoints/tracking-ingest/profiles.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { parse } from '@tributary/http/parse';
import { ok, type Ok } from '@tributary/http/responses';
import { DataSource } from 'typeorm';
import { undoSomeChoices } from './undo-choices.js';

const { actOnUserChoices } = profiles.operations;

/** A request begins no further statement after this time: its client sends it again. */
const withinMs = 5_000;

@Controller()
export class ChoicesActionController {
  constructor(private readonly dataSource: DataSource) {}

  @Serves(actOnUserChoices)
  async act(
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Body(parse(bodyOf(actOnUserChoices))) { collect_key_id, message_authentication_key_id, day }: ChoicesAction,
  ): Promise<Ok<ChoicesUndone>> {
    const key_id = collect_key_id ?? message_authentication_key_id ?? '';
    if (!isId(key_id)) return ok({ undone: 0, is_complete: true });
    const key = collect_key_id == null ? ('signing_key_id' as const) : ('collect_key_id' as const);
    const now = Date.now();
    const deadline = performance.now() + withinMs;
    let undone = 0;
    do {
      const some = await undoSomeChoices(this.dataSource, { datamart_id, key, key_id, ...spanOf(day) }, now);
      undone += some.undone;
      if (some.isLast) return ok({ undone, is_complete: true });
    } while (performance.now() < deadline);
    return ok({ undone, is_complete: false });
  }
}
