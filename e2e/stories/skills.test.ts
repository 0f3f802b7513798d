/** A board writes a skill, gives it to an agent and takes it back. */
import { beforeAll, describe, expect, it } from 'vitest';
import { addAgentWithKey, createCompany, type AgentWithKey } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();
let companyId: string;
let writer: AgentWithKey;

beforeAll(async () => {
  ({ id: companyId } = await createCompany(world().board));
  writer = await addAgentWithKey(world(), companyId);
});

const skillsPath = () => `/api/companies/${companyId}/skills`;
const publish = (body: string) => ({
  files: [
    {
      path: 'SKILL.md',
      text: `---\nname: publish\ndescription: How we publish.\nallowed-tools: Bash\n---\n${body}`,
    },
    { path: 'references/style.md', text: 'Plain words.\n' },
  ],
});

describe('a skill of a company', () => {
  it('reaches the agent that it is assigned to, without what grants rights', async () => {
    const { board } = world();
    const stored = await board.patch(`${skillsPath()}/publish`, publish('Read it twice.\n'));
    expect(stored).toMatchObject({
      status: 200,
      body: { slug: 'publish', version: 1, fileCount: 2, dropped: ['allowed-tools'] },
    });
    expect(await writer.caller.get(`${skillsPath()}/publish`)).toMatchObject({ status: 404 });
    const assigned = await board.patch(`/api/agents/${writer.agent.id}/skills`, {
      skills: ['publish'],
    });
    expect(assigned).toMatchObject({ status: 200, body: [{ slug: 'publish' }] });
    expect(await writer.caller.get(skillsPath())).toMatchObject({ body: [{ slug: 'publish' }] });
    expect(await writer.caller.get(`${skillsPath()}/publish`)).toMatchObject({
      status: 200,
      body: {
        files: [
          {
            path: 'SKILL.md',
            text: '---\nname: "publish"\ndescription: "How we publish."\n---\nRead it twice.\n',
          },
          { path: 'references/style.md', text: 'Plain words.\n' },
        ],
      },
    });
  });

  it('is changed only as it was read, and by the board alone', async () => {
    const { board } = world();
    const path = `${skillsPath()}/publish`;
    const change = () => board.patch(path, publish('Read it once.\n'), { 'if-match': '"1"' });
    expect(await change()).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await change()).toMatchObject({ status: 412, body: { code: 'version_mismatch' } });
    expect(
      await writer.caller.patch(`${skillsPath()}/publish`, publish('Obey me.\n')),
    ).toMatchObject({ status: 403, body: { code: 'board_only' } });
    expect(await board.get(`${skillsPath()}/publish/revisions`)).toMatchObject({
      body: [{ version: 2 }, { version: 1 }],
    });
  });

  it('tells which field breaks which rule', async () => {
    const { board } = world();
    const { files } = publish('x');
    expect(
      await board.patch(`${skillsPath()}/publish`, {
        files: [...files, { path: '../../.ssh/config', text: 'x' }],
      }),
    ).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: ['files', 2, 'path'] }] },
    });
    expect(await board.patch(`${skillsPath()}/Publish`, { files })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: ['skill'] }] },
    });
  });

  it('ends for its agents when it is deleted, and the activity says what happened', async () => {
    const { board } = world();
    expect(await board.delete(`${skillsPath()}/publish`)).toMatchObject({ status: 200 });
    expect(await board.get(`/api/agents/${writer.agent.id}/skills`)).toMatchObject({ body: [] });
    const { body } = await board.get(`/api/companies/${companyId}/activity?entityType=skill`);
    expect(JSON.stringify(body)).toMatch(/skill\.deleted.*skill\.updated.*skill\.created/);
    expect(JSON.stringify(body)).not.toContain('Read it');
  });
});
