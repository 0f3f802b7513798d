#!/usr/bin/env node
/** `muster`: the command line. */
import { enableCompileCache } from 'node:module';

enableCompileCache();
// `muster issue list | head` reads no further.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});
const { run } = await import('./run.ts');
const code = await run(process.argv.slice(2));
if (code !== 0) process.exitCode = code;
