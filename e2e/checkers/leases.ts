/**
 * Whether each agent had one live run at a time. There are two kinds of evidence: the leases in the
 * records, and the answers that the agents' processes got with the tokens of their runs.
 */

export interface Lease {
  readonly runId: string;
  readonly agentId: string;
  /** On one clock for all leases. */
  readonly startedAt: number;
  /** Null: the run is live. */
  readonly finishedAt: number | null;
}

export interface Call {
  readonly runId: string;
  readonly agentId: string;
  /** On one clock for all calls, which need not be that of the leases. */
  readonly calledAt: number;
  readonly answeredAt: number;
  readonly answer: 'accepted' | 'superseded';
}

export interface Evidence {
  readonly leases: readonly Lease[];
  readonly calls: readonly Call[];
  /** Time until the gateway, which checks the tokens, knows of the end of a run. */
  readonly propagationMs: number;
}

export const faultsOfLeases = ({ leases, calls, propagationMs }: Evidence): string[] => [
  ...by(leases).flatMap(overlaps),
  ...by(calls, 'runId').flatMap(revivals),
  ...by(calls).flatMap((own) => outlived(own, leases, propagationMs)),
  ...calls
    .filter(({ runId }) => !leases.some((lease) => lease.runId === runId))
    .map(({ runId }) => `a call of ${runId}, which was never started`),
];

const by = <Row extends { agentId: string; runId: string }>(
  rows: readonly Row[],
  key: 'agentId' | 'runId' = 'agentId',
): Row[][] => [...Map.groupBy(rows, (row) => row[key]).values()];

function overlaps(own: readonly Lease[]): string[] {
  const ordered = own.toSorted((a, b) => a.startedAt - b.startedAt);
  return ordered.slice(1).flatMap((lease, index) => {
    const { runId, finishedAt } = ordered[index] as Lease;
    const isOver = finishedAt !== null && finishedAt <= lease.startedAt;
    return isOver ? [] : [`${lease.runId} began while ${runId} of ${lease.agentId} lived`];
  });
}

/** A token that was refused once is not accepted again. */
function revivals(own: readonly Call[]): string[] {
  const refused = own.filter(({ answer }) => answer === 'superseded');
  const from = Math.min(...refused.map(({ answeredAt }) => answeredAt));
  return own
    .filter(({ answer, calledAt }) => answer === 'accepted' && calledAt > from)
    .map(({ runId }) => `the token of ${runId} was refused and then accepted`);
}

/** Once a later run of the agent is accepted, tokens of earlier runs are refused. */
function outlived(own: readonly Call[], leases: readonly Lease[], propagationMs: number): string[] {
  const startOf = new Map(leases.map(({ runId, startedAt }) => [runId, startedAt]));
  const firstOf = new Map<string, number>();
  for (const { runId, answer, answeredAt } of own) {
    const first = Math.min(firstOf.get(runId) ?? Infinity, answeredAt);
    if (answer === 'accepted') firstOf.set(runId, first);
  }
  return own.flatMap((call) => {
    if (call.answer !== 'accepted') return [];
    const start = startOf.get(call.runId) ?? Infinity;
    const later = [...firstOf].find(
      ([runId, first]) =>
        (startOf.get(runId) ?? -Infinity) > start && call.calledAt > first + propagationMs,
    );
    return later ? [`${call.runId} was accepted while ${later[0]} was live`] : [];
  });
}
