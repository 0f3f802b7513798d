/** The test files of `pnpm proof`, run one after another; `pnpm chaos` is a command of its own. */
export interface Part {
  readonly path: string;
  /** Approximate, on two idle cores. */
  readonly minutes: number;
}

const parts: readonly Part[] = [
  { path: 'tools/golden/golden.test.ts', minutes: 0.1 },
  { path: 'libs/service-kit/test/react.test.ts', minutes: 0.5 },
  { path: 'libs/service-kit/test/attempts.test.ts', minutes: 1.5 },
  { path: 'libs/service-kit/test/lagging-reactions.test.ts', minutes: 2 },
  { path: 'libs/service-kit/test/answers.test.ts', minutes: 3 },
  { path: 'services/billing/test/aged-rows.test.ts', minutes: 3 },
  { path: 'services/gateway/test/aged-rows.test.ts', minutes: 4 },
  { path: 'services/scheduler/test/aged-rows.test.ts', minutes: 6 },
  { path: 'libs/service-kit/test/upgrade.test.ts', minutes: 3 },
  { path: 'services/agents/test/bulk-effects.test.ts', minutes: 4 },
  { path: 'services/billing/test/bulk-effects.test.ts', minutes: 3 },
  { path: 'services/issues/test/bulk-effects.test.ts', minutes: 4 },
  { path: 'services/scheduler/test/bulk-effects.test.ts', minutes: 8 },
  { path: 'services/billing/test/back-pressure.test.ts', minutes: 4 },
  { path: 'libs/service-kit/test/backlog.test.ts', minutes: 4 },
  { path: 'services/gateway/test/feed-cuts.test.ts', minutes: 0.5 },
  { path: 'services/scheduler/test/gigabyte.test.ts', minutes: 1.5 },
  { path: 'e2e/surface/repeats.test.ts', minutes: 0.3 },
  { path: 'e2e/money/months.test.ts', minutes: 0.3 },
  { path: 'e2e/stories/canary.test.ts', minutes: 0.3 },
  { path: 'e2e/tenancy/tenancy.test.ts', minutes: 0.5 },
  { path: 'e2e/tenancy/without-predicates.test.ts', minutes: 0.5 },
  { path: 'e2e/rights/rights.test.ts', minutes: 0.5 },
  { path: 'e2e/programs/work.test.ts', minutes: 3 },
  { path: 'e2e/programs/commits.test.ts', minutes: 1.5 },
  { path: 'e2e/programs/headless.test.ts', minutes: 1 },
  { path: 'e2e/programs/own-provider.test.ts', minutes: 1.5 },
  { path: 'e2e/programs/provider-trouble.test.ts', minutes: 1.5 },
  { path: 'e2e/programs/programs.test.ts', minutes: 1.5 },
  { path: 'e2e/programs/generated-clients.test.ts', minutes: 0.5 },
  { path: 'e2e/programs/client-package.test.ts', minutes: 0.5 },
  { path: 'e2e/chaos/overload.test.ts', minutes: 2 },
  { path: 'e2e/chaos/neighbours.test.ts', minutes: 8 },
  { path: 'e2e/chaos/drain.test.ts', minutes: 0.5 },
  { path: 'e2e/chaos/restore.test.ts', minutes: 1 },
  { path: 'e2e/kill/services.test.ts', minutes: 1.5 },
  { path: 'e2e/kill/servers.test.ts', minutes: 2 },
  { path: 'e2e/kill/bulk-effects.test.ts', minutes: 1.5 },
  { path: 'e2e/kill/releases.test.ts', minutes: 5 },
  { path: 'e2e/board/sizes.test.ts', minutes: 15 },
  { path: 'e2e/stories/race.test.ts', minutes: 1.5 },
  { path: 'e2e/stories/read-your-writes.test.ts', minutes: 2 },
  { path: 'e2e/fuzz/fuzz.test.ts', minutes: 2 },
  { path: 'e2e/model/model.test.ts', minutes: 5 },
  { path: 'e2e/heartbeats/mentions.test.ts', minutes: 7.5 },
  { path: 'e2e/heartbeats/trees.test.ts', minutes: 6.5 },
  { path: 'e2e/heartbeats/waits.test.ts', minutes: 3.5 },
  { path: 'e2e/heartbeats/runners.test.ts', minutes: 4.5 },
  { path: 'e2e/heartbeats/leases.test.ts', minutes: 9.5 },
  { path: 'e2e/money/model.test.ts', minutes: 9.5 },
];

/** Parts whose path contains one of the names; all parts without names. */
export function partsOf(names: readonly string[]): readonly Part[] {
  const unknown = names.filter((name) => !parts.some(({ path }) => path.includes(name)));
  if (unknown.length > 0)
    throw new Error(`No part of the proof has ${unknown.join(' or ')} in its path.`);
  return parts.filter(
    ({ path }) => names.length === 0 || names.some((name) => path.includes(name)),
  );
}
