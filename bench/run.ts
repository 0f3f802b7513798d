/** `pnpm bench`: how fast and how dear the system is, measured on a stack of its own. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { becomesQuiet, cpuOf, cpuShare, memoryOf } from '@muster/local/machine';
import { freePort } from '@muster/local-servers';
import { removeDataFolder, startStack, type Stack } from '@muster/local/stack';
import { openHeartbeats } from './heartbeats.ts';
import { measureRounds } from './measure.ts';
import { readOptions, type Options } from './options.ts';
import { keepPage } from './page.ts';
import { entryOf, openProfiler } from './profile.ts';
import { openYardstick } from './raw/yardstick.ts';
import { render, type Findings, type Rest } from './report.ts';
import { RAW_ROWS } from './rows.ts';
import { httpScenarios } from './scenarios.ts';
import { seedCompanies } from './seed.ts';

/** More than a window can claim on any machine of today; it ends early where this is wrong. */
const CLAIMS_PER_CLIENT_SECOND = 75;
const SIZE = { companies: 16, clientsPerCompany: 2, agentsPerClient: 1 };
const REST_MS = 10_000;
const HEALTH_TIMEOUT_MS = 30_000;

const options = readOptions();
const dataDir = mkdtempSync(join(tmpdir(), 'muster-bench-'));
const print = (line: string): void => void process.stderr.write(`${line}\n`);

/** Counted like everywhere, and never reached. */
const WIDE_LIMITS = {
  RATE_LIMIT_PER_SECOND: '1000000',
  RATE_LIMIT_BURST: '1000000',
  COMPANY_RATE_LIMIT_PER_SECOND: '1000000',
  COMPANY_RATE_LIMIT_BURST: '1000000',
};

async function start(): Promise<{ stack: Stack; seconds: number }> {
  const startedAt = performance.now();
  const stack = await startStack({
    dataDir,
    port: await freePort(),
    log: print,
    workFolders: () => [tmpdir()],
    serviceEntry: entryOf(options.profile),
    settings: WIDE_LIMITS,
  });
  const reply = await fetch(`${stack.baseUrl}/api/health`, {
    signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
  });
  if (reply.status !== 200) throw new Error(`/api/health answered ${reply.status}`);
  return { stack, seconds: (performance.now() - startedAt) / 1_000 };
}

async function rest(stack: Stack, name: string): Promise<Rest> {
  const read = () => cpuOf(stack.pids);
  await becomesQuiet(read);
  const share = await cpuShare(read, REST_MS);
  return { name, memory: memoryOf(stack.pids), cpuShare: share };
}

async function collect({ seconds, rounds, profile, rows }: Options): Promise<Findings> {
  const cold = await start();
  await cold.stack.stop();
  const { stack, seconds: warmSeconds } = await start();
  try {
    const idle = await rest(stack, 'after the start');
    const issuesPerClient = Math.ceil(seconds * CLAIMS_PER_CLIENT_SECOND);
    const seed = await seedCompanies(stack, { ...SIZE, issuesPerClient });
    print(`${seed.clients.length} clients with ${issuesPerClient} issues each`);
    const raw = await openYardstick(
      stack,
      seed,
      RAW_ROWS.filter((row) => rows.includes(row)),
    );
    const heartbeats = await openHeartbeats(stack);
    const measured = await measureRounds({
      stack,
      pids: () => [...stack.pids(), ...raw.pids()],
      rounds,
      seconds,
      print,
      scenarios: [...httpScenarios(seed), ...heartbeats.scenarios, ...raw.scenarios].filter(
        ({ name }) => rows.includes(name),
      ),
      profiler: profile === undefined ? undefined : openProfiler(stack, profile),
    });
    await raw.close();
    heartbeats.close();
    seed.close();
    return {
      measured,
      rests: [idle, await rest(stack, 'after the load')],
      starts: { coldSeconds: cold.seconds, warmSeconds },
      setting:
        `${seed.clients.length} connections over ${SIZE.companies} companies, ` +
        `${rounds} rounds of ${seconds} s for each scenario, interleaved, after one round to warm up. Rates and ` +
        'ratios are medians of the rounds.',
    };
  } finally {
    await stack.stop();
  }
}

try {
  const page = render(await collect(options));
  console.log(page);
  if (options.resultName !== undefined) {
    print(`Written to ${keepPage(options.resultName, page)}.`);
  }
} finally {
  await removeDataFolder(dataDir);
}
