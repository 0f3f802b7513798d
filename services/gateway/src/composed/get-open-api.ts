/**
 * The OpenAPI document, rendered on its first request: it is long and most processes never serve
 * it.
 */
import { composed, contracts } from '@muster/contracts';
import { VERSION } from '@muster/service-kit';
import type { ComposedCall } from '../upstream/composed-call.ts';

export function getOpenApi(): ComposedCall {
  let document: Promise<Buffer> | undefined;
  return async () => {
    document ??= import('@muster/contracts/openapi').then(({ openApi }) =>
      Buffer.from(JSON.stringify(openApi({ version: VERSION, contracts, composed }))),
    );
    return { body: await document, headers: { 'cache-control': 'no-cache' } };
  };
}
