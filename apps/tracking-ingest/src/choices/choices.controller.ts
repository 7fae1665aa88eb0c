import { Controller, Get, Put, Query, Req } from '@nestjs/common';
import { ApiError } from '@tributary/contracts/errors';
import { ListQuery } from '@tributary/contracts/list-query';
import { ProcessingId } from '@tributary/contracts/tracking/user-activity';
import { ChoicesQuery, UserChoiceInput } from '@tributary/contracts/tracking/user-choice';
import '@tributary/http/caller';
import { JsonText, okText, pagedText } from '@tributary/http/json-text';
import type { Page } from '@tributary/http/paged';
import { parse, parseExactly, parseOrThrow } from '@tributary/http/parse';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { jsonNumber, parseJsonObject, writeJson } from '../profiles/json-value.js';
import { ChoiceInPath, UserPointInPath, type ChoicePath, type UserPointPath } from '../selectors/path-segments.js';
import { ChoicesRepository, type ChoiceRecord } from './choices.repository.js';
import { readChoice } from './read-choice.js';

const ProcessingPath = z.object({ processing_id: ProcessingId });

@Controller('v1/datamarts/:datamart_id/user_points/:user_point/user_choices')
export class ChoicesController {
  constructor(private readonly choices: ChoicesRepository) {}

  @Get()
  @JsonText()
  async list(@UserPointInPath() path: UserPointPath, @Query(parse(ChoicesQuery)) query: ChoicesQuery): Promise<string> {
    return pageText(await this.choices.list(path, query.processing_id || null, query), query);
  }

  @Get(':processing')
  @JsonText()
  async listOne(@ChoiceInPath() path: ChoicePath, @Query(parse(ListQuery)) page: ListQuery): Promise<string> {
    return pageText(await this.choices.list(path, path.processing_id || null, page), page);
  }

  @Get(':processing/change_log')
  @JsonText()
  async listLog(@ChoiceInPath() path: ChoicePath, @Query(parse(ListQuery)) page: ListQuery): Promise<string> {
    parseOrThrow(ProcessingPath, path);
    return pageText(await this.choices.listLog(path, page), page);
  }

  @Put(':processing')
  @JsonText()
  async put(
    @ChoiceInPath() path: ChoicePath,
    @Req() { body: value, bodyText: text = '' }: FastifyRequest,
  ): Promise<string> {
    const { $processing_id } = parseExactly(UserChoiceInput, { text, value });
    const { processing_id } = parseOrThrow(ProcessingPath, path);
    if (($processing_id ?? processing_id) !== processing_id)
      throw new ApiError('CONSTRAINT_VIOLATION_EXCEPTION', '$processing_id: is not the one of the path');
    const now = Date.now();
    const choice = readChoice(parseJsonObject(text), { ts: String(now), received_ts: now });
    return okText(toText(await this.choices.write(path, choice, now)));
  }
}

const pageText = ({ items, total }: Page<ChoiceRecord>, page: ListQuery) =>
  pagedText({ items: items.map(toText), total }, page);

const toText = ({ processing_id, choice_ts, choice_acceptance_value, custom, creation_ts, ...more }: ChoiceRecord) =>
  writeJson({
    $processing_id: processing_id,
    $choice_ts: jsonNumber(choice_ts),
    $choice_acceptance_value: choice_acceptance_value,
    $creation_ts: jsonNumber(creation_ts),
    ...parseJsonObject(custom),
    $source: more.is_public ? 'PUBLIC' : 'TRUSTED',
    ...(more.without_effect && { $effective: false }),
  });
