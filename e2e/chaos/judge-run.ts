/** Holds what the clients of a run observed against what the system contains once it has settled. */
import { CostEvent, type Activity } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { claimRegister } from '../checkers/claim-register.ts';
import { judge } from '../checkers/linearizable.ts';
import { faultsOfChanges, faultsOfMarks, faultsOfOrder, type Found } from '../checkers/marks.ts';
import { faultsOfBookings } from '../checkers/money.ts';
import { faultsOfPaths } from '../checkers/paths.ts';
import { deadLetters, differingCopies, misplacedCursors } from '../checks/effects-in-tables.ts';
import { faultsInNumbering, readActivity, readAll } from '../world/read-lists.ts';
import type { Row, Sql } from '../world/sql.ts';
import type { World } from '../world/use-world.ts';
import type { Client } from './fixture.ts';
import type { Creation, History } from './history.ts';

/** Time for the last event to take effect. */
const SETTLE_MS = 120_000;

export async function waitUntilSettled(sql: Sql): Promise<void> {
  await until(
    'every cursor at the head of its log',
    async () => {
      const misplaced = await misplacedCursors(sql);
      if (misplaced.length > 0) throw new Error(misplaced.join('\n'));
      return true;
    },
    SETTLE_MS,
  );
}

/** Violations by the promise that they break; all lists should be empty. */
export type Violations = Readonly<
  Record<
    'lost' | 'owners' | 'effects' | 'order' | 'money' | 'transitions' | 'unexplained',
    readonly string[]
  >
>;

export async function judgeRun(
  { board }: World,
  sql: Sql,
  clients: readonly Client[],
  history: History,
): Promise<Violations> {
  const companies = [...new Set(clients.map(({ company }) => company.companyId))];
  const logs = await Promise.all(companies.map((companyId) => readActivity(board, companyId)));
  const costs = await Promise.all(
    companies.map((companyId) =>
      readAll(board, `/api/companies/${companyId}/cost-events`, CostEvent),
    ),
  );
  return {
    lost: [...(await lostCreations(sql, companies, history)), ...(await lostChanges(sql, history))],
    owners: violationsOfOwners(history),
    effects: [
      ...(await misplacedCursors(sql)),
      ...(await deadLetters(sql)),
      ...(await differingCopies(sql)),
      ...logs.flatMap(repeatedEffects),
    ],
    order: logs.flatMap((log) => [
      ...violationsOfNumbering(log),
      ...violationsOfOrder(log, history),
    ]),
    money: faultsOfBookings(history.costs, costs.flat(), 'UTC'),
    transitions: logs.flatMap((log) => faultsOfPaths(stepsOf(log))),
    unexplained: history.unexplained,
  };
}

const queriesByKind: Readonly<Record<Creation['kind'], string>> = {
  issue: `select id, description as mark from issues.issues
    where company_id = any($1) and description is not null`,
  comment: 'select id, body as mark from issues.comments where company_id = any($1)',
  approval: `select id, payload->>'mark' as mark from approvals.approvals
    where company_id = any($1) and type = 'request_board_approval'`,
  hire: `select id, name as mark from agents.agents
    where company_id = any($1) and name not like 'Client %'`,
};

/** Everything in these companies that carries a mark. */
export async function markedThings(sql: Sql, companies: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const query of Object.values(queriesByKind)) {
    found.push(...foundIn(await sql.rows(query, [companies])));
  }
  return found;
}

const foundIn = (rows: readonly Row[]): Found[] =>
  rows.map(({ id, mark }) => ({ id: String(id), mark: String(mark) }));

async function lostCreations(
  sql: Sql,
  companies: readonly string[],
  { creations, decisions }: History,
) {
  const lost: string[] = [];
  for (const [kind, query] of Object.entries(queriesByKind)) {
    const own = creations.filter((each) => each.kind === kind);
    lost.push(...faultsOfMarks(kind, own, foundIn(await sql.rows(query, [companies]))));
  }
  const ids = decisions.filter(({ status }) => status).map(({ approvalId }) => approvalId);
  const undone = await sql.rows(
    "select id from approvals.approvals where id = any($1) and status <> 'approved'",
    [ids],
  );
  return [...lost, ...undone.map(({ id }) => `approval ${String(id)} is no longer approved`)];
}

async function lostChanges(sql: Sql, { titleChanges }: History): Promise<string[]> {
  const changes = titleChanges.map(({ issueId, title, isKnown }) => ({
    id: issueId,
    value: title,
    isKnown,
  }));
  const rows = await sql.rows('select id, title from issues.issues where id = any($1)', [
    changes.map(({ id }) => id),
  ]);
  const current = new Map(rows.map(({ id, title }) => [String(id), String(title)]));
  return faultsOfChanges(changes, current);
}

const violationsOfOwners = ({ claims }: History): string[] =>
  [...Map.groupBy(claims, ({ issueId }) => issueId)].flatMap(([issueId, history]) =>
    judge(history, claimRegister).linearizable
      ? []
      : [`the claims of ${issueId} have no sequential order`],
  );

const violationsOfNumbering = (log: readonly Activity[]): string[] =>
  Object.entries(faultsInNumbering(log)).map(
    ([service, numbers]) =>
      `the log of ${service} has holes or duplicates at ${numbers.join(', ')}`,
  );

/** Events that were emitted more than once because of the same event. */
function repeatedEffects(log: readonly Activity[]): string[] {
  const caused = log.filter(({ causedBy }) => causedBy !== null);
  return [
    ...Map.groupBy(
      caused,
      ({ causedBy, action, entityId }) => `${action} of ${entityId} because of ${causedBy}`,
    ),
  ].flatMap(([what, entries]) => (entries.length > 1 ? [`${what}: ${entries.length} times`] : []));
}

/** What one client created in sequence has ascending numbers in the log. */
function violationsOfOrder(log: readonly Activity[], { creations }: History): string[] {
  const numberOf = new Map(
    log.flatMap(({ action, service, entityId, details, seq }) => {
      if (service !== 'issues') return [];
      if (action === 'issue.created') return [[entityId, seq] as const];
      return action === 'issue.commented' ? [[details['commentId'] as string, seq] as const] : [];
    }),
  );
  const [companyId] = log.map((entry) => entry.companyId);
  const own = creations.filter(
    ({ kind, companyId: of, id }) =>
      of === companyId && id && (kind === 'issue' || kind === 'comment'),
  );
  return [...Map.groupBy(own, ({ client }) => client)].flatMap(([client, things]) =>
    faultsOfOrder(
      client,
      things.map(({ id }) => id ?? ''),
      numberOf,
    ),
  );
}

const stepsOf = (log: readonly Activity[]) =>
  log
    .filter(({ service, action }) => service === 'issues' && action.startsWith('issue.'))
    .toSorted((a, b) => a.seq - b.seq)
    .map(({ entityId: issueId, action, details }) => {
      const { status, version, changes } = details as {
        status: string;
        version: number;
        changes?: { status?: { from: string } };
      };
      return { issueId, action, status, version, from: changes?.status?.from };
    });
