import { requestFailure } from '@tributary/client/request-failure';
import { saveBlob } from '../../components/save-file.js';
import { apiUrl, tokenOfRequest } from '../../session/session.js';

/** Opens a file of an execution. Its body arrives as it is read. */
export async function openDataFile(uri: string, signal?: AbortSignal): Promise<Response> {
  const query = new URLSearchParams({ uri });
  let response: Response;
  try {
    response = await fetch(`${apiUrl}/data_file/data?${query.toString()}`, {
      headers: { authorization: (await tokenOfRequest()) ?? '' },
      ...(signal && { signal }),
    });
  } catch (error) {
    throw signal?.aborted ? error : requestFailure(error, undefined);
  }
  if (!response.ok) throw requestFailure(await response.json().catch(() => undefined), response);
  return response;
}

/** Saves a file. A link cannot send the Authorization header; the browser keeps a large Blob on the disk. */
export async function saveDataFile(uri: string, name: string): Promise<void> {
  saveBlob(name, await (await openDataFile(uri)).blob());
}
