/** The reads that the gateway puts together itself, by the names of their contract. */
import { contracts, composed, type Actor } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import { readHealth } from './get-health.ts';
import { readCompanyActivity } from './list-company-activity.ts';

export interface ReadCall {
  readonly actor: Actor;
  readonly requestId: string;
  readonly traceparent: string;
}

export interface ComposedAnswer {
  readonly body: Buffer | string;
  readonly nextCursor?: string | undefined;
}

export type ComposedRead = (
  input: Record<string, unknown>,
  call: ReadCall,
) => Promise<ComposedAnswer>;

const VERSION = '0.1.0';

export const composedReads = (
  runtime: Runtime,
): Readonly<Record<keyof typeof composed, ComposedRead>> => ({
  getHealth: readHealth(runtime.rpc),
  getOpenApi: readOpenApi(),
  listCompanyActivity: readCompanyActivity(runtime.rpc),
});

/** Written on the first request; the document is long and most processes never show it. */
function readOpenApi(): ComposedRead {
  let document: Promise<Buffer> | undefined;
  return async () => {
    document ??= import('@muster/contracts/openapi').then(({ openApi }) =>
      Buffer.from(JSON.stringify(openApi({ version: VERSION, contracts, composed }))));
    return { body: await document };
  };
}
