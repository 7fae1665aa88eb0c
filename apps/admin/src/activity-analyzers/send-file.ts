import type { FastifyReply } from 'fastify';
import type { StoredFile } from './configuration-files.repository.js';

/** As an attachment: a browser must not run what an editor has uploaded, in the origin of the API. */
export const sendFile = (reply: FastifyReply, { content_type, content }: StoredFile) =>
  reply.header('content-disposition', 'attachment').header('content-type', content_type).send(content);
