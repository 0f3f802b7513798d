/** `muster demo`: plays the main story, as `pnpm demo` does. */
import { runLocally } from '../local-program.ts';

export const run = (): Promise<void> => runLocally('demo');
