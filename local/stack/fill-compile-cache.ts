/**
 * The first start of a checkout finds no compile cache. Each process would then strip the types of the
 * files that all share, and keep the compiler in memory, 16 MB, as long as it runs. So one step fills
 * the cache while the servers start.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCache } from './environment.ts';
import { runStep, type StepOptions } from './run-step.ts';
import { SERVICES } from './service-names.ts';

/** The programs of the stack, which start nothing when they are loaded as modules. */
const PROGRAMS: readonly string[] = [
  'services/setup/src/main.ts',
  'runner/src/main.ts',
  ...SERVICES.map((service) => `services/${service}/src/main.ts`),
].map((file) => fileURLToPath(new URL(`../../${file}`, import.meta.url)));

/** Once for each checkout and version of Node: files that change later cost only themselves. */
export async function fillCompileCache(options: StepOptions): Promise<void> {
  const cache = compileCache(options.dataDir);
  const filled = join(cache, `filled-by-${process.version}`);
  if (existsSync(filled)) return;
  await runStep('fill-compile-cache', PROGRAMS, options);
  mkdirSync(cache, { recursive: true });
  writeFileSync(filled, '');
}
