/** Everything that the clients of a run were told, held against what is there when it rests. */
import { CostEvent } from '@muster/contracts';
import type { Activity } from '@muster/contracts';
import { claimRegister } from '../checkers/claim-register.ts';
import { judge } from '../checkers/linearizable.ts';
import { faultsOfChanges, faultsOfMarks, faultsOfOrder } from '../checkers/marks.ts';
import type { Found } from '../checkers/marks.ts';
import { faultsOfBookings } from '../checkers/money.ts';
import { faultsOfPaths } from '../checkers/paths.ts';
import { copiesOff, cursorsOff, deadLetters } from '../harness/effects-in-tables.ts';
import { faultsOf, readActivity, readAll } from '../harness/log.ts';
import type { Row, Sql } from '../harness/sql.ts';
import type { World } from '../harness/stack.ts';
import { until } from '../harness/until.ts';
import type { Client } from './ground.ts';
import type { History, Made } from './history.ts';

/** Until the last event has had its effect. */
const REST_MS = 120_000;

export async function comeToRest(sql: Sql): Promise<void> {
  await until('every cursor at its head', async () => {
    const off = await cursorsOff(sql);
    if (off.length > 0) throw new Error(off.join('\n'));
    return true;
  }, REST_MS);
}

/** By what was promised; nothing anywhere is what we want. */
export type Faults = Readonly<Record<
  'lost' | 'owners' | 'effects' | 'order' | 'money' | 'paths' | 'odd', readonly string[]
>>;

export async function judgeRun(
  { board }: World,
  sql: Sql,
  clients: readonly Client[],
  history: History,
): Promise<Faults> {
  const companies = [...new Set(clients.map(({ shop }) => shop.companyId))];
  const logs = await Promise.all(companies.map((companyId) => readActivity(board, companyId)));
  const costs = await Promise.all(companies.map((companyId) =>
    readAll(board, `/api/companies/${companyId}/cost-events`, CostEvent)));
  return {
    lost: [...await faultsOfMaking(sql, companies, history), ...await faultsOfLast(sql, history)],
    owners: faultsOfOwners(history),
    effects: [...await cursorsOff(sql), ...await deadLetters(sql), ...await copiesOff(sql),
      ...logs.flatMap(faultsOfCauses)],
    order: logs.flatMap((log) => [...faultsOfNumbers(log), ...faultsOfWriters(log, history)]),
    money: faultsOfBookings(history.costs, costs.flat(), 'UTC'),
    paths: logs.flatMap((log) => faultsOfPaths(stepsOf(log))),
    odd: history.odd,
  };
}

const kinds: Readonly<Record<Made['kind'], string>> = {
  issue: `select id, description as mark from issues.issues
    where company_id = any($1) and description is not null`,
  comment: 'select id, body as mark from issues.comments where company_id = any($1)',
  approval: `select id, payload->>'mark' as mark from approvals.approvals
    where company_id = any($1) and type = 'request_board_approval'`,
  hire: `select id, name as mark from agents.agents
    where company_id = any($1) and name not like 'Client %'`,
};

/** Everything that is there under a mark. */
export async function madeIn(sql: Sql, companies: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const query of Object.values(kinds)) {
    found.push(...foundIn(await sql.rows(query, [companies])));
  }
  return found;
}

const foundIn = (rows: readonly Row[]): Found[] =>
  rows.map(({ id, mark }) => ({ id: String(id), mark: String(mark) }));

async function faultsOfMaking(sql: Sql, companies: readonly string[], { made, decided }: History) {
  const faults: string[] = [];
  for (const [kind, query] of Object.entries(kinds)) {
    const own = made.filter((each) => each.kind === kind);
    faults.push(...faultsOfMarks(kind, own, foundIn(await sql.rows(query, [companies]))));
  }
  const ids = decided.filter(({ status }) => status).map(({ approvalId }) => approvalId);
  const undone = await sql.rows(
    "select id from approvals.approvals where id = any($1) and status <> 'approved'", [ids]);
  return [...faults, ...undone.map(({ id }) => `approval ${String(id)} is not approved any more`)];
}

async function faultsOfLast(sql: Sql, { changed }: History): Promise<string[]> {
  const changes = changed.map(({ issueId, title, isKnown }) =>
    ({ id: issueId, value: title, isKnown }));
  const rows = await sql.rows(
    'select id, title from issues.issues where id = any($1)', [changes.map(({ id }) => id)]);
  const standing = new Map(rows.map(({ id, title }) => [String(id), String(title)]));
  return faultsOfChanges(changes, standing);
}

const faultsOfOwners = ({ claims }: History): string[] =>
  [...Map.groupBy(claims, ({ issueId }) => issueId)].flatMap(([issueId, history]) =>
    judge(history, claimRegister).linearizable ? [] : [`the claims of ${issueId} have no order`]);

const faultsOfNumbers = (log: readonly Activity[]): string[] =>
  Object.entries(faultsOf(log)).map(([service, numbers]) =>
    `the log of ${service} has holes or doubles at ${numbers.join(', ')}`);

/** Nothing that was said because of an event is there twice. */
function faultsOfCauses(log: readonly Activity[]): string[] {
  const caused = log.filter(({ causedBy }) => causedBy !== null);
  return [...Map.groupBy(caused, ({ causedBy, action, entityId }) =>
    `${action} of ${entityId} because of ${causedBy}`)]
    .flatMap(([what, entries]) => (entries.length > 1 ? [`${what}: ${entries.length} times`] : []));
}

/** What one client made, one after another, is numbered so in the log. */
function faultsOfWriters(log: readonly Activity[], { made }: History): string[] {
  const numberOf = new Map(log.flatMap(({ action, service, entityId, details, seq }) => {
    if (service !== 'issues') return [];
    if (action === 'issue.created') return [[entityId, seq] as const];
    return action === 'issue.commented' ? [[details['commentId'] as string, seq] as const] : [];
  }));
  const [companyId] = log.map((entry) => entry.companyId);
  const own = made.filter(({ kind, companyId: of, id }) =>
    of === companyId && id && (kind === 'issue' || kind === 'comment'));
  return [...Map.groupBy(own, ({ client }) => client)].flatMap(([client, things]) =>
    faultsOfOrder(client, things.map(({ id }) => id ?? ''), numberOf));
}

const stepsOf = (log: readonly Activity[]) => log
  .filter(({ service, action }) => service === 'issues' && action.startsWith('issue.'))
  .toSorted((a, b) => a.seq - b.seq)
  .map(({ entityId: issueId, action, details }) => {
    const { status, version, changes } = details as {
      status: string; version: number; changes?: { status?: { from: string } };
    };
    return { issueId, action, status, version, from: changes?.status?.from };
  });
