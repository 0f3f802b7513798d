/** What the floors cannot say: circles, packages with one home, and folders that stay pure. */
import type { IForbiddenRuleType } from 'dependency-cruiser';
import { buildings, floorRules } from './floors.ts';

const tests = [String.raw`\.test\.ts$`, '/test/'];

/** A package that one place uses for all others. Names are regular expressions. */
interface Home {
  readonly packages: string;
  readonly homes: readonly string[];
  readonly because: string;
}

const homes: readonly Home[] = [
  {
    packages: '@nats-io/nkeys',
    homes: ['^services/setup/'],
    because: 'services/setup makes the keys of NATS users; ask it for the public key of a file',
  },
  {
    packages: '@nats-io/(jetstream|nats-core|services|transport-node)|nats',
    homes: ['^libs/service-kit/', '^e2e/least-privilege/'],
    because: 'only the kit speaks NATS; use its client, handlers and reactions',
  },
  {
    packages: 'pg',
    homes: [
      '^libs/(service-kit|test-kit)/',
      '^services/[^/]+/src/store/',
      '^services/gateway/src/[^/]+/store/',
      '^services/scheduler/src/queue/',
      '^(bench|e2e)/',
    ],
    because: 'SQL lives in store/; take `db` as an argument and call a store function',
  },
  {
    packages: '@modelcontextprotocol/(server|core)',
    homes: ['^services/gateway/src/mcp/'],
    because: 'only the gateway serves the protocol; a tool is a file of its folder',
  },
  {
    packages: '@opentelemetry/.*',
    homes: ['^libs/service-kit/'],
    because: 'the kit begins spans; use its telemetry',
  },
  {
    packages: 'fastify|fastify-.*|@fastify/.*',
    homes: ['^services/gateway/'],
    because: 'only the gateway speaks HTTP; services answer on NATS',
  },
  {
    packages: 'bullmq',
    homes: ['^services/scheduler/'],
    because: 'only the scheduler has jobs; emit an event that it can react to',
  },
  {
    packages: 'ioredis',
    homes: ['^services/(scheduler|gateway)/'],
    because: 'Redis holds the queue and the rate limits and nothing else',
  },
  {
    packages: 'undici',
    homes: ['^libs/egress/'],
    because: 'libs/egress guards requests to addresses that a tenant has chosen',
  },
  {
    packages:
      '@fontsource-variable/.*|@tanstack/.*|@vitejs/.*|d3-.*|diff|fflate|lucide-react|react|react-dom|react-markdown|rehype-.*|remark-.*',
    homes: ['^board/'],
    because: 'only the board has pages',
  },
  {
    packages: 'playwright-core|axe-core',
    homes: ['^e2e/board/'],
    because: 'only the stories of the board drive a browser',
  },
  {
    packages: 'vitest',
    homes: [...tests, '^e2e/', '^libs/test-kit/', String.raw`vitest\.config\.ts$`],
    because: 'the test runner is not part of production',
  },
];

const atHome = homes.map(({ packages, homes: pathNot, because }): IForbiddenRuleType => ({
  name: `home of ${packages}`,
  severity: 'error',
  comment: because,
  from: { pathNot: [...pathNot] },
  to: { path: `node_modules/(${packages})/` },
}));

const pure = (name: string, path: string, may: string): IForbiddenRuleType[] => [
  {
    name,
    severity: 'error',
    comment: 'a decision is a function of values; move what it needs into its arguments',
    from: { path, pathNot: tests },
    to: { pathNot: may },
  },
];

export const importRules: readonly IForbiddenRuleType[] = [
  {
    name: 'no circles',
    severity: 'error',
    comment: 'files that import each other are one file, or a third is missing; types count too',
    from: {},
    to: { circular: true },
  },
  {
    name: 'services do not know each other',
    severity: 'error',
    comment: 'react to an event of the other service, or ask it by NATS',
    from: { path: '^services/(?!setup/)([^/]+)/' },
    to: { path: '^services/', pathNot: '^services/$1/' },
  },
  {
    name: 'features of the gateway keep their tables',
    severity: 'error',
    comment: 'ask the other feature for what its tables say; its store and operations are its own',
    from: { path: '^services/gateway/src/(\\w+)/' },
    to: {
      path: '^services/gateway/src/(identity|joining|webhooks)/(store|operations)/',
      pathNot: '^services/gateway/src/$1/',
    },
  },
  {
    name: 'sign-in is loaded when it is needed',
    severity: 'error',
    comment:
      'the library takes 27 MB, and few gateways need it; use `await import` where it is called',
    from: { path: '^services/gateway/src/', pathNot: String.raw`/sign-in/auth-instance\.ts$` },
    to: {
      path: String.raw`node_modules/better-auth/|/sign-in/auth-instance\.ts$`,
      dynamic: false,
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'the Model Context Protocol is loaded when it is needed',
    severity: 'error',
    comment: 'the library takes memory and time to start; its first request imports it',
    from: { path: '^services/gateway/src/', pathNot: '^services/gateway/src/mcp/' },
    to: {
      path: String.raw`node_modules/@modelcontextprotocol/|^services/gateway/src/mcp/(?!call-mcp)`,
    },
  },
  {
    name: 'the Model Context Protocol is loaded by its first request',
    severity: 'error',
    comment: 'use `await import` for what serves the protocol',
    from: { path: String.raw`^services/gateway/src/mcp/call-mcp\.ts$` },
    to: { path: '^services/gateway/src/mcp/', dynamic: false },
  },
  {
    name: 'the test-kit is for tests',
    severity: 'error',
    comment: 'production code does not import the test-kit',
    from: { pathNot: [...tests, '^(e2e|bench|tools)/', '^libs/test-kit/'] },
    to: { path: '^libs/test-kit/' },
  },
  ...pure(
    'pure domain',
    '^services/[^/]+/src/domain/|^services/gateway/src/[^/]+/domain/',
    '^libs/(contracts|cli-agents)/|/domain/',
  ),
  ...pure(
    'pure readers of output',
    '^libs/cli-agents/src/',
    '^libs/(contracts|cli-agents)/|node_modules/smol-toml/',
  ),
  ...pure(
    'pure contracts',
    '^libs/contracts/src/',
    // `module` loads the parser of cron expressions when one is met.
    '^libs/contracts/|node_modules/(zod|cron-parser)/|^module$',
  ),
  {
    name: 'pages have the contracts as types',
    severity: 'error',
    comment: 'schemas stay out of the browser: take constants from virtual:contracts',
    from: { path: '^board/src/', pathNot: tests },
    to: {
      path: '^(?!board/|virtual:|.*node_modules/|libs/cli-agents/src/transcript/|libs/client/src/)|node_modules/zod/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'pages know the contracts only',
    severity: 'error',
    comment:
      'a page is a client of the API, as @muster/client is; it reads the output of coding agents with their reader',
    from: { path: '^board/src/', pathNot: tests },
    to: {
      path: '^(?!board/|virtual:|.*node_modules/|libs/contracts/|libs/cli-agents/src/transcript/|libs/client/src/)',
    },
  },
  {
    name: 'the reader of transcripts is small enough for a page',
    severity: 'error',
    comment: 'schemas stay out of the browser: what both readers need goes to usage/ or fields.ts',
    from: {
      path: String.raw`^libs/cli-agents/src/(transcript/|usage/|fields\.ts$)`,
      pathNot: tests,
    },
    to: {
      path: '^libs/',
      pathNot: String.raw`^libs/(cli-agents/src/(transcript/|usage/|fields\.ts$)|contracts/src/cut-text\.ts$)`,
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'nobody imports the board',
    severity: 'error',
    comment:
      'the pages stand on the API, and nothing stands on them; stories read which pages there are, and the ' +
      'command line words events as the board does',
    from: { pathNot: '^board/' },
    to: { path: '^board/(?!src/domain/(?:page-paths|events)\\.ts$)' },
  },
  {
    name: 'pure domain and cache of the board',
    severity: 'error',
    comment: 'a decision is a function of values; move what it needs into its arguments',
    from: { path: '^board/src/(?:domain|cache/apply)/', pathNot: tests },
    to: {
      pathNot:
        '^board/src/(?:domain|cache/apply)/|^libs/contracts/|^libs/cli-agents/src/transcript/',
    },
  },
  ...atHome,
  ...buildings.flatMap(floorRules),
];
