/** Wake-ups by a caller. */
import { RunSource } from '@muster/contracts';
import { asOwn, remote } from './heartbeat-steps.ts';
import { badInput, NOTHING, type Send, type Who, type WorkRow } from '../row.ts';

const agent = { agent: remote() };
const sources = RunSource.options.filter((source) => source !== 'retry');

export const wakeRows: readonly WorkRow[] = ['wakeup', 'heartbeat/invoke'].flatMap(
  (name): WorkRow[] => {
    const wake = (agentId: string, body: object = {}, by: Who = 'board'): Send => [
      `POST /api/agents/${agentId}/${name}`,
      body,
      by,
    ];
    const refused: [string, object, string][] = [
      ['source', { source: 'retry' }, 'the source retry'],
      ['source', { source: 'whim' }, 'an unknown source'],
      ['reason', { reason: '' }, 'an empty reason'],
      ['reason', { reason: 'x'.repeat(501) }, 'a reason that is too long'],
      ['payload', { payload: [1] }, 'a payload that is no object'],
      ['idempotencyKey', { idempotencyKey: '' }, 'an empty key'],
      ['idempotencyKey', { idempotencyKey: 'x'.repeat(201) }, 'a key that is too long'],
      ['companyId', { companyId: 'x' }, 'a company that is no id'],
      ['likeRunId', { likeRunId: 'x' }, 'an earlier run that is no id'],
    ];
    return [
      {
        rule: `${name} queues a run`,
        first: agent,
        send: wake('$agent'),
        answers: 202,
        shows: {
          agentId: '$agent',
          companyId: '$company',
          status: 'queued',
          source: 'on_demand',
          reason: 'on_demand',
          startedAt: null,
        },
      },
      {
        rule: `${name} takes all fields, and an agent by its URL key`,
        first: agent,
        send: wake('$agent.urlKey', {
          companyId: '$company',
          source: 'mention',
          reason: 'look',
          payload: { page: 7 },
          idempotencyKey: 'once',
        }),
        answers: 202,
        shows: {
          source: 'mention',
          reason: 'look',
          context: { wakes: [{ source: 'mention', reason: 'look', payload: { page: 7 } }] },
        },
      },
      ...sources.map((source): WorkRow => ({
        rule: `${name} takes the source ${source}`,
        first: agent,
        send: wake('$agent', { source }),
        answers: 202,
        shows: { source },
      })),
      ...refused.map(([at, body, what]): WorkRow => ({
        rule: `${name} refuses ${what}`,
        send: wake('$rae', body),
        answers: badInput,
        at,
      })),
      {
        rule: `${name} with an idempotency key queues one run`,
        first: { ...agent, run: wake('$agent', { idempotencyKey: 'once' }) },
        send: wake('$agent', { idempotencyKey: 'once' }),
        answers: 202,
        shows: { id: '$run' },
      },
      {
        rule: `${name} of an agent with a queued run answers with that run`,
        first: { ...agent, run: wake('$agent') },
        send: wake('$agent'),
        answers: 202,
        shows: { id: '$run' },
      },
      {
        rule: `${name} runs again for the issue of an earlier run`,
        first: { ...agent, run: wake('$agent') },
        send: wake('$agent', { likeRunId: '$run' }),
        answers: 202,
        shows: { id: '$run' },
      },
      {
        rule: `${name} finds no earlier run of another agent`,
        first: { ...agent, other: remote({ name: 'S $word' }), run: wake('$other') },
        send: wake('$agent', { likeRunId: '$run' }),
        answers: [404, 'run_not_found'],
      },
      {
        rule: `${name} is allowed for oneself`,
        first: { ...agent, key: ['POST /api/agents/$agent/keys', {}] },
        send: asOwn(`POST /api/agents/$agent/${name}`),
        answers: 202,
        shows: { agentId: '$agent' },
      },
      {
        rule: `${name} is allowed for one's reports`,
        first: { agent: remote({ reportsTo: '$ann' }) },
        send: wake('$agent', {}, 'cleo'),
        answers: 202,
        shows: { agentId: '$agent' },
      },
      {
        rule: `${name} is refused for other agents`,
        first: agent,
        send: wake('$agent', {}, 'sid'),
        answers: [403, 'not_your_agent'],
      },
      {
        rule: `${name} is refused for one's manager`,
        send: wake('$max', {}, 'ann'),
        answers: [403, 'not_your_agent'],
      },
      {
        rule: `${name} needs a caller`,
        send: wake('$rae', {}, 'nobody'),
        answers: [401, 'unauthenticated'],
      },
      {
        rule: `${name} of an agent of another company is absent`,
        send: wake('$rae', {}, 'zoe'),
        answers: [404, 'agent_not_found'],
      },
      {
        rule: `${name} of an absent agent is absent`,
        send: wake(NOTHING),
        answers: [404, 'agent_not_found'],
      },
      {
        rule: `${name} is refused for a pending agent`,
        send: wake('$pia'),
        answers: [422, 'agent_not_runnable'],
      },
      {
        rule: `${name} is refused for a terminated agent`,
        send: wake('$tom'),
        answers: [422, 'agent_not_runnable'],
      },
      {
        rule: `${name} is skipped for a paused agent`,
        send: wake('$pat'),
        answers: 202,
        shows: { status: 'skipped', reason: 'agent_paused' },
      },
      {
        rule: `${name} is skipped for an agent without wake-ups on demand`,
        send: wake('$sid'),
        answers: 202,
        shows: { status: 'skipped', reason: 'wake_on_demand_off' },
      },
      {
        rule: `${name} is skipped in a paused company`,
        send: wake('$pam'),
        answers: 202,
        shows: { status: 'skipped', reason: 'company_paused' },
      },
      {
        rule: `${name} is refused in an archived company`,
        send: wake('$art'),
        answers: [422, 'company_archived'],
      },
    ];
  },
);
