import type { ServerResponse } from 'node:http';

/** Aborts when the client closes its connection before it was answered, or if it has already done so. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const disconnected = new AbortController();
  const close = (): void => {
    if (!response.writableFinished) disconnected.abort();
  };
  if (response.destroyed) close();
  else response.once('close', close);
  return disconnected.signal;
}
