/** Keeps what Node compiles of a test's programs: each start would strip the types of their files anew. */
import { join } from 'node:path';

/** Value of NODE_COMPILE_CACHE; the local stack keeps its own there, too. */
export const COMPILE_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/muster');

const enable = `import { enableCompileCache } from 'node:module';
enableCompileCache(${JSON.stringify(COMPILE_CACHE)});`;

/** The same as flags, for the program of an agent, which gets no variable of Node. */
export const WITH_COMPILE_CACHE: readonly string[] = [
  '--import',
  `data:text/javascript,${encodeURIComponent(enable)}`,
];
