/** The bytes of files, which are no JSON. */
import { credentialHeaders } from './call.ts';
import { noAnswer, problemOf } from './problem.ts';

async function exchange(path: string, options: RequestInit): Promise<Response> {
  const response = await fetch(path, { credentials: 'same-origin', ...options }).catch(() => {
    throw noAnswer();
  });
  if (!response.ok) throw await problemOf(response);
  return response;
}

export async function sendFile(issueId: string, file: File): Promise<void> {
  const query = new URLSearchParams({ name: file.name, ...(file.type ? { type: file.type } : {}) });
  await exchange(`/api/issues/${issueId}/files?${query}`, {
    method: 'POST',
    headers: {
      ...credentialHeaders(),
      'content-type': 'application/octet-stream',
      'idempotency-key': crypto.randomUUID(),
    },
    body: file,
  });
}

/** Its first bytes as text, whatever they are. */
export async function readText(
  fileId: string,
  bytes: number,
  signal: AbortSignal,
): Promise<string> {
  const headers = { ...credentialHeaders(), range: `bytes=0-${bytes - 1}` };
  const response = await exchange(`/api/files/${fileId}/content`, { headers, signal });
  return new TextDecoder().decode(await response.arrayBuffer());
}

/** As a data URL of this type, whatever the bytes are. */
export async function readPicture(
  fileId: string,
  type: string,
  signal: AbortSignal,
): Promise<string> {
  const headers = credentialHeaders();
  const response = await exchange(`/api/files/${fileId}/content`, { headers, signal });
  const bytes = new Blob([await response.arrayBuffer()], { type });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve(reader.result as string));
  reader.addEventListener('error', () => reject(noAnswer()));
  reader.readAsDataURL(bytes);
  return promise;
}
