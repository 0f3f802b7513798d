/**
 * Each mistake is refused with an answer that names the field, the rule, or the next request, and a
 * reader that has only this answer gets the request right at its second try.
 */
import type { Comment, Problem, WakeExplanation } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAgentWithKey, addIssue } from '../fixtures/builders.ts';
import type { Caller } from '../world/http-client.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { agentMistakes } from './rows/agents.ts';
import { boardMistakes } from './rows/boards.ts';
import { fieldMistakes } from './rows/fields.ts';
import type { By, MistakeRow, Setting } from './rows/mistake-row.ts';
import { routeMistakes } from './rows/routes.ts';
import { stateMistakes } from './rows/states.ts';
import { credentialMistakes, valueMistakes } from './rows/values.ts';
import { notedRequest } from './second-try.ts';
import { named, openSetting, performIn, type Perform } from './setting.ts';

const tables: Readonly<Record<string, (setting: Setting) => MistakeRow[]>> = {
  'a route': routeMistakes,
  'a field': fieldMistakes,
  'a credential': credentialMistakes,
  'a value': valueMistakes,
  'an agent': agentMistakes,
  'a board': boardMistakes,
  'a state': stateMistakes,
};

const world = useSharedWorld();
let setting: Setting;
let callers: Readonly<Record<By, Caller>>;
let perform: Perform;
beforeAll(async () => {
  ({ setting, callers } = await openSetting(world()));
  perform = performIn(world(), callers);
});

describe.each(Object.entries(tables))('%s', (_, table) => {
  it.each(table(named).map(({ mistake }, index) => ({ mistake, index })))(
    '$mistake is answered so that the second try is right',
    async ({ index }) => {
      const row = table(setting)[index] as MistakeRow;
      const refused = await perform(row.by, row);
      const problem = refused.body as Problem;
      expect([refused.status, problem.code]).toEqual(row.answers);
      const text = JSON.stringify(problem);
      for (const words of row.leads) expect(text).toContain(words);
      if (!row.secondTry) return;
      const again = await perform(row.by, row.secondTry(problem, row));
      expect([again.status, again.body]).toEqual([expect.toBeOneOf([200, 201, 202]), again.body]);
    },
  );
});

it('keeps the 92 mistakes', () => {
  expect(Object.values(tables).flatMap((table) => table(named)).length).toBeGreaterThanOrEqual(92);
});

describe('an unknown field that is like no other', () => {
  it('is ignored, and an object names it', async () => {
    const { company } = setting;
    const reply = await callers.board.post(`/api/companies/${company}/issues`, {
      title: 'A title',
      colour: 'red',
      prioritisation: 1,
    });
    expect(reply).toMatchObject({
      status: 201,
      body: { title: 'A title', ignoredFields: [{ field: 'colour' }, { field: 'prioritisation' }] },
    });
    const list = await callers.board.get(`/api/companies/${company}/issues?colour=red`);
    expect([list.status, Array.isArray(list.body)]).toEqual([200, true]);
    expect(list.headers.get('ignored-fields')).toBe('colour');
  });
});

describe('an answer to what succeeds and does not do what is expected', () => {
  it('says that an assignment from the backlog wakes no agent, also where little is asked for', async () => {
    const { company, agents } = setting;
    const minimal = { prefer: 'return=minimal' };
    const fields = { title: 'Later', assigneeAgentId: agents.bob };
    const path = `/api/companies/${company}/issues`;
    const { status, body } = await callers.board.post(path, fields, minimal);
    const { note } = body as { note: string };
    expect([status, note]).toEqual([201, expect.stringContaining('wakes no agent')]);
    const again = await perform('board', notedRequest(note));
    expect(again).toMatchObject({ status: 200, body: { status: 'todo' } });
    expect(again.body).not.toHaveProperty('note');
  });

  it('says that an agent without a program cannot run yet', async () => {
    const path = `/api/companies/${setting.company}/agents`;
    const { status, body } = await callers.board.post(path, { name: 'Made with a name alone' });
    const { note } = body as { note: string };
    expect([status, note]).toEqual([201, expect.stringContaining('cannot run yet')]);
    const again = await perform('board', notedRequest(note));
    expect(again).toMatchObject({ status: 200, body: { adapterConfig: { command: 'node' } } });
  });

  it('says what of a comment is no name, and which agents are not woken', async () => {
    const path = `/api/issues/${setting.issues.open}/comments`;
    const { status, body } = await callers.ann.post(path, { body: '@bobb and @Cleo: look' });
    const { mentions, unresolvedMentions = [] } = body as Comment;
    expect([status, mentions.map(({ name }) => name)]).toEqual([201, ['Cleo']]);
    const [{ text, nearest } = { text: '' }] = unresolvedMentions;
    expect([text, nearest?.agentId]).toEqual(['bobb', setting.agents.bob]);
    const again = await callers.ann.post(path, { body: `@${nearest?.name}: look` });
    expect((again.body as Comment).mentions.map(({ agentId }) => agentId)).toEqual([
      setting.agents.bob,
    ]);
    expect(again.body).not.toHaveProperty('unresolvedMentions');
  });

  it('repeats a mention that is like no name, and names no agent for it', async () => {
    const path = `/api/issues/${setting.issues.open}/comments`;
    const { status, body } = await callers.ann.post(path, { body: '@quentin: look' });
    const { mentions, unresolvedMentions } = body as Comment;
    expect([status, mentions, unresolvedMentions]).toEqual([201, [], [{ text: 'quentin' }]]);
  });

  it('names the request with which the program of a remote agent takes its wake-up', async () => {
    const { board } = callers;
    const { agent, caller } = await addAgentWithKey(world(), setting.company, {
      name: 'Far',
      adapterType: 'remote',
      runtimeConfig: {},
    });
    const { id: issueId } = await addIssue(board, setting.company, { assigneeAgentId: agent.id });
    const path = `/api/agents/${agent.id}/explain-wake?issueId=${issueId}`;
    const { explanation } = await until('a wake-up that no program takes', async () => {
      const found = (await board.get(path)).body as WakeExplanation;
      return found.reason === 'waiting_to_be_fetched' ? found : undefined;
    });
    const [, line = ''] = /GET (\S+),/.exec(explanation) ?? [];
    expect(await caller.get(line)).toMatchObject({ status: 200, body: [{ issueId }] });
  });

  it('names the request that changes what a change of the record ignores', async () => {
    const { body } = await callers.board.patch(`/api/agents/${setting.agents.bob}`, {
      status: 'paused',
    });
    const [{ field, instead } = { field: '', instead: '' }] = (
      body as { ignoredFields: { field: string; instead: string }[] }
    ).ignoredFields;
    expect([field, instead]).toEqual(['status', expect.stringContaining('/pause')]);
    const [line = ''] = instead.split(',');
    const again = await perform('board', {
      line: line.replace(':agentId', setting.agents.bob),
      body: {},
    });
    expect(again).toMatchObject({ status: 200, body: { status: 'paused' } });
  });

  it('has the most that a page has in a header, where more was asked for', async () => {
    const path = `/api/companies/${setting.company}/issues`;
    const [more, less] = [
      await callers.ann.get(`${path}?limit=5000`),
      await callers.ann.get(`${path}?limit=500`),
    ];
    expect([more.status, more.headers.get('limit-applied')]).toEqual([200, '500']);
    expect([less.status, less.headers.get('limit-applied')]).toEqual([200, null]);
  });
});
