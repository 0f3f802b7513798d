/**
 * Loads these modules, `node local/stack/steps/fill-compile-cache.ts FILE…`, so that what Node makes of
 * them is in its compile cache. They only load: none of them starts anything.
 */
import { pathToFileURL } from 'node:url';

const [, , ...files] = process.argv;
for (const file of files) await import(pathToFileURL(file).href);
