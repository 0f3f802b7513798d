import { Refusal } from '@muster/contracts';
import type { Logger } from '../telemetry/logger.ts';

/**
 * A refusal that nobody awaits is the answer to one request, and a process serves all companies: it is logged as the
 * fault of the code that it is, and ends nothing. Any other error that nobody awaits ends the process, whose state is
 * not known.
 */
export function logUnawaitedRefusals(log: Pick<Logger, 'error'>): void {
  process.on('unhandledRejection', (error) => {
    if (!(error instanceof Refusal)) throw error;
    log.error({ err: error }, 'a refusal was awaited by nobody');
  });
}
