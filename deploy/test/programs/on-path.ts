/** Programs that are not everywhere. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the program is installed, if it is. */
export const onPath = (program: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(':')
    .map((path) => join(path, program))
    .find((path) => existsSync(path));
