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
import { parseJsonObject } from '../profiles/json-value.js';
import { ChoiceInPath, UserPointInPath, type ChoicePath, type UserPointPath } from '../selectors/path-segments.js';
import { ChoicesRepository, type ChoiceRecord } from './choices.repository.js';
import { choiceText } from './choice-text.js';
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

  @Get('change_log')
  @JsonText()
  async listLog(@UserPointInPath() path: UserPointPath, @Query(parse(ListQuery)) page: ListQuery): Promise<string> {
    return pageText(await this.choices.listLog(path, null, page), page);
  }

  @Get(':processing/change_log')
  @JsonText()
  async listLogOfOne(@ChoiceInPath() path: ChoicePath, @Query(parse(ListQuery)) page: ListQuery): Promise<string> {
    return pageText(await this.choices.listLog(path, path.processing_id || null, page), page);
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
    return okText(choiceText(await this.choices.write(path, choice, now)));
  }
}

const pageText = ({ items, total }: Page<ChoiceRecord>, page: ListQuery) =>
  pagedText({ items: items.map(choiceText), total }, page);
