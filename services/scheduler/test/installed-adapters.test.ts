import type { scheduler } from '@muster/contracts';
import { newId, readConfig } from '@muster/service-kit';
import { boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schedulerConfig } from '../src/config.ts';
import { schedulerService } from '../src/service.ts';
import { prepareQueue } from './open-scheduler.ts';

const exampleAgent = { adapterType: 'process', adapterConfig: { command: '/opt/example' } };
const [own, other] = [newId(), newId()];

let stage: Stage<typeof scheduler>;
beforeAll(async () => {
  stage = await openStage(schedulerService, {
    prepare: prepareQueue,
    env: {
      RUN_CONCURRENCY: '0',
      MUSTER_ADAPTERS: `codex,claude_code,process=${own}|${other}`,
      MUSTER_CODEX_COMMAND: '["/opt/secret/codex"]',
      MUSTER_EXAMPLE_AGENT: JSON.stringify(exampleAgent),
    },
  });
});
afterAll(() => stage.close());

describe('getInstalledAdapters', () => {
  it('names no command, no company of others, and gives the example to instance admins only', async () => {
    const admin = await stage.as(boardActor()).getInstalledAdapters({});
    expect(admin.exampleAgent).toEqual(exampleAgent);
    expect(admin.adapters).toEqual([
      { type: 'codex', companies: null },
      { type: 'process', companies: [own, other] },
      { type: 'http', companies: null },
      { type: 'remote', companies: null },
    ]);
    const member = await stage.as(boardActor({ companies: [own] })).getInstalledAdapters({});
    expect(member.exampleAgent).toBeNull();
    expect(member.adapters).toContainEqual({ type: 'process', companies: [own] });
    expect(JSON.stringify(member)).not.toMatch(new RegExp(`/opt/|${other}`));
  });

  it('needs a whole example, or none', () => {
    const setting = schedulerConfig.pick({ MUSTER_EXAMPLE_AGENT: true });
    expect(() => readConfig(setting, { MUSTER_EXAMPLE_AGENT: '{"adapterType":"x"}' })).toThrow(
      'MUSTER_EXAMPLE_AGENT: not a JSON object with adapterType and adapterConfig',
    );
  });
});
