/** Routines: proposed, turned on, fired once at each moment, and paused where their issues cannot be made. */
import type { Actor, Routine } from '@muster/contracts';
import { none, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firingDueRoutines, firingQueued } from '../src/background/fire-routines.ts';
import { createChildren } from '../src/operations/issues/create-children.ts';
import { createIssue } from '../src/operations/issues/create-issue.ts';
import { updateIssue } from '../src/operations/issues/update-issue.ts';
import { issuesService } from '../src/service.ts';
import { dueRoutinesStatement, readyFiringsStatement } from '../src/store/routines/due-routines.ts';
import { waitingRoutinesStatement } from '../src/store/routines/waiting-routines.ts';
import { explainGeneric, indexes } from './explain-generic.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

const makers = { createIssue, createChildren, updateIssue };
const HOURLY = { kind: 'cron', expression: '0 * * * *', zone: 'Europe/Berlin' } as const;
const HOUR_MS = 3_600_000;

let stage: IssuesStage;
let team: Team;
beforeAll(async () => {
  stage = await openStage(issuesService, { env: { TIMES_SWEEP_SECONDS: '3600' } });
  team = await openTeam(stage);
});
afterAll(() => stage.close());

const board = () => stage.as(team.board);
type Asked = Parameters<ReturnType<typeof board>['createRoutine']>[0];
const create = (fields: Partial<Asked> = {}, who: Actor = team.board): Promise<Routine> =>
  stage.as(who).createRoutine({
    companyId: team.companyId,
    name: 'Check',
    template: { title: 'Check {{count}} of {{date}}', assigneeAgentId: team.ann.id },
    clock: HOURLY,
    ...fields,
  });
/** As if it had been looked at last so many whole hours ago. */
async function letPass({ id }: Routine, hours: number): Promise<void> {
  const from = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - (hours - 1) * HOUR_MS);
  const admin = await stage.admin();
  await none(admin, sql`update routines set next_fire_at = ${from.toISOString()} where id = ${id}`);
}
async function sweep(passes = 4): Promise<void> {
  const { runtime } = stage.service;
  const sweeps = [firingDueRoutines(runtime, makers), firingQueued(runtime, makers)];
  for (let pass = 0; pass < passes; pass += 1) {
    for (const each of sweeps) await each.pass();
  }
}
const firingsOf = ({ id: routineId }: Routine) => board().listFirings({ routineId });
const outcomesOf = async (routine: Routine) =>
  (await firingsOf(routine)).map(({ outcome }) => outcome).toReversed();
const read = ({ id: routineId }: Routine) => board().getRoutine({ routineId });
const issueOf = (issueId: string | null) => board().getIssue({ issueId: issueId ?? '' });

describe('a routine', () => {
  it('shows its next ten moments, before it is saved and after', async () => {
    const { nextMoments } = await board().previewRoutine({
      companyId: team.companyId,
      expression: HOURLY.expression,
      zone: HOURLY.zone,
    });
    expect(nextMoments).toHaveLength(10);
    const routine = await create();
    expect(routine).toMatchObject({ status: 'active', nextFireAt: routine.nextMoments[0] });
    expect(routine.nextMoments).toEqual(nextMoments);
    const every = { companyId: team.companyId, everySec: 60 };
    expect((await board().previewRoutine(every)).nextMoments).toHaveLength(10);
  });

  it('makes an issue at its moment, for whoever has turned it on', async () => {
    const children = [
      { title: 'First', key: 'a' },
      { title: 'Then {{date}}', blockedBy: ['a'], assigneeAgentId: team.bob.id },
    ];
    const template = { title: 'Check {{count}} of {{date}}', priority: 'high' as const, children };
    const routine = await create({ template });
    await letPass(routine, 1);
    await sweep();
    const [firing, ...others] = await firingsOf(routine);
    expect(others).toEqual([]);
    expect(firing).toMatchObject({ outcome: 'fired', cause: 'clock', reason: null });
    const issue = await issueOf(firing?.issueId ?? null);
    expect(issue).toMatchObject({
      title: expect.stringMatching(/^Check 1 of \d{4}-\d\d-\d\d$/),
      status: 'todo',
      priority: 'high',
      createdByUserId: team.board.id,
    });
    const made = await board().listChildren({ issueId: issue.id });
    expect(made.children).toHaveLength(2);
    const after = await read(routine);
    expect(after).toMatchObject({ fired: 1, lastIssueId: issue.id, version: 1 });
    expect(Date.parse(after.nextFireAt ?? '')).toBeGreaterThan(Date.now());
    const [event] = (await stage.emitted()).filter(
      ({ type, entityId }) => type === 'routine.fired' && entityId === routine.id,
    );
    expect(event).toMatchObject({
      actorType: 'user',
      actorId: team.board.id,
      actorName: expect.stringContaining('routine Check'),
      payload: { outcome: 'fired', issueId: issue.id },
    });
  });

  it('makes one issue for each moment of two replicas that sweep at once', async () => {
    const routine = await create({ overlap: 'together', catchUp: 'all' });
    await letPass(routine, 5);
    await Promise.all([sweep(8), sweep(8), sweep(8)]);
    await sweep(6);
    expect(await outcomesOf(routine)).toEqual(Array.from({ length: 5 }, () => 'fired'));
    const moments = new Set((await firingsOf(routine)).map(({ moment }) => moment));
    expect(moments.size).toBe(5);
  });

  it.each([
    ['none', [], ['left_out']],
    ['latest', ['fired'], ['left_out', 'fired']],
    ['all', ['fired', 'fired'], ['left_out', 'fired', 'fired']],
  ] as const)('makes up for an outage with %s', async (catchUp, fired, outcomes) => {
    const clock = { ...HOURLY, expression: '30 0 * * *' };
    const routine = await create({ catchUp, catchUpCap: 2, overlap: 'together', clock });
    const admin = await stage.admin();
    await none(
      admin,
      sql`
      update routines set next_fire_at = next_fire_at - interval '6 days' where id = ${routine.id}`,
    );
    await sweep();
    expect(await outcomesOf(routine)).toEqual(outcomes);
    expect(await read(routine)).toMatchObject({ fired: fired.length });
  });

  it.each([
    ['skip', ['fired', 'skipped', 'skipped'], 1],
    ['together', ['fired', 'fired', 'fired'], 3],
    ['replace', ['fired', 'fired', 'fired'], 1],
    ['queue', ['fired', 'queued', 'queued'], 1],
  ] as const)('with an open issue and %s', async (overlap, outcomes, open) => {
    const routine = await create({ overlap, catchUp: 'all' });
    await letPass(routine, 3);
    await sweep();
    expect(await outcomesOf(routine)).toEqual(outcomes);
    const made = (await firingsOf(routine)).flatMap(({ issueId }) => issueId ?? []);
    const issues = await Promise.all(made.map((each) => issueOf(each)));
    expect(issues.filter(({ status }) => status === 'todo')).toHaveLength(open);
    if (overlap !== 'queue') return;
    for (const count of [2, 3]) {
      const { lastIssueId } = await read(routine);
      await board().updateIssue({ issueId: lastIssueId ?? '', status: 'cancelled' });
      await sweep();
      const fired = (await outcomesOf(routine)).filter((outcome) => outcome === 'fired');
      expect(fired).toHaveLength(count);
    }
  });

  it('is paused after failures in a row, with the reason, and begins anew when it is turned on', async () => {
    const project = await board().createProject({ companyId: team.companyId, name: 'Gone' });
    const template = { title: 'In a project', projectId: project.id };
    const routine = await create({ template, pauseAfterFailures: 2, catchUp: 'all' });
    const admin = await stage.admin();
    const gone = JSON.stringify({ ...template, projectId: routine.id });
    await none(admin, sql`update routines set template = ${gone}::jsonb where id = ${routine.id}`);
    await letPass(routine, 3);
    await sweep();
    expect(await outcomesOf(routine)).toEqual(['failed', 'failed']);
    expect(await firingsOf(routine)).toMatchObject([
      { reason: 'project_not_found' },
      { reason: 'project_not_found', issueId: null },
    ]);
    expect(await read(routine)).toMatchObject({
      status: 'paused',
      pauseReason: 'project_not_found',
      nextFireAt: null,
    });
    const types = (await stage.emitted())
      .filter(({ entityId }) => entityId === routine.id)
      .map(({ type }) => type);
    expect(types.filter((type) => type === 'routine.paused')).toHaveLength(1);
    const patch = { routineId: routine.id, template, status: 'active' as const };
    expect(await board().updateRoutine(patch)).toMatchObject({
      status: 'active',
      pauseReason: null,
      failuresInRow: 0,
      version: 3,
    });
  });

  it('of an agent is proposed, and makes nothing before the board turns it on', async () => {
    const routine = await create({}, team.ceo);
    expect(routine).toMatchObject({
      status: 'proposed',
      nextFireAt: null,
      proposedByAgentId: team.ceo.id,
      activatedByUserId: null,
    });
    expect(routine.nextMoments).toHaveLength(10);
    await sweep(1);
    expect(await firingsOf(routine)).toEqual([]);
    const waiting = async () => {
      const { routines } = await board().listIssuesOfBoard({});
      return routines?.rows.filter(({ id }) => id === routine.id);
    };
    expect(await waiting()).toMatchObject([{ status: 'proposed', proposedByAgentId: team.ceo.id }]);
    const own = stage.as(team.ceo).updateRoutine({ routineId: routine.id, status: 'active' });
    await expect(own).rejects.toEqual(refusedWith('board_only'));
    expect(await board().updateRoutine({ routineId: routine.id, status: 'active' })).toMatchObject({
      status: 'active',
      activatedByUserId: team.board.id,
    });
    expect(await waiting()).toEqual([]);
  });

  it('is run by hand with variables, which its texts have', async () => {
    const variables = [{ name: 'region', required: true }];
    const template = { title: 'Check {{region}}' };
    const { id: routineId } = await create({ template, variables, clock: { kind: 'none' } });
    const run = (values: Record<string, string>) =>
      board().runRoutine({ routineId, variables: values });
    await expect(run({})).rejects.toEqual(refusedWith('variable_refused'));
    const firing = await run({ region: 'north' });
    expect(firing).toMatchObject({ outcome: 'fired', cause: 'hand' });
    expect((await issueOf(firing.issueId)).title).toBe('Check north');
    expect(await run({ region: 'south' })).toMatchObject({
      outcome: 'skipped',
      reason: 'last_issue_open',
      issueId: null,
    });
  });

  it('makes up for past moments that have no issue, once', async () => {
    const routine = await create({ overlap: 'skip' });
    await letPass(routine, 2);
    await sweep();
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const range = {
      routineId: routine.id,
      from: new Date(hour - 3 * HOUR_MS).toISOString(),
      to: new Date(hour).toISOString(),
    };
    const { queued } = await board().backfillRoutine(range);
    expect(queued).toHaveLength(3);
    expect((await board().backfillRoutine(range)).queued).toEqual([]);
    await sweep(8);
    expect((await outcomesOf(routine)).filter((each) => each === 'fired')).toHaveLength(4);
    const year = { ...range, from: new Date(hour - 50 * 24 * HOUR_MS).toISOString() };
    const many = board().backfillRoutine(year);
    await expect(many).rejects.toEqual(refusedWith('too_many_moments'));
  });

  it('is refused where its issue could not be made, and what its texts name is unknown', async () => {
    const refused = (template: object, code: string) =>
      expect(create({ template: { title: 'A', ...template } })).rejects.toEqual(refusedWith(code));
    const unknown = team.companyId;
    await refused({ title: '{{nothing}}' }, 'variable_refused');
    await refused({ projectId: unknown }, 'template_refused');
    await refused({ labelIds: [unknown] }, 'template_refused');
    await refused({ children: [{ title: 'B', assigneeAgentId: unknown }] }, 'template_refused');
    await refused({ children: [{ title: 'B', blockedBy: ['x'] }] }, 'template_refused');
  });

  it('is archived, is shown in no list, and fires no more', async () => {
    const routine = await create();
    await letPass(routine, 1);
    const { id: routineId } = routine;
    expect(await board().archiveRoutine({ routineId })).toMatchObject({ status: 'archived' });
    await sweep(1);
    expect(await firingsOf(routine)).toEqual([]);
    const listed = await board().listRoutines({ companyId: team.companyId });
    expect(listed.map(({ id }) => id)).not.toContain(routineId);
    const run = board().runRoutine({ routineId });
    await expect(run).rejects.toEqual(refusedWith('routine_not_found'));
  });
});

it('finds what is due by indexes', async () => {
  const plansOf = (statement: Parameters<typeof explainGeneric>[2]) =>
    explainGeneric(stage, team.companyId, statement, 'set enable_seqscan = off');
  expect(indexes(await plansOf(dueRoutinesStatement(undefined, 100)))).toContain('routines_due');
  const waiting = await plansOf(waitingRoutinesStatement('all'));
  expect(indexes(waiting)).toEqual(
    expect.arrayContaining(['routines_waiting', 'routines_exhausted']),
  );
  const ready = await plansOf(readyFiringsStatement(undefined, 100));
  expect(indexes(ready)).toContain('routine_firings_queued');
});
