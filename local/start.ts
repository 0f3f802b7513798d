/** `pnpm start`: runs the whole system on this machine. */
import { launch } from './stack/launch.ts';

await launch();
