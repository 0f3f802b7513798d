import { AdapterType } from '@muster/contracts';
import { expect, test } from 'vitest';
import { addIssue, addMember, foundCompany } from '../harness/builders.ts';
import { useCommonWorld } from '../harness/stack.ts';

const world = useCommonWorld();

/** Nothing but the texts is known: the example is copied, and the ids that it asks for are set. */
test.each(AdapterType.options)('a CEO hires a %s agent by what the texts say', async (type) => {
  const { id: companyId } = await foundCompany(world().board);
  const { agent, caller } = await addMember(world(), companyId, { role: 'ceo' });
  const anybody = world().api.as();
  const { body: text } = await anybody.get(`/llms/agent-configuration/${type}.txt`);
  const [example = ''] = /^\{\n[^]*?^\}$/m.exec(String(text)) ?? [];
  const { body: icons } = await anybody.get('/llms/agent-icons.txt');
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
});
