/** `muster start`: runs the system on this machine, as `pnpm start` does. */
import { runLocally } from '../local-program.ts';
import type { Given } from '../table/command.ts';

export const run = ({ args }: Given): Promise<void> => runLocally('start', args);
