/** Wake-ups by hand, wake-ups that an agent fetches, and why there was one or none. */
import { RunSource } from '@muster/contracts';
import { expect } from 'vitest';
import { ask, asOwn, offered, remote, taken } from './heartbeat-steps.ts';
import { badInput, issue, NOTHING } from './row.ts';
import type { Send, Who, WorkRow } from './row.ts';

const agent = { agent: remote() };
const sources = RunSource.options.filter((source) => source !== 'retry');

const byHand = ['wakeup', 'heartbeat/invoke'].flatMap((name): WorkRow[] => {
  const wake = (whom: string, body: object = {}, by: Who = 'board'): Send =>
    [`POST /api/agents/${whom}/${name}`, body, by];
  const refused: [string, object, string][] = [
    ['source', { source: 'retry' }, 'a retry is not called for'],
    ['source', { source: 'whim' }, 'an unknown source'],
    ['reason', { reason: '' }, 'no words for a reason'],
    ['reason', { reason: 'x'.repeat(501) }, 'a reason that is too long'],
    ['payload', { payload: [1] }, 'a payload that is no object'],
    ['idempotencyKey', { idempotencyKey: '' }, 'an empty key'],
    ['idempotencyKey', { idempotencyKey: 'x'.repeat(201) }, 'a key that is too long'],
    ['companyId', { companyId: 'x' }, 'a company that is no id'],
  ];
  return [
    { rule: `${name} makes a run`, first: agent, send: wake('$agent'), answers: 202,
      shows: {
        agentId: '$agent', companyId: '$company', status: 'queued', source: 'on_demand',
        reason: 'on_demand', startedAt: null,
      } },
    { rule: `${name} takes what the agent is told, and an agent by its name`, first: agent,
      send: wake('$agent.urlKey', {
        companyId: '$company', source: 'mention', reason: 'look', payload: { page: 7 },
        idempotencyKey: 'once',
      }), answers: 202,
      shows: {
        source: 'mention', reason: 'look',
        context: { wakes: [{ source: 'mention', reason: 'look', payload: { page: 7 } }] },
      } },
    ...sources.map((source): WorkRow => ({
      rule: `${name} takes the source ${source}`, first: agent,
      send: wake('$agent', { source }), answers: 202, shows: { source },
    })),
    ...refused.map(([at, body, what]): WorkRow => ({
      rule: `${name} refuses ${what}`, send: wake('$rae', body), answers: badInput, at,
    })),
    { rule: `${name} with a key makes one run`,
      first: { ...agent, run: wake('$agent', { idempotencyKey: 'once' }) },
      send: wake('$agent', { idempotencyKey: 'once' }), answers: 202, shows: { id: '$run' } },
    { rule: `${name} of an agent with a run shows that run`,
      first: { ...agent, run: wake('$agent') }, send: wake('$agent'), answers: 202,
      shows: { id: '$run' } },
    { rule: `${name} is for oneself`,
      first: { ...agent, key: ['POST /api/agents/$agent/keys', {}] },
      send: asOwn(`POST /api/agents/$agent/${name}`), answers: 202, shows: { agentId: '$agent' } },
    { rule: `${name} is for one's reports`, first: { agent: remote({ reportsTo: '$ann' }) },
      send: wake('$agent', {}, 'cleo'), answers: 202, shows: { agentId: '$agent' } },
    { rule: `${name} is not for others`, first: agent, send: wake('$agent', {}, 'sid'),
      answers: [403, 'not_your_agent'] },
    { rule: `${name} is not for one's manager`, send: wake('$max', {}, 'ann'),
      answers: [403, 'not_your_agent'] },
    { rule: `${name} takes a caller`, send: wake('$rae', {}, 'nobody'),
      answers: [401, 'unauthenticated'] },
    { rule: `${name} of an agent elsewhere is absent`, send: wake('$rae', {}, 'zoe'),
      answers: [404, 'agent_not_found'] },
    { rule: `${name} of nobody is absent`, send: wake(NOTHING), answers: [404, 'agent_not_found'] },
    { rule: `${name} waits for the board's word on a hire`, send: wake('$pia'),
      answers: [422, 'agent_not_runnable'] },
    { rule: `${name} comes too late`, send: wake('$tom'), answers: [422, 'agent_not_runnable'] },
    { rule: `${name} passes over a paused agent`, send: wake('$pat'), answers: 202,
      shows: { status: 'skipped', reason: 'agent_paused' } },
    { rule: `${name} passes over who is not to be called`, send: wake('$sid'), answers: 202,
      shows: { status: 'skipped', reason: 'wake_on_demand_off' } },
    { rule: `${name} starts nothing in a paused company`, send: wake('$pam'), answers: 202,
      shows: { status: 'skipped', reason: 'company_paused' } },
    { rule: `${name} starts nothing in an archived company`, send: wake('$art'),
      answers: [422, 'company_archived'] },
  ];
});

const own = 'GET /api/agents/me/wakes';
const fetched: readonly WorkRow[] = [
  { rule: 'wakes shows what waits', first: offered, send: asOwn(`${own}?wait=20`), answers: 200,
    shows: [{
      id: '$wakes[0].id', runId: '$run', source: 'on_demand', reason: 'look', issueId: null,
      commentId: null, approvalId: null, approvalStatus: null, linkedIssueIds: [],
      payload: { page: 7 }, createdAt: expect.any(String),
    }] },
  { rule: 'wakes of who has none is empty', send: [own, undefined, 'sid'], answers: 200,
    shows: [] },
  { rule: 'wakes waits no longer than a proxy', send: [`${own}?wait=56`, undefined, 'sid'],
    answers: badInput, at: 'wait' },
  { rule: 'wakes waits forward', send: [`${own}?wait=-1`, undefined, 'sid'], answers: badInput,
    at: 'wait' },
  { rule: "wakes is an agent's", send: [own], answers: [403, 'agent_only'] },
  { rule: 'wakes takes a caller', send: [own, undefined, 'nobody'],
    answers: [401, 'unauthenticated'] },
  { rule: 'wakes is not for the run', first: taken,
    send: [own, undefined, 'nobody', { authorization: 'Bearer $ack.variables.SERVICE_API_KEY' }],
    answers: [403, 'agent_key_needed'] },
  { rule: 'ack begins the run', first: offered, send: ask('ack'), answers: 200,
    shows: {
      run: { id: '$run', status: 'running', epoch: 1, startedAt: expect.any(String) },
      variables: {
        SERVICE_API_KEY: expect.stringContaining('mst_run_'), SERVICE_RUN_ID: '$run',
        SERVICE_AGENT_ID: '$agent',
      },
      leaseExpiresAt: expect.any(String), deadlineAt: expect.any(String),
    } },
  { rule: 'ack of what was taken', first: taken, send: ask('ack'),
    answers: [409, 'wake_already_taken'] },
  { rule: 'ack of what is not to be done any more',
    first: { ...offered, gone: ['POST /api/heartbeat-runs/$run/cancel'] }, send: ask('ack'),
    answers: [409, 'wake_not_offered'] },
  ...([
    ['sid', [403, 'not_your_run']], ['zoe', [404, 'wake_not_found']],
  ] as const).map(([by, answers]): WorkRow => ({
    rule: `ack is not for others: ${by}`, first: offered, answers,
    send: ['POST /api/agents/me/wakes/$wakes[0].id/ack', {}, by],
  })),
  { rule: 'ack of nothing is absent', send: [`POST /api/agents/me/wakes/${NOTHING}/ack`, {}, 'sid'],
    answers: [404, 'wake_not_found'] },
  { rule: "ack is an agent's", first: offered,
    send: ['POST /api/agents/me/wakes/$wakes[0].id/ack', {}], answers: [403, 'agent_only'] },
];

const why = (query: string, by: Who = 'board', whom = '$sid'): Send =>
  [`GET /api/agents/${whom}/explain-wake${query}`, undefined, by];
const given = { issue: issue({ assigneeAgentId: '$sid' }) };
const explained: readonly WorkRow[] = [
  { rule: 'explains an assignment that woke nobody', first: given, send: why('?issueId=$issue'),
    answers: 200,
    shows: {
      agentId: '$sid', companyId: '$company', woken: false, reason: expect.any(String),
      explanation: expect.any(String), wake: null, run: null, trail: expect.any(Array),
      skips: expect.any(Array),
    } },
  { rule: 'explains an issue by its name to its company', first: given,
    send: why('?issueId=$issue.identifier', 'ann', '$ann'), answers: 200,
    shows: { woken: false, reason: 'not_the_assignee' } },
  { rule: 'explains a comment that is not for the agent',
    first: { issue: issue(), said: ['POST /api/issues/$issue/comments', { body: 'a' }] },
    send: why('?commentId=$said'), answers: 200,
    shows: { woken: false, reason: 'not_addressed' } },
  { rule: 'explains an approval of somebody else', send: why('?approvalId=$approval'),
    answers: 200, shows: { woken: false, reason: 'not_the_requester' } },
  { rule: 'explains something', send: why(''), answers: badInput, at: 'issueId' },
  { rule: 'explains a thing', send: why('?commentId=x'), answers: badInput, at: 'commentId' },
  { rule: 'explains nothing of an absent issue', send: why(`?issueId=${NOTHING}`),
    answers: [404, 'issue_not_found'] },
  { rule: 'explains nothing of an absent comment', send: why(`?commentId=${NOTHING}`),
    answers: [404, 'comment_not_found'] },
  { rule: 'explains nothing of an absent approval', send: why(`?approvalId=${NOTHING}`),
    answers: [404, 'approval_not_found'] },
  { rule: 'explains nothing of an absent agent', first: given,
    send: why('?issueId=$issue', 'board', NOTHING), answers: [404, 'agent_not_found'] },
  { rule: 'explains nothing to another company', first: given,
    send: why('?issueId=$issue', 'zoe'), answers: [404, 'issue_not_found'] },
];

export const wakeRows: readonly WorkRow[] = [...byHand, ...fetched, ...explained];
