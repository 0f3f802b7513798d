/**
 * Issues, plans and heartbeats, rule by rule: each row sends one request and compares the answer with
 * a hand-written expectation. No route, field or refusal of the contracts is left out.
 */
import { isDeepStrictEqual } from 'node:util';
import { composed, issues, scheduler, successesOf, type Operation } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useSharedWorld } from '../world/use-world.ts';
import { performRow, fillNames } from './work/perform-row.ts';
import { fieldsOf, isFor } from './work/coverage.ts';
import { tables } from './work/index.ts';
import type { WorkRow } from './work/row.ts';
import { openWorkFixture, type WorkFixture } from './work/fixture.ts';

const rows = Object.values(tables).flat();

const world = useSharedWorld();
let fixture: WorkFixture;
beforeAll(async () => {
  fixture = await openWorkFixture(world());
});

interface Refused {
  readonly code?: string;
  readonly details?: unknown;
}

/** The fields that a refusal names. */
function fieldsNamed({ details }: Refused): unknown[] {
  if (!Array.isArray(details)) return [Object(details).field];
  return (details as { path: unknown[] }[]).map(({ path }) => path.join('.'));
}

describe.each(Object.entries(tables))('%s', (_, table) => {
  it.concurrent.each(table)('$rule', async (row: WorkRow) => {
    const { reply, known } = await performRow(fixture, row);
    const { status, body, headers } = reply;
    const { code } = Object(body) as Refused;
    const seen = code === undefined ? status : [status, code];
    const unexpected = isDeepStrictEqual(seen, row.answers) ? undefined : body;
    expect({ seen, unexpected }).toEqual({ seen: row.answers });
    if (row.at !== undefined) expect(fieldsNamed(body as Refused)).toContain(row.at);
    if (row.shows !== undefined) {
      const shows = fillNames(row.shows, known) as object;
      if ('asymmetricMatch' in shows) expect(body).toEqual(shows);
      else expect(body).toMatchObject(shows);
    }
    for (const [name, value] of Object.entries(row.heads ?? {})) {
      expect(headers.get(name)).toContain(value);
    }
  });
});

const {
  listIssueApprovals,
  linkIssueApproval,
  unlinkIssueApproval,
  listApprovalIssues,
  listOwnWakes,
  explainWake,
} = composed;
const operations = Object.entries<Operation>({
  ...issues.operations,
  ...scheduler.operations,
  listIssueApprovals,
  linkIssueApproval,
  unlinkIssueApproval,
  listApprovalIssues,
  listOwnWakes,
  explainWake,
}).filter(([, { http }]) => http !== undefined);

/** Refusals that need much of something or an idempotency key, which have tests of their own. */
const TESTED_SEPARATELY = [
  'too_many_streams',
  'too_many_questions',
  'too_many_issues',
  'too_many_bulk_changes',
  'too_many_documents',
  'documents_too_large',
  'too_many_files',
  'file_store_unavailable',
  'too_many_routines',
  'too_many_run_messages',
  'answer_shown_once',
];

describe.each(operations)('the rows of %s', (_, operation) => {
  const own = rows.filter((row) => isFor(operation, row.send));

  it('show a success', () => {
    expect(own.map(({ answers }) => answers)).toContain(successesOf(operation)[0]);
  });

  it('name every field that it takes', () => {
    const named = new Set(own.flatMap(({ send }) => fieldsOf(operation, send)));
    expect(Object.keys(operation.input.shape).filter((field) => !named.has(field))).toEqual([]);
  });

  it('provoke every refusal that it declares', () => {
    const seen = new Set(
      own.flatMap(({ answers }) => (typeof answers === 'number' ? [] : [answers[1]])),
    );
    expect(
      operation.refusals.filter((code) => !seen.has(code) && !TESTED_SEPARATELY.includes(code)),
    ).toEqual([]);
  });
});
