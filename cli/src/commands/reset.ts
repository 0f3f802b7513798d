/** `muster reset`: deletes the data of the installation on this machine, as `pnpm reset` does. */
import { runLocally } from '../local-program.ts';

export const run = (): Promise<void> => runLocally('reset');
