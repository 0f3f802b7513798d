/** Companies: creation, settings, and the month's spend as billing reports it. */
import { invalidField, Refusal, type Scope } from '@muster/contracts';
import {
  firstRows,
  inScope,
  maybeOne,
  none,
  one,
  sql,
  type Db,
  type FirstRows,
  type Statement,
} from '@muster/service-kit';
import type { CompanyRow, CompanySettings } from '../domain/company.ts';
import { monthNow, nextMonth, nextMonthAt, zoneNow } from './zones.ts';

/** Postgres's invalid_parameter_value, the error for an unknown time zone. */
const INVALID_PARAMETER = '22023';

const companyColumns = sql`
  c.id, c.name, c.description, c.status, c.erases_at, c.issue_prefix, c.budget_monthly_cents,
  coalesce(m.spent_cents, 0) as spent_monthly_cents, c.require_board_approval_for_new_agents,
  c.review_required, c.time_zone, c.approvals_need_another, c.stops_ended_work, c.reopen_days,
  c.review_policy, c.reviewer_agent_id, c.review_evidence, c.max_review_rounds,
  c.created_at, c.updated_at, c.version`;

const companiesWithMonth = sql`
  companies c left join company_months m
    on m.company_id = c.id and m.month = ${monthNow}`;

const id: Statement = { text: 'c.id', values: [] };

export const findCompany = (
  db: Db,
  scope: Scope,
  companyId: string,
): Promise<CompanyRow | undefined> =>
  maybeOne<CompanyRow>(
    db,
    sql`
    select ${companyColumns} from ${companiesWithMonth}
    where c.id = ${companyId} and ${inScope(scope, id)}`,
  );

export async function getCompanyRow(db: Db, scope: Scope, companyId: string): Promise<CompanyRow> {
  const company = await findCompany(db, scope, companyId);
  if (!company) throw new Refusal('company_not_found');
  return company;
}

/** In order of creation, after the given id. */
export const listCompanyRows = (
  db: Db,
  scope: Scope,
  { after, size }: { after: string | undefined; size: number },
): Promise<FirstRows<CompanyRow>> =>
  firstRows<CompanyRow>(
    db,
    sql`
    select ${companyColumns} from ${companiesWithMonth}
    where ${inScope(scope, id)}
      and (${after ?? null}::uuid is null or c.id > ${after ?? null}::uuid)
    order by c.id
    limit ${size + 1}`,
    size,
    { texts: ['description'] },
  );

/** Locks the company for a change of its settings. */
export async function lockCompany(db: Db, scope: Scope, companyId: string): Promise<CompanyRow> {
  await none(
    db,
    sql`
    select from companies c where c.id = ${companyId} and ${inScope(scope, id)} for no key update`,
  );
  return getCompanyRow(db, scope, companyId);
}

/**
 * Inserts a company under the first prefix that is free. A concurrent insert may take it first: then
 * this one waits, inserts nothing, and the next attempt sees the other's row.
 */
export async function insertCompany(
  db: Db,
  company: CompanySettings & { readonly id: string; readonly prefixes: readonly string[] },
): Promise<CompanyRow> {
  // Each attempt that fails leaves one prefix fewer.
  for (let attempt = 1; attempt <= company.prefixes.length; attempt++) {
    const inserted = await inKnownZone(
      maybeOne<{ id: string }>(
        db,
        sql`
      insert into companies (
        id, name, description, budget_monthly_cents, require_board_approval_for_new_agents,
        review_required, time_zone, approvals_need_another, stops_ended_work, reopen_days,
        review_policy, review_evidence, max_review_rounds, issue_prefix
      )
      select ${company.id}::uuid, ${company.name}, ${company.description},
        ${company.budgetMonthlyCents}::bigint, ${company.requireBoardApprovalForNewAgents}::boolean,
        ${company.reviewRequired}::boolean, ${company.timeZone},
        ${company.approvalsNeedAnother}::boolean, ${company.stopsEndedWork}::boolean,
        ${company.reopenDays}::integer, ${company.reviewPolicy}, ${company.reviewEvidence},
        ${company.maxReviewRounds}::integer, free.prefix
      from (${freePrefix(company.prefixes)}) free
      where now() at time zone ${company.timeZone} is not null
      on conflict (issue_prefix) do nothing
      returning id`,
      ),
    );
    if (inserted) return getCompanyRow(db, [company.id], company.id);
  }
  throw new Refusal('overloaded');
}

const freePrefix = (prefixes: readonly string[]): Statement => sql`
  select candidate.prefix
  from unnest(${prefixes}::text[]) with ordinality as candidate (prefix, n)
  where not exists (select from companies where issue_prefix = candidate.prefix)
  order by candidate.n limit 1`;

/** What a changed time zone sets; the others stay. */
const ifZoneChanges = (timeZone: string, changed: Statement, column: Statement): Statement => sql`
  case when c.time_zone = ${timeZone} then ${column} else ${changed} end`;

/** A changed time zone counts from the next month on. */
export async function saveCompany(db: Db, company: CompanyRow): Promise<CompanyRow> {
  await inKnownZone(
    one(
      db,
      sql`
    update companies c set
      name = ${company.name}, description = ${company.description}, status = ${company.status},
      budget_monthly_cents = ${company.budgetMonthlyCents},
      require_board_approval_for_new_agents = ${company.requireBoardApprovalForNewAgents},
      review_required = ${company.reviewRequired}, time_zone = ${company.timeZone},
      approvals_need_another = ${company.approvalsNeedAnother},
      stops_ended_work = ${company.stopsEndedWork}, reopen_days = ${company.reopenDays},
      review_policy = ${company.reviewPolicy}, reviewer_agent_id = ${company.reviewerAgentId},
      review_evidence = ${company.reviewEvidence}, max_review_rounds = ${company.maxReviewRounds},
      former_time_zone = ${ifZoneChanges(company.timeZone, zoneNow, sql`c.former_time_zone`)},
      zone_from = ${ifZoneChanges(company.timeZone, nextMonthAt, sql`c.zone_from`)},
      zone_from_month = ${ifZoneChanges(
        company.timeZone,
        sql`to_char(${nextMonth}, 'YYYY-MM')`,
        sql`c.zone_from_month`,
      )},
      updated_at = now(), version = version + 1
    where id = ${company.id} and version = ${company.version}
      and now() at time zone ${company.timeZone} is not null
    returning id`,
    ),
  );
  return getCompanyRow(db, [company.id], company.id);
}

/** Node and Postgres know almost the same time zones; a company's zone must be known to both. */
async function inKnownZone<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === INVALID_PARAMETER)) {
      throw error;
    }
    throw invalidField(['timeZone'], 'not a known time zone');
  }
}
