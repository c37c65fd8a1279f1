import { connectionProblem, refusedBy } from './call.ts';
import type { CallProblem } from './problem.ts';
import { saveFile } from './save-file.ts';

/** A file may take the server a while; a phone's connection too. */
const timeoutMs = 60_000;

/** Fetches a file of the API and saves it under the server's file name. Null on success. */
export async function downloadFile(address: string): Promise<CallProblem | null> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, { credentials: 'same-origin', cache: 'no-store', signal: timeout });
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok) return refusedBy(type.includes('json') ? await response.json() : null, response.status);
    const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file';
    saveFile({ content: await response.blob(), type, name });
    return null;
  } catch {
    return connectionProblem({ callerSignal: undefined, timeout });
  }
}
