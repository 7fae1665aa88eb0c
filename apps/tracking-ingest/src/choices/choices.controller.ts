import { Controller, Query, Req } from '@nestjs/common';
import { ApiError } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import { ProcessingId } from '@tributary/contracts/tracking/user-activity';
import type { ChoicesQuery } from '@tributary/contracts/tracking/user-choice';
import { profiles } from '@tributary/contracts/endpoints/tracking-ingest/profiles.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import '@tributary/http/caller';
import { JsonText, okText, pagedText } from '@tributary/http/json-text';
import type { Page } from '@tributary/http/paged';
import { parse, parseExactly, parseOrThrow } from '@tributary/http/parse';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseJsonObject } from '../profiles/json-value.js';
import {
  ChoiceInPath,
  processingIds,
  UserPointInPath,
  type ChoicePath,
  type UserPointPath,
} from '../selectors/path-segments.js';
import { ChoicesRepository, type ChoiceRecord } from './choices.repository.js';
import { choiceText } from './choice-text.js';
import { readChoice } from './read-choice.js';

const { listUserChoices, listUserChoicesOfProcessing, listAllUserChoiceChanges, listUserChoiceChanges, putUserChoice } =
  profiles.operations;

const ProcessingPath = z.object({ processing_id: ProcessingId });

@Controller()
export class ChoicesController {
  constructor(private readonly choices: ChoicesRepository) {}

  @Serves(listUserChoices)
  @JsonText()
  async list(
    @UserPointInPath() path: UserPointPath,
    @Query(parse(listUserChoices.query)) query: ChoicesQuery,
  ): Promise<string> {
    return pageText(await this.choices.list(path, processingIds(query.processing_id ?? ''), query), query);
  }

  @Serves(listUserChoicesOfProcessing)
  @JsonText()
  async listOne(
    @ChoiceInPath() path: ChoicePath,
    @Query(parse(listUserChoicesOfProcessing.query)) page: ListQuery,
  ): Promise<string> {
    return pageText(await this.choices.list(path, path.processing_ids, page), page);
  }

  @Serves(listAllUserChoiceChanges)
  @JsonText()
  async listLog(
    @UserPointInPath() path: UserPointPath,
    @Query(parse(listAllUserChoiceChanges.query)) page: ListQuery,
  ): Promise<string> {
    return pageText(await this.choices.listLog(path, null, page), page);
  }

  @Serves(listUserChoiceChanges)
  @JsonText()
  async listLogOfOne(
    @ChoiceInPath() path: ChoicePath,
    @Query(parse(listUserChoiceChanges.query)) page: ListQuery,
  ): Promise<string> {
    return pageText(await this.choices.listLog(path, path.processing_ids, page), page);
  }

  @Serves(putUserChoice)
  @JsonText()
  async put(
    @ChoiceInPath() path: ChoicePath,
    @Req() { body: value, bodyText: text = '' }: FastifyRequest,
  ): Promise<string> {
    const { $processing_id } = parseExactly(bodyOf(putUserChoice), { text, value });
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
