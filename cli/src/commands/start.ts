/** `muster start`: runs the system on this machine, as `pnpm start` does. */
import { runLocally } from '../local-program.ts';

export const run = (): Promise<void> => runLocally('start');
