/** A run ends, and with it what its token may do; a key is given for longer. */
import { Refusal, type Operation } from '@muster/contracts';
import type { Exchange } from './exchange.ts';

export function requireKey({ outlivesRun }: Operation, exchange: Exchange | undefined): void {
  if (outlivesRun && exchange?.credential?.kind === 'run_token') {
    throw new Refusal('run_token_refused');
  }
}
