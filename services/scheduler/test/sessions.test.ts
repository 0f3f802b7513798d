import { issues } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, planOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropOldSessions, findSession } from '../src/store/sessions.ts';
import { commentOn } from './comment-on.ts';
import { eventually, isOver, openScheduler, type Opened } from './open-scheduler.ts';

/** Prints the session that it was offered, names a session, and ends as the prompt asks. */
const script = `const prompt = require('fs').readFileSync(0, 'utf8');
  console.log('args ' + process.argv.slice(1).join(' ') + ' env ' + process.env.SERVICE_SESSION_ID);
  console.log(JSON.stringify({
    nonce: process.env.SERVICE_RUN_NONCE, type: 'init', session_id: prompt.split(' ')[0],
  }));
  process.exit(prompt.endsWith('fail') ? 1 : 0)`;
const command = [
  process.execPath,
  '-e',
  script,
  '--',
  ['--resume', '{{sessionId}}'],
  ['--model', '{{model}}'],
];

describe('the session of an agent on an issue', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler({ MUSTER_ALPHA_LOCAL_COMMAND: JSON.stringify(command) });
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());
  const configure = (agentId: string, promptTemplate: string, model?: string): void => {
    opened.adapters.set(agentId, {
      adapterType: 'alpha_local',
      adapterConfig: { promptTemplate, ...(model ? { model } : {}) },
    });
  };
  const newAgent = async (prompt: string): Promise<string> => {
    const { agentId } = await opened.agent(companyId, '', { adapterType: 'alpha_local' });
    configure(agentId, prompt);
    return agentId;
  };
  /** The first line of the run of one more comment on the issue. */
  const workOn = async (agentId: string, issueId: string): Promise<string> => {
    const commentId = newId();
    await opened.passWait(agentId);
    await opened.receive(issues, 'issue.commented', {
      companyId,
      entityId: issueId,
      payload: commentOn({ issueId, commentId, agentId }),
    });
    const run = await eventually(async () => {
      const runs = await opened.stage.as(boardActor()).listRuns({ companyId, agentId });
      return runs.find((each) => isOver(each) && JSON.stringify(each.context).includes(commentId));
    });
    return (await opened.logOf(run.id)).split('\n')[0] ?? '';
  };
  const FRESH = 'args  env undefined';

  it('is offered to its next run on that issue, and to no other', async () => {
    const agentId = await newAgent('s-1 work');
    const issueId = newId();
    expect(await workOn(agentId, issueId)).toBe(FRESH);
    expect(await workOn(agentId, issueId)).toBe('args --resume s-1 env s-1');
    expect(await workOn(agentId, newId())).toBe(FRESH);
    expect(await workOn(await newAgent('s-2 work'), issueId)).toBe(FRESH);
    const { id } = await opened.finished((await opened.wake(agentId)).id);
    expect(await opened.logOf(id)).toContain(FRESH);
  });

  it('is dropped when the configuration of the agent changes', async () => {
    const agentId = await newAgent('s-1 work');
    const issueId = newId();
    await workOn(agentId, issueId);
    configure(agentId, 's-1 work', 'large');
    expect(await workOn(agentId, issueId)).toBe('args --model large env undefined');
    expect(await workOn(agentId, issueId)).toBe('args --resume s-1 --model large env s-1');
  });

  it('is dropped when the run that resumed it fails', async () => {
    const agentId = await newAgent('s-1 fail');
    const issueId = newId();
    expect(await workOn(agentId, issueId)).toBe(FRESH);
    expect(await workOn(agentId, issueId)).toBe('args --resume s-1 env s-1');
    expect(await workOn(agentId, issueId)).toBe(FRESH);
  });

  it('is not stored where it is a secret of the agent', async () => {
    const agentId = await newAgent('canary-of-a-session work');
    opened.adapters.set(agentId, {
      adapterType: 'alpha_local',
      hide: ['canary-of-a-session'],
      adapterConfig: { promptTemplate: 'canary-of-a-session work' },
    });
    const issueId = newId();
    await workOn(agentId, issueId);
    expect(await workOn(agentId, issueId)).toBe(FRESH);
  });

  it('is stored for the latest hundred issues, found by an index', async () => {
    const agentId = newId();
    await opened.stage.db.run({
      text: `insert into sessions
        select $1::uuid, gen_random_uuid(), $2::uuid, 's', 'c', now() - make_interval(mins => n)
        from generate_series(1, 150) as n returning 1`,
      values: [agentId, companyId],
    });
    const of = { id: newId(), epoch: 1, fence: 1, companyId, agentId, issueId: newId() };
    expect(await planOf(opened.stage.db, (db) => findSession(db, of, 'c'))).toContain(
      'sessions_pkey',
    );
    await dropOldSessions(opened.stage.db, of);
    const [stored] = await opened.stage.db.run<{ count: number; oldest: number }>({
      text: `select count(*)::integer as count,
          round(extract(epoch from now() - min(updated_at)) / 60)::integer as oldest
        from sessions where agent_id = $1`,
      values: [agentId],
    });
    expect(stored).toEqual({ count: 100, oldest: 100 });
  });
});

describe('the arguments of a bound command', () => {
  let opened: Opened;
  let companyId: string;
  const echo = [process.execPath, '-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--'];
  beforeAll(async () => {
    opened = await openScheduler({
      MUSTER_ALPHA_LOCAL_COMMAND: JSON.stringify([...echo, '{{extraArgs}}', '--last']),
      MUSTER_BETA_LOCAL_COMMAND: JSON.stringify(echo),
    });
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());
  const run = async (adapterType: 'alpha_local' | 'beta_local', adapterConfig: object) => {
    const { agentId } = await opened.agent(companyId, '', { adapterType });
    opened.adapters.set(agentId, {
      adapterType,
      adapterConfig: adapterConfig as Record<string, string[]>,
    });
    return opened.finished((await opened.wake(agentId)).id);
  };

  it('include those of the agent where the operator accepts them', async () => {
    const { id } = await run('alpha_local', { extraArgs: ['--fast', '{{taskId}}'] });
    expect(JSON.parse(await opened.logOf(id))).toEqual(['--fast', '{{taskId}}', '--last']);
    expect(await run('beta_local', { extraArgs: ['--fast'] })).toMatchObject({
      status: 'failed',
      errorCode: 'adapter_config',
      error: 'adapterConfig.extraArgs: the operator accepts none',
    });
  });

  it('are refused with a secret, and a model that could be an option is omitted', async () => {
    const secret = await run('alpha_local', { extraArgs: ['--key={{secret:db}}'] });
    expect(secret).toMatchObject({ status: 'failed', errorCode: 'secret_in_command' });
    const model = await run('alpha_local', { model: '--do-anything' });
    expect(model).toMatchObject({ status: 'failed', errorCode: 'adapter_config' });
  });
});
