import { defineConfig } from 'vitest/config';

/** Real servers, and passwords that are slow to hash, beside whatever else a machine does. */
const SERVICE_TIMEOUT_MS = 60_000;
/** A story starts processes and kills some of them; a busy machine takes its time. */
const STORY_TIMEOUT_MS = 120_000;

/** A group of stories, which begins when the one before it has ended. */
const stories = (
  groupOrder: number,
  { atOnce, replicas }: { atOnce: number; replicas: number },
) => ({
  maxWorkers: atOnce,
  sequence: { groupOrder },
  testTimeout: STORY_TIMEOUT_MS,
  hookTimeout: STORY_TIMEOUT_MS,
  provide: { replicas },
  globalSetup: ['e2e/harness/common-stack.ts'],
});

/** They measure, or fill the machine: one after another, and nothing beside them. */
const alone = [
  'e2e/{chaos,fuzz,heartbeats}/**/*.test.ts',
  'e2e/money/model.test.ts',
  'e2e/stories/{feed,half-dollar,identity,monitoring}.test.ts',
];
/** What can go wrong only between two processes of a service; each of these kills or measures. */
const betweenTwo = [
  'e2e/kill/services.test.ts',
  'e2e/stories/{heartbeats,race,read-your-writes}.test.ts',
];
/** The rest of a story in which two processes may differ: who has what, and who has heard of it. */
const withTwo = [
  'e2e/stories/{hires,main-job,pages,remote-agent,room-again,storm}.test.ts',
];

/** Tests of services wait for their clocks half of the time: one more than there are cores. */
const WORKERS = 3;

const globalSetup = ['libs/test-kit/src/global-setup.ts'];

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          name: 'domain',
          testTimeout: SERVICE_TIMEOUT_MS,
          include: [
            'libs/*/src/**/*.test.ts',
            'services/*/src/**/*.test.ts',
            'examples/**/*.test.ts',
            'libs/contracts/test/**/*.test.ts',
            'tools/**/*.test.ts',
            'e2e/checkers/**/*.test.ts',
            'deploy/test/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'service',
          include: [
            'services/*/test/**/*.test.ts',
            'libs/service-kit/test/**/*.test.ts',
            'libs/test-kit/test/**/*.test.ts',
          ],
          globalSetup,
          testTimeout: SERVICE_TIMEOUT_MS,
          hookTimeout: SERVICE_TIMEOUT_MS,
        },
      },
      // Every file of these starts servers and services of its own.
      {
        test: {
          name: 'e2e-alone', include: alone, ...stories(1, { atOnce: 1, replicas: 1 }),
        },
      },
      {
        test: {
          name: 'e2e-between-two', include: betweenTwo, ...stories(2, { atOnce: 1, replicas: 2 }),
        },
      },
      {
        test: {
          name: 'e2e-with-two', include: withTwo, ...stories(3, { atOnce: 2, replicas: 2 }),
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: [
            'e2e/checkers/**', ...alone, ...betweenTwo, ...withTwo, '**/node_modules/**',
          ],
          ...stories(4, { atOnce: 2, replicas: 1 }),
        },
      },
    ],
  },
});
