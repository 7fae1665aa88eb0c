// The files that imports.mjs uploads, generated in pieces while they are sent.
import { activityBody } from './activity-body.mjs';

const linesPerPiece = 1_000;
const users = 100_000;
/** More than a file has. */
const peopleOfFile = 100_000_000;
const pad = (number, width) => String(number).padStart(width, '0');

function* pieces(lines, line) {
  for (let from = 0; from < lines; from += linesPerPiece) {
    let piece = '';
    for (let at = from; at < Math.min(from + linesPerPiece, lines); at++) piece += line(at);
    yield Buffer.from(piece);
  }
}

export const kinds = {
  activities: {
    document_type: 'USER_ACTIVITY',
    mime_type: 'APPLICATION_X_NDJSON',
    content_type: 'application/x-ndjson',
    /** @param people so many that no earlier file has named; without it, of people that all files share */
    file: (file, lines, people) =>
      pieces(lines, () => `${people ? activityBody(people, undefined, file * peopleOfFile) : activityBody(users)}\n`),
  },
  segments: {
    document_type: 'USER_SEGMENT',
    mime_type: 'TEXT_CSV',
    content_type: 'text/csv',
    /** One segment after the other, of people that no earlier file has named. */
    *file(file, lines, people = Math.ceil(lines / 10)) {
      yield Buffer.from('operation,user_agent_id,segment_id,expiration_duration\n');
      yield* pieces(
        lines,
        (at) => `UPDATE,web:${file}:${pad(1 + (at % people), 12)},${1000 + Math.floor(at / people)},43200\n`,
      );
    },
  },
  /** One segment, without expiration. */
  segment: {
    document_type: 'USER_SEGMENT',
    mime_type: 'TEXT_CSV',
    content_type: 'text/csv',
    *file(_file, lines) {
      yield Buffer.from('operation,user_agent_id,segment_id,expiration_duration\n');
      yield* pieces(lines, (at) => `UPDATE,member-${at},1000,0\n`);
    },
  },
};
