import type { PipeTransform } from '@nestjs/common';
import { isChannelId } from '@tributary/contracts/admin/channel';
import { notFound } from '@tributary/contracts/errors';

/** Pipe for a path parameter with the id of a channel. What cannot be one is not found. */
export const channelId: PipeTransform<string, string> = {
  transform: (text) => {
    if (!isChannelId(text)) throw notFound();
    return text;
  },
};
