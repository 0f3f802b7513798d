/** Which adapters start programs, and for which companies. */
import { readConfig, newId } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schedulerConfig } from '../src/config.ts';
import { openScheduler, type Opened } from './open-scheduler.ts';

const SAYS_HELLO = 'console.log("hello")';

describe('an adapter that starts programs', () => {
  const trusted = newId();
  let opened: Opened;
  beforeAll(async () => {
    opened = await openScheduler({
      MUSTER_ADAPTERS: `process=${newId()}|${trusted}`,
      MUSTER_ALPHA_LOCAL_COMMAND: JSON.stringify([process.execPath, '-e', SAYS_HELLO]),
    });
  });
  afterAll(() => opened.close());

  const runIn = async (companyId: string, adapterType: 'process' | 'alpha_local') => {
    await opened.company({ companyId });
    const { agentId } = await opened.agent(companyId, SAYS_HELLO, { adapterType });
    if (adapterType === 'alpha_local') {
      opened.adapters.set(agentId, { adapterType, adapterConfig: {} });
    }
    return opened.finished((await opened.wake(agentId)).id);
  };

  it('starts them for the companies that the operator has named', async () => {
    const run = await runIn(trusted, 'process');
    expect(run).toMatchObject({ status: 'succeeded', resultSummary: 'hello' });
  });

  it.each([
    ['another company', 'process', newId()],
    ['an adapter that is not named, though it has a command', 'alpha_local', trusted],
  ] as const)('starts none for %s, and says which setting decides', async (_, type, companyId) => {
    const run = await runIn(companyId, type);
    expect(run).toMatchObject({
      status: 'failed',
      errorCode: 'adapter_unavailable',
      error: `The adapter ${type} is off for this company; the operator turns it on (MUSTER_ADAPTERS)`,
      logBytes: 0,
    });
  });

  it('is off if it is process and the operator says nothing', () => {
    const adapters = schedulerConfig.pick({ MUSTER_ADAPTERS: true });
    expect(readConfig(adapters, {}).MUSTER_ADAPTERS).toBe(
      'claude_code,codex,opencode,gemini_cli,alpha_local,beta_local',
    );
    expect(() => readConfig(adapters, { MUSTER_ADAPTERS: 'proces,process=acme' })).toThrow(
      /MUSTER_ADAPTERS: proces is none of [^]*MUSTER_ADAPTERS: process= needs ids of companies/,
    );
  });
});
