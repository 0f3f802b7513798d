import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

describe('updateLabel', () => {
  let stage: IssuesStage;
  let team: Team;
  let other: Team;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    [team, other] = await Promise.all([openTeam(stage), openTeam(stage)]);
  });
  afterAll(() => stage.close());

  it('emits its new name and color once, and refuses the name of another', async () => {
    const by = stage.as(team.ann);
    const { companyId } = team;
    const first = await by.createLabel({ companyId, name: 'One', color: '#112233' });
    const second = await by.createLabel({ companyId, name: 'Two', color: '#112233' });
    const renamed = await by.updateLabel({ labelId: first.id, name: 'First' });
    expect(renamed).toEqual({ ...first, name: 'First', version: 2 });
    const again = { labelId: first.id, name: 'First', color: first.color };
    expect(await by.updateLabel(again)).toEqual(renamed);
    const emitted = (await stage.emitted('label.updated')).filter(
      ({ entityId }) => entityId === first.id,
    );
    expect(emitted).toMatchObject([{ payload: { labelId: first.id, name: 'First' } }]);
    await expect(by.updateLabel({ labelId: second.id, name: 'FIRST' })).rejects.toEqual(
      refusedWith('name_taken'),
    );
    await expect(
      stage.as(other.ann).updateLabel({ labelId: first.id, name: 'Theirs' }),
    ).rejects.toEqual(refusedWith('label_not_found'));
  });

  it('changes only the version that was read', async () => {
    const by = stage.as(team.ann);
    const label = { companyId: team.companyId, name: 'Three', color: '#112233' };
    const { id: labelId, version: ifVersion } = await by.createLabel(label);
    expect(ifVersion).toBe(1);
    const changed = await by.updateLabel({ labelId, ifVersion, color: '#445566' });
    expect(changed).toMatchObject({ color: '#445566', version: 2 });
    await expect(by.updateLabel({ labelId, ifVersion, name: 'Tres' })).rejects.toEqual(
      refusedWith('version_mismatch'),
    );
    const all = await by.listLabels({ companyId: team.companyId });
    expect(all.find(({ id }) => id === labelId)).toEqual(changed);
  });
});
