import { readConfig } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schedulerConfig } from '../src/config.ts';
import { openScheduler, type Opened } from './open-scheduler.ts';

describe('a command that the operator has bound', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    const echo = [process.execPath, '-e', 'process.stdin.pipe(process.stdout)'];
    opened = await openScheduler({ MUSTER_ALPHA_LOCAL_COMMAND: JSON.stringify(echo) });
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  it('gets the rendered prompt on standard input', async () => {
    const { agentId } = await opened.agent(companyId, '');
    opened.adapters.set(agentId, {
      adapterType: 'alpha_local',
      adapterConfig: {
        promptTemplate: 'You are {{agentId}}, woken by {{ wakeReason }}.',
        model: 'any',
      },
    });
    const run = await opened.finished((await opened.wake(agentId)).id);
    expect(run.status).toBe('succeeded');
    expect(await opened.logOf(run.id)).toBe(`You are ${agentId}, woken by on_demand.`);
  });

  it('cannot be replaced by the configuration of an agent', async () => {
    const { agentId } = await opened.agent(companyId, '');
    opened.adapters.set(agentId, {
      adapterType: 'alpha_local',
      adapterConfig: { command: 'echo', args: ['mine'], promptTemplate: 'theirs' },
    });
    const run = await opened.finished((await opened.wake(agentId)).id);
    expect(await opened.logOf(run.id)).toBe('theirs');
  });

  it('is a JSON array of texts; with any other value the scheduler does not start', () => {
    const commands = schedulerConfig.pick({ MUSTER_BETA_LOCAL_COMMAND: true });
    const of = (text: string) => readConfig(commands, { MUSTER_BETA_LOCAL_COMMAND: text });
    expect(of('["agent-cli","-p"]').MUSTER_BETA_LOCAL_COMMAND).toEqual(['agent-cli', '-p']);
    for (const text of ['agent-cli -p', '[]', '"agent-cli"', '[1]', '{}', '[["a"]]', '["a",[]]']) {
      expect(() => of(text)).toThrow('MUSTER_BETA_LOCAL_COMMAND: not a JSON array of strings');
    }
    expect(() => of('["agent-cli","{{modle}}"]')).toThrow('no placeholder is called modle');
  });
});
