import type { agents } from '@muster/contracts';
import { boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, anAgent } from './team.ts';

describe('the revisions of a configuration that are kept', () => {
  let stage: Stage<typeof agents>;
  beforeAll(async () => {
    stage = await openStage(agentsService);
  });
  afterAll(() => stage.close());
  const board = () => stage.as(boardActor());

  it('are the last hundred, also where one of the others was restored since', async () => {
    const agent = await anAgent(stage, (await aCompany(stage)).id);
    const change = (title: string) => board().updateAgent({ agentId: agent.id, title });
    await change('First');
    const [second] = await board().listConfigRevisions({ agentId: agent.id });
    await board().rollBackConfig({ agentId: agent.id, revisionId: second?.id ?? '' });
    for (let count = 3; count <= 104; count++) await change(`Title ${count}`);
    const kept = await board().listConfigRevisions({ agentId: agent.id, limit: 500 });
    const [newest] = kept;
    expect(kept.map(({ number }) => number)).toEqual(
      Array.from({ length: 100 }, (_, index) => (newest?.number ?? 0) - index),
    );
    expect(kept.at(-1)).toMatchObject({ beforeConfig: null });
    await expect(
      board().rollBackConfig({ agentId: agent.id, revisionId: second?.id ?? '' }),
    ).rejects.toMatchObject({ code: 'revision_not_found' });
  });
});
