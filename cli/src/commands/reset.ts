/** `muster reset`: deletes the data of the installation on this machine, as `pnpm reset` does. */
import { runLocally } from '../local-program.ts';
import type { Given } from '../table/command.ts';

export const run = ({ args }: Given): Promise<void> => runLocally('reset', args);
