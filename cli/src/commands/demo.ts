/** `muster demo`: plays the main story, as `pnpm demo` does. */
import { runLocally } from '../local-program.ts';
import type { Given } from '../table/command.ts';

export const run = ({ args }: Given): Promise<void> => runLocally('demo', args);
