/** Headers passed to the sign-in library: only those that it needs. */

/** Set by the gateway only: a client's header of this name is not passed on. */
export const ADDRESS_HEADER = 'x-muster-address';

export interface RequestOrigin {
  readonly cookie: string | undefined;
  readonly address: string;
  readonly userAgent: string | undefined;
}

export function libraryHeaders({ cookie, address, userAgent }: RequestOrigin): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: address });
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (userAgent !== undefined) headers.set('user-agent', userAgent.slice(0, 300));
  return headers;
}
