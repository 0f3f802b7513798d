/** What `pnpm proof` runs, one after another; a night of chaos has a command of its own. */
export type Part = {
  readonly path: string;
  /** About, on two cores that have nothing else to do. */
  readonly minutes: number;
};

const parts: readonly Part[] = [
  { path: 'tools/golden/golden.test.ts', minutes: 0.1 },
  { path: 'libs/service-kit/test/react.test.ts', minutes: 0.5 },
  { path: 'services/gateway/test/feed-cuts.test.ts', minutes: 0.5 },
  { path: 'e2e/surface/repeats.test.ts', minutes: 0.3 },
  { path: 'e2e/money/months.test.ts', minutes: 0.3 },
  { path: 'e2e/stories/canary.test.ts', minutes: 0.3 },
  { path: 'e2e/tenancy/tenancy.test.ts', minutes: 0.5 },
  { path: 'e2e/tenancy/without-predicates.test.ts', minutes: 0.5 },
  { path: 'e2e/chaos/overload.test.ts', minutes: 2 },
  { path: 'e2e/chaos/drain.test.ts', minutes: 1.5 },
  { path: 'e2e/chaos/restore.test.ts', minutes: 1 },
  { path: 'e2e/kill/services.test.ts', minutes: 1.5 },
  { path: 'e2e/kill/servers.test.ts', minutes: 2 },
  { path: 'e2e/stories/race.test.ts', minutes: 1.5 },
  { path: 'e2e/stories/read-your-writes.test.ts', minutes: 2 },
  { path: 'e2e/fuzz/fuzz.test.ts', minutes: 2 },
  { path: 'e2e/model/model.test.ts', minutes: 5 },
  { path: 'e2e/heartbeats/mentions.test.ts', minutes: 7.5 },
  { path: 'e2e/heartbeats/leases.test.ts', minutes: 9.5 },
  { path: 'e2e/money/model.test.ts', minutes: 9.5 },
];

/** Those whose path has one of the names in it; all, where there is no name. */
export function partsOf(names: readonly string[]): readonly Part[] {
  const unknown = names.filter((name) => !parts.some(({ path }) => path.includes(name)));
  if (unknown.length > 0) throw new Error(`no part of the proof is called ${unknown.join(' or ')}`);
  return parts.filter(({ path }) =>
    names.length === 0 || names.some((name) => path.includes(name)));
}
