import { Failure } from '../output/failures.js';
import { say, warn } from '../output/status-messages.js';
import { isReadableByOthers, readJsonFile, writePrivateFile } from '../files/private-file.js';

/** The values that `login` and `use` save. */
export interface SavedSession {
  url: string;
  token: string;
  user_id: string;
  datamart_id?: string;
  organisation_id?: string;
}

export function readSavedSession(file: string): SavedSession | undefined {
  const saved = readJsonFile(file, (problem) => {
    throw new Failure(problem, 'Delete it, and log in again.');
  });
  if (saved === undefined || typeof saved.url !== 'string' || typeof saved.token !== 'string') return undefined;
  if (isReadableByOthers(file)) warn(`other users can read the token in ${file}. Run: chmod 600 ${file}`);
  const text = (name: string) => (typeof saved[name] === 'string' ? { [name]: saved[name] } : {});
  return {
    url: saved.url,
    token: saved.token,
    user_id: '',
    ...text('user_id'),
    ...text('datamart_id'),
    ...text('organisation_id'),
  };
}

export function saveSession(file: string, session: SavedSession): void {
  writePrivateFile(file, session);
  say(`Saved in ${file}, which only you can read.`);
}
