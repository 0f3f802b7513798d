import { defineConfig } from 'vitest/config';

/** Real servers, and passwords that are slow to hash, beside whatever else a machine does. */
const SERVICE_TIMEOUT_MS = 60_000;
/** A story starts processes and kills some of them; a busy machine takes its time. */
const STORY_TIMEOUT_MS = 120_000;

/** One after another and by themselves: they measure, and what they start fills the machine. */
const story = (groupOrder: number) => ({
  fileParallelism: false,
  sequence: { groupOrder },
  testTimeout: STORY_TIMEOUT_MS,
  hookTimeout: STORY_TIMEOUT_MS,
});

/** Stories of what is shown and measured: a second process of a service adds nothing to them. */
const oneIsEnough = ['canary', 'dashboard', 'explain-wake', 'monitoring', 'traces']
  .map((name) => `e2e/stories/${name}.test.ts`);

const globalSetup = ['libs/test-kit/src/global-setup.ts'];

export default defineConfig({
  test: {
    maxWorkers: 2,
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
      // Every file of these two starts servers and services of its own.
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: ['e2e/checkers/**', '**/node_modules/**'],
          provide: { replicas: 1 },
          ...story(1),
        },
      },
      {
        test: {
          name: 'e2e-replicas',
          include: ['e2e/{stories,kill}/**/*.test.ts'],
          exclude: [...oneIsEnough, '**/node_modules/**'],
          provide: { replicas: 2 },
          ...story(2),
        },
      },
    ],
  },
});
