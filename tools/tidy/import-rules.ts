/**
 * Who may import whom, as data. Patterns are globs on the importing file's path and on the import's
 * target: a path in the repository, or the name of a package (`node:` for the builtins).
 */

/** A package that has a home: everybody else asks the home for what it needs. */
export type Home = {
  readonly packages: readonly string[];
  readonly homes: readonly string[];
  readonly because: string;
};

export const homes: readonly Home[] = [
  {
    packages: ['@nats-io/nkeys'],
    homes: ['libs/setup/**'],
    because: 'keys of users are made by libs/setup; ask it for the public key of a file',
  },
  {
    packages: ['@nats-io/{jetstream,nats-core,services,transport-node}', 'nats'],
    homes: ['libs/service-kit/**', 'tools/**', 'e2e/harness/**'],
    because: 'only libs/service-kit speaks NATS; use its client, serve and react',
  },
  {
    packages: ['pg'],
    homes: [
      'libs/service-kit/**',
      'libs/test-kit/**',
      'services/*/src/store/**',
      'services/scheduler/src/jobs/**',
      'tools/**',
      'bench/**',
      'e2e/harness/**',
    ],
    because: 'SQL lives in src/store; take `db` as an argument and call a store function',
  },
  {
    packages: ['@opentelemetry/*'],
    homes: ['libs/service-kit/**'],
    because: 'spans are begun by the kit; use its `part`, `traced` and `within`',
  },
  {
    packages: ['fastify', 'fastify-*', '@fastify/*'],
    homes: ['services/gateway/**'],
    because: 'only the gateway speaks HTTP; everybody else answers on NATS',
  },
  {
    packages: ['bullmq'],
    homes: ['services/scheduler/**', 'tools/**'],
    because: 'only the scheduler has jobs; say an event that it can react to',
  },
  {
    packages: ['ioredis'],
    homes: ['services/scheduler/**', 'services/gateway/**', 'tools/**'],
    because: 'Redis holds the queue and the rate limits and nothing else',
  },
  {
    packages: ['undici'],
    homes: ['libs/egress/**'],
    because: 'addresses that a tenant has chosen are called through the guard of libs/egress',
  },
  {
    packages: ['vitest'],
    homes: ['**/*.test.ts', '**/test/**', 'e2e/**', 'libs/test-kit/**', '**/vitest*.ts'],
    because: 'the runner is for tests; code that runs in production may not need it',
  },
  {
    packages: ['@muster/test-kit'],
    homes: ['**/*.test.ts', '**/test/**', 'e2e/**', 'bench/**'],
    because: 'the stage is for tests; code that runs in production may not need it',
  },
];

/** A folder that may import only what is listed. `own:` stands for the folder itself. */
export type Enclosure = {
  readonly folder: string;
  readonly may: readonly string[];
  readonly testsMayAlso: readonly string[];
  readonly because: string;
};

export const enclosures: readonly Enclosure[] = [
  {
    folder: 'services/*/src/domain',
    may: ['@muster/contracts', 'own:'],
    testsMayAlso: ['vitest'],
    because: 'the domain is pure: it imports @muster/contracts and its own folder',
  },
  {
    folder: 'libs/contracts/src',
    may: ['zod', 'cron-parser', 'own:'],
    testsMayAlso: ['vitest', 'node:*'],
    because: 'contracts do no I/O: they import zod, cron-parser and each other',
  },
];

/** A folder that only some may import. */
export type Door = {
  readonly folder: string;
  readonly importers: readonly string[];
  readonly because: string;
};

export const doors: readonly Door[] = [
  {
    folder: 'services/*/src/store',
    importers: [
      'services/*/src/{operations,reactions,jobs,store}/**',
      'services/gateway/src/{auth,compose,identity}/**',
      'services/*/test/**',
    ],
    because: 'stores are for operations, reactions and jobs',
  },
];
