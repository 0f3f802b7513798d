import type { agents } from '@muster/contracts';
import { boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, anAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

const board = () => stage.as(boardActor());

describe('rollBackConfig', () => {
  it('says what it leaves, also of what has other revisions or none', async () => {
    const { id: agentId } = await anAgent(stage, (await aCompany(stage)).id);
    await board().updateAgent({ agentId, title: 'Other', metadata: { team: 'b' } });
    await board().setInstructions({ agentId, body: 'Newer.' });
    const [, first] = await board().listConfigRevisions({ agentId });
    const rollBack = () => board().rollBackConfig({ agentId, revisionId: first?.id ?? '' });
    const back = await rollBack();
    expect(back).toMatchObject({ title: null, metadata: { team: 'b' } });
    expect(back.left).toEqual(
      expect.arrayContaining(['metadata', 'instructions', 'secrets', 'status']),
    );
    expect(back.left).not.toContain('title');
    expect(await board().getInstructions({ agentId })).toMatchObject({ body: 'Newer.' });
    // A repetition changes nothing, and leaves the same.
    expect(await rollBack()).toEqual(back);
  });
});
