/** Questions about issues: who is asked, what answers them, and their one outcome. */
import {
  agents,
  OPEN_QUESTIONS_MAX,
  type Actor,
  type Issue,
  type Question,
} from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { expiringQuestions } from '../src/background/expire-questions.ts';
import { addMember, type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
let issue: Issue;
beforeAll(async () => {
  stage = await openStage(issuesService, { env: { TIMES_SWEEP_SECONDS: '3600' } });
  team = await openTeam(stage);
});
afterAll(() => stage.close());
beforeEach(async () => {
  issue = await stage
    .as(team.board)
    .createIssue({ companyId: team.companyId, title: 'Paint', assigneeAgentId: team.ann.id });
});

const AT_ONCE = 40;
const choice = { kind: 'choice', text: 'Which colour?', options: ['Red', 'Blue'] } as const;
const ask = (fields: object = {}, who: Actor = team.ann) =>
  stage.as(who).askQuestion({ issueId: issue.id, to: 'board', ...choice, ...fields } as never);
const answer = ({ id: questionId }: Question, with_: unknown, who: Actor = team.board) =>
  stage.as(who).answerQuestion({ questionId, answer: with_ as never });
const withdraw = ({ id: questionId }: Question, who: Actor = team.ann) =>
  stage.as(who).withdrawQuestion({ questionId });
const get = ({ id: questionId }: Question) => stage.as(team.bob).getQuestion({ questionId });
const eventsOf = async ({ id }: Question) =>
  (await stage.emitted()).filter(({ entityId }) => entityId === id);
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const expireAt = (at: string) => expiringQuestions(stage.service.runtime, () => at).pass();
const refusedField = (field: string) =>
  refusedWith('question_refused', { status: 422, details: expect.objectContaining({ field }) });

describe('a question', () => {
  it('is asked of the board, and answered by any of its members', async () => {
    const question = await ask({ default: 'Blue', deadline: inAnHour() });
    expect(question).toMatchObject({
      issueId: issue.id,
      state: 'open',
      options: ['Red', 'Blue'],
      default: 'Blue',
      toAgentId: null,
      toUserId: null,
      askedByAgentId: team.ann.id,
      askedByName: 'Ann Lee',
      answer: null,
      byDefault: false,
      closedAt: null,
    });
    const member = await addMember(stage, team);
    const answered = await answer(question, 'Red', member);
    expect(answered).toMatchObject({
      state: 'answered',
      answer: 'Red',
      byDefault: false,
      closedByUserId: member.id,
    });
    expect(await get(question)).toEqual(answered);
    expect(await eventsOf(question)).toMatchObject([
      { type: 'question.asked', entityType: 'question', payload: { identifier: issue.identifier } },
      { type: 'question.answered', payload: { answer: 'Red', askedByAgentId: team.ann.id } },
    ]);
  });

  it('takes no other answer than its kind demands, and says which field is wrong', async () => {
    for (const [fields, right, wrong] of [
      [choice, 'Red', 'Green'],
      [{ ...choice, kind: 'several' }, ['Red', 'Blue'], ['Red', 'Red']],
      [{ kind: 'text', text: 'Why?', options: undefined }, 'So.', ' '],
      [{ kind: 'confirm', text: 'Sure?', options: undefined }, false, 'yes'],
    ] as const) {
      const question = await ask(fields);
      await expect(answer(question, wrong)).rejects.toEqual(refusedField('answer'));
      expect((await answer(question, right)).answer).toEqual(right);
      await expect(ask({ ...fields, default: wrong })).rejects.toEqual(refusedField('default'));
    }
    await expect(ask({ options: ['Red'] })).rejects.toEqual(refusedField('options'));
    await expect(ask({ kind: 'confirm' })).rejects.toEqual(refusedField('options'));
    await expect(ask({ deadline: issue.createdAt })).rejects.toEqual(refusedField('deadline'));
    await expect(ask({ to: { agentId: team.ann.id } })).rejects.toEqual(refusedField('to'));
  });

  it('is answered by whom it is put to, and by an owner, and withdrawn by its asker and the board', async () => {
    const member = await addMember(stage, team);
    const other = await addMember(stage, team);
    const notYours = refusedWith('question_not_yours', { status: 403 });
    const toBob = await ask({ to: { agentId: team.bob.id } });
    for (const who of [team.ann, team.manager, member]) {
      await expect(answer(toBob, 'Red', who)).rejects.toEqual(notYours);
    }
    expect(await answer(toBob, 'Red', team.bob)).toMatchObject({ closedByAgentId: team.bob.id });
    const toMember = await ask({ to: { userId: member.id } });
    for (const who of [team.ann, team.bob, other]) {
      await expect(answer(toMember, 'Red', who)).rejects.toEqual(notYours);
    }
    await answer(toMember, 'Red', member);
    const [owned, withdrawn, taken] = [await ask(), await ask(), await ask()];
    await expect(answer(owned, 'Red', team.manager)).rejects.toEqual(notYours);
    await answer(await ask({ to: { agentId: team.bob.id } }), 'Blue', team.board);
    await expect(withdraw(withdrawn, team.bob)).rejects.toEqual(notYours);
    expect(await withdraw(withdrawn)).toMatchObject({ state: 'withdrawn', answer: null });
    expect(await withdraw(taken, member)).toMatchObject({ closedByUserId: member.id });
  });

  it('is put to nobody who cannot answer, and says who is not woken', async () => {
    const { given, as } = stage;
    const gone = await given.agent(team.companyId, { name: 'Gone', status: 'terminated' });
    const paused = await given.agent(team.companyId, { name: 'Pia', status: 'paused' });
    const foreign = await openTeam(stage);
    for (const [agentId, code] of [
      [gone.agentId, 'agent_not_assignable'],
      [foreign.ann.id, 'agent_not_found'],
      [newId(), 'agent_not_found'],
    ] as const) {
      await expect(ask({ to: { agentId } })).rejects.toEqual(refusedWith(code));
    }
    await expect(ask({ to: { userId: newId() } })).rejects.toEqual(refusedWith('user_not_found'));
    expect((await ask({ to: { agentId: paused.agentId } })).note).toContain('Pia is paused');
    expect(await ask({ to: { agentId: team.bob.id } })).not.toHaveProperty('note');
    const question = await ask();
    await expect(as(foreign.ann).getQuestion({ questionId: question.id })).rejects.toEqual(
      refusedWith('question_not_found'),
    );
    await expect(answer(question, 'Red', foreign.ann)).rejects.toEqual(
      refusedWith('question_not_found'),
    );
  });

  it('waits for others where fifty are open', async () => {
    for (let open = 0; open < OPEN_QUESTIONS_MAX; open += 1) await ask();
    await expect(ask()).rejects.toEqual(refusedWith('too_many_questions', { status: 409 }));
  });

  it('is asked and answered once by requests that are repeated', async () => {
    const key = { idempotencyKey: newId() };
    const send = () =>
      stage.as(team.ann, key).askQuestion({ issueId: issue.id, to: 'board', ...choice } as never);
    const [first, again] = [await send(), await send()];
    expect(again).toEqual(first);
    const more = { idempotencyKey: newId() };
    const tell = () =>
      stage.as(team.board, more).answerQuestion({ questionId: first.id, answer: 'Red' });
    expect(await tell()).toEqual(await tell());
    await expect(answer(first, 'Blue')).rejects.toEqual(
      refusedWith('question_closed', {
        status: 409,
        details: expect.objectContaining({ state: 'answered', answer: 'Red' }),
      }),
    );
  });

  it('expires at its deadline, with its default as the answer if it has one', async () => {
    const deadline = inAnHour();
    const [withDefault, without, later] = [
      await ask({ default: 'Blue', deadline }),
      await ask({ deadline }),
      await ask({ deadline: new Date(Date.parse(deadline) + 1).toISOString() }),
    ];
    await expireAt(new Date(Date.parse(deadline) - 1).toISOString());
    expect((await get(withDefault)).state).toBe('open');
    await expireAt(deadline);
    expect(await get(withDefault)).toMatchObject({
      state: 'expired',
      answer: 'Blue',
      byDefault: true,
      closedByName: null,
      closedAt: deadline,
    });
    expect(await get(without)).toMatchObject({ state: 'expired', answer: null, byDefault: false });
    expect((await get(later)).state).toBe('open');
    await expireAt(deadline);
    expect((await eventsOf(withDefault)).map(({ type, actorType }) => [type, actorType])).toEqual([
      ['question.asked', 'agent'],
      ['question.expired', 'system'],
    ]);
    await expect(answer(withDefault, 'Red')).rejects.toEqual(refusedWith('question_closed'));
  });

  it('expires with the agent that was to answer, and not one to somebody else', async () => {
    const snapshot = await stage.given.agent(team.companyId, { name: 'Gil' });
    const { agentId } = snapshot;
    const to = { agentId };
    const [asked, plain] = [
      await ask({ to, default: 'Red', deadline: inAnHour() }),
      await ask({ to }),
    ];
    const answered = await ask({ to });
    await answer(answered, 'Blue', team.board);
    const other = await ask({ to: { agentId: team.bob.id } });
    await stage.receive(agents, 'agent.terminated', {
      companyId: team.companyId,
      entityId: agentId,
      payload: { ...snapshot, status: 'terminated', version: snapshot.version + 1 },
    });
    await expireAt(inAnHour());
    expect(await get(asked)).toMatchObject({ state: 'expired', answer: 'Red', byDefault: true });
    expect(await get(plain)).toMatchObject({ state: 'expired', answer: null });
    expect((await get(answered)).state).toBe('answered');
    expect((await get(other)).state).toBe('open');
  });

  it('has one outcome of 500 answers, withdrawals and expiries at once', async () => {
    const deadline = inAnHour();
    const question = await ask({ default: 'Blue', deadline });
    const results: PromiseSettledResult<Question | undefined>[] = [];
    let next = 0;
    const close = (at: number): Promise<Question | undefined> => {
      if (at % 50 === AT_ONCE - 1) return expireAt(deadline).then(() => undefined);
      return at % 3 === 0 ? withdraw(question) : answer(question, at % 2 ? 'Red' : 'Blue');
    };
    // As many at once as the service has places for.
    const take = async (): Promise<void> => {
      while (next < 500) {
        next += 1;
        // oxlint-disable-next-line no-await-in-loop -- one place of many takes one after the other
        results.push(...(await Promise.allSettled([close(next)])));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, take));
    const won = results.flatMap((one) =>
      one.status === 'fulfilled' && one.value ? [one.value] : [],
    );
    const lost = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    const outcome = await get(question);
    const ends = (await eventsOf(question)).filter(({ type }) => type !== 'question.asked');
    expect(ends).toHaveLength(1);
    expect(ends[0]).toMatchObject({
      type: `question.${outcome.state}`,
      payload: { answer: outcome.answer },
    });
    expect(won).toEqual(outcome.state === 'expired' ? [] : [outcome]);
    const { state, answer: given } = outcome;
    expect(
      new Set(lost.map(({ code, details }) => `${code} ${details?.state} ${details?.answer}`)),
    ).toEqual(new Set([`question_closed ${state} ${String(given)}`]));
    expect(lost.length + won.length).toBe(490);
  });

  it('is listed newest first, and by state', async () => {
    const asked = [await ask(), await ask(), await ask()];
    await withdraw(asked[1] as Question);
    const list = (more: object = {}) =>
      stage.as(team.bob).listQuestions({ issueId: issue.identifier, ...more });
    expect((await list({ limit: 2 })).map(({ id }) => id)).toEqual([asked[2]?.id, asked[1]?.id]);
    expect((await list({ state: 'open' })).map(({ id }) => id)).toEqual([
      asked[2]?.id,
      asked[0]?.id,
    ]);
  });

  it('stands in the context of whoever goes on with the issue, and in the inbox of people', async () => {
    const member = await addMember(stage, team);
    const [toBoard, toMember, toBob] = [
      await ask({ text: 'a'.repeat(4_000) }),
      await ask({ to: { userId: member.id } }),
      await ask({ to: { agentId: team.bob.id } }),
    ];
    await answer(toBob, 'Red', team.bob);
    const { questions } = await stage.as(team.ann).getHeartbeatContext({ issueId: issue.id });
    expect(questions?.map(({ id, state }) => [id, state])).toEqual([
      [toMember.id, 'open'],
      [toBoard.id, 'open'],
      [toBob.id, 'answered'],
    ]);
    expect(questions?.at(1)?.text).toHaveLength(1_000);
    const waiting = async (who: typeof member) =>
      (await stage.as(who).listIssuesOfBoard({})).questions;
    const own = await waiting(member);
    expect(own?.rows.slice(0, 2)).toMatchObject([
      {
        id: toMember.id,
        identifier: issue.identifier,
        issueTitle: 'Paint',
        options: ['Red', 'Blue'],
      },
      { id: toBoard.id },
    ]);
    const other = await waiting(await addMember(stage, team));
    expect(other?.rows.map(({ id }) => id)).not.toContain(toMember.id);
    expect(other?.counts).toEqual([
      { companyId: team.companyId, count: (own?.counts[0]?.count ?? 0) - 1 },
    ]);
    await answer(toMember, 'Red', member);
    expect((await waiting(member))?.rows.map(({ id }) => id)).not.toContain(toMember.id);
  });
});
