/** The process of a runner: starts it, and stops it in order on SIGTERM. */
import { flushCompileCache } from 'node:module';
import { RunnerKeyError } from '@muster/runner-protocol';
import { compactAtRest, ConfigError, readConfig, stopOnSignal } from '@muster/service-kit/program';
import { runnerConfig } from './config.ts';
import { IsolationUnavailable } from './isolation/isolation.ts';
import { startRunner } from './start-runner.ts';

/** Exit code of `sysexits.h` for a configuration error. */
const EXIT_CONFIG = 78;

async function run(): Promise<void> {
  try {
    const runner = await startRunner(readConfig(runnerConfig));
    // Written now, since a killed process writes no cache: the next start is fast all the same.
    flushCompileCache();
    compactAtRest();
    stopOnSignal(runner.stop);
  } catch (error) {
    const known = [ConfigError, RunnerKeyError, IsolationUnavailable].some(
      (kind) => error instanceof kind,
    );
    process.stderr.write(`${known ? (error as Error).message : (error as Error).stack}\n`);
    process.exit(known ? EXIT_CONFIG : 1);
  }
}

await run();
