import { AdapterType } from '@muster/contracts';
import { expect, it } from 'vitest';
import { addIssue, addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();

/** Uses the texts only: copies the example, and sets the ids that it asks for. */
it.each(AdapterType.options)(
  'a CEO hires a %s agent by the texts for agents alone',
  async (type) => {
    const { id: companyId } = await createCompany(world().board);
    const { agent, caller } = await addAgentWithKey(world(), companyId, { role: 'ceo' });
    const anonymous = world().api.as();
    const { body: text } = await anonymous.get(`/llms/agent-configuration/${type}.txt`);
    const [example = ''] = /^\{\n[^]*?^\}$/m.exec(String(text)) ?? [];
    const { body: icons } = await anonymous.get('/llms/agent-icons.txt');
    const [, icon] = /^- (\S+)$/m.exec(String(icons)) ?? [];
    const issue = await addIssue(caller, companyId);
    const hire = { ...JSON.parse(example), icon, reportsTo: agent.id, sourceIssueId: issue.id };
    const reply = await caller.post(`/api/companies/${companyId}/agent-hires`, hire, {
      prefer: 'handling=strict',
    });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        agent: { status: 'pending_approval', adapterType: type, icon },
        approval: { type: 'hire_agent', status: 'pending' },
      },
    });
  },
);
