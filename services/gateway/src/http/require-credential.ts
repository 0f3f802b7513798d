/**
 * What the kind of a credential decides. A run ends, and with it what its token may do; a board token
 * with limits makes no credential without them.
 */
import { Refusal, type Operation } from '@muster/contracts';
import { narrows } from '../upstream/domain/token-limits.ts';
import type { Exchange } from './exchange.ts';

export function requireCredentialFor(
  { outlivesRun, changesAccount }: Operation,
  exchange: Exchange | undefined,
): void {
  const credential = exchange?.credential;
  if (outlivesRun && credential?.kind === 'run_token') throw new Refusal('run_token_refused');
  if (changesAccount && credential?.limits && narrows(credential.limits)) {
    throw new Refusal('limited_token_refused');
  }
}
