/** What the sign-in library is told of a request: nothing that it need not know. */

/** Set here and nowhere else: a client's header of this name is not passed on. */
export const ADDRESS_HEADER = 'x-muster-address';

export interface From {
  readonly cookie: string | undefined;
  readonly address: string;
  readonly userAgent: string | undefined;
}

export function libraryHeaders({ cookie, address, userAgent }: From): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: address });
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (userAgent !== undefined) headers.set('user-agent', userAgent.slice(0, 300));
  return headers;
}
