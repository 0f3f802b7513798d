import { defineConfig } from 'vitest/config';

/** Real servers and slow password hashes, on a machine that may be busy. */
const SERVICE_TIMEOUT_MS = 60_000;
/** A busy machine may need seconds for what is polled; a test of a time limit names its own. */
const POLL = { poll: { timeout: 20_000 } };
/** A story starts and kills processes, which takes its time on a busy machine. */
const STORY_TIMEOUT_MS = 120_000;

/** A group of stories, which starts when the previous group has ended. */
const stories = (
  groupOrder: number,
  { atOnce, replicas }: { atOnce: number; replicas: number },
) => ({
  maxWorkers: atOnce,
  sequence: { groupOrder },
  testTimeout: STORY_TIMEOUT_MS,
  hookTimeout: STORY_TIMEOUT_MS,
  expect: POLL,
  provide: { replicas },
  globalSetup: ['e2e/world/shared-stack.ts'],
});

/** Tests that measure or need the whole machine: one file at a time, and nothing else. */
const alone = [
  'e2e/{chaos,fuzz,heartbeats,package}/**/*.test.ts',
  'e2e/money/model.test.ts',
  'e2e/stories/{feed,half-dollar,identity,monitoring}.test.ts',
];
/** Tests of what can go wrong between two processes of a service; each of these kills or measures. */
const betweenTwo = [
  'e2e/kill/services.test.ts',
  'e2e/stories/{heartbeats,race,read-your-writes}.test.ts',
];
/** Other stories that two processes of a service can break, because their state may differ. */
const withTwo = ['e2e/stories/{hires,main-job,pages,remote-agent,budget-restored,storm}.test.ts'];

/** Tests of programs of others: `pnpm proof` runs them, and `pnpm test` only the work of two coding agents. */
const ofPrograms = ['e2e/programs/!(work).test.ts'];
const excluded = [
  '**/node_modules/**',
  ...(process.env['TEST_LENGTH'] === 'full' ? [] : ofPrograms),
];

/** Tests of services wait half of the time: one worker more than there are cores. */
const WORKERS = 3;

const globalSetup = ['libs/test-kit/src/global-setup.ts'];

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          name: 'domain',
          // Files share the process of their worker, which loads what they import once: half of the time.
          // Pure code keeps no state, and what a file sets in its process, it takes back.
          isolate: false,
          testTimeout: SERVICE_TIMEOUT_MS,
          hookTimeout: SERVICE_TIMEOUT_MS,
          expect: POLL,
          include: [
            'libs/*/src/**/*.test.ts',
            'services/*/src/**/*.test.ts',
            'runner/src/**/*.test.ts',
            'board/src/**/*.test.ts',
            'examples/**/*.test.ts',
            'libs/contracts/test/**/*.test.ts',
            'tools/**/*.test.ts',
            'local/**/*.test.ts',
            'cli/src/**/*.test.ts',
            'bench/**/*.test.ts',
            'e2e/{checkers,faults}/**/*.test.ts',
            'deploy/test/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'service',
          include: [
            'services/*/test/**/*.test.ts',
            'runner/test/**/*.test.ts',
            'libs/service-kit/test/**/*.test.ts',
            'libs/test-kit/test/**/*.test.ts',
          ],
          exclude: excluded,
          globalSetup,
          testTimeout: SERVICE_TIMEOUT_MS,
          hookTimeout: SERVICE_TIMEOUT_MS,
          expect: POLL,
        },
      },
      // Every file in these groups starts its own servers and services, or shares a stack.
      {
        test: {
          name: 'e2e-alone',
          include: alone,
          ...stories(1, { atOnce: 1, replicas: 1 }),
        },
      },
      {
        test: {
          name: 'e2e-between-two',
          include: betweenTwo,
          ...stories(2, { atOnce: 1, replicas: 2 }),
        },
      },
      {
        test: {
          name: 'e2e-with-two',
          include: withTwo,
          ...stories(3, { atOnce: 2, replicas: 2 }),
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: ['e2e/{checkers,faults}/**', ...alone, ...betweenTwo, ...withTwo, ...excluded],
          ...stories(4, { atOnce: 2, replicas: 1 }),
        },
      },
    ],
  },
});
