import { agents, type Agent } from '@muster/contracts';
import type { AgentCommand } from '../stack/example-agent.ts';
import type { Api } from '../demo/api.ts';
import { finder } from './find-or-make.ts';

export interface StaffOptions {
  readonly command: AgentCommand;
  /** Where the agent with this name works. */
  readonly folderOf: (agent: string) => string;
}

export interface Staff {
  readonly chief: Agent;
  readonly engineer: Agent;
  readonly adapterConfigOf: (agent: string) => { command: string; args: string[]; cwd: string };
}

/** Both run the example agent, and only when somebody needs them: by the clock they would cost. */
export async function makeStaff(
  api: Api,
  companyId: string,
  { command: [command, ...args], folderOf }: StaffOptions,
): Promise<Staff> {
  const adapterConfigOf: Staff['adapterConfigOf'] = (agent) => ({
    command,
    args,
    cwd: folderOf(agent),
  });
  const { createAgent, listAgents } = agents.operations;
  const staff = finder(await api.call(listAgents, { companyId }), ({ name }) => name);
  const chief = await staff.findOrMake('Ada', (name) =>
    api.call(createAgent, {
      companyId,
      name,
      role: 'ceo',
      title: 'Chief executive',
      icon: 'crown',
      capabilities: 'Sets the direction and hires.',
      adapterType: 'process',
      adapterConfig: adapterConfigOf('ada'),
      budgetMonthlyCents: 20_000,
    }),
  );
  const engineer = await staff.findOrMake('Grace', (name) =>
    api.call(createAgent, {
      companyId,
      name,
      role: 'engineer',
      title: 'Robotics engineer',
      icon: 'wrench',
      reportsTo: chief.id,
      capabilities: 'Writes the control software, and counts the lines of its files.',
      adapterType: 'process',
      adapterConfig: adapterConfigOf('grace'),
      budgetMonthlyCents: 10_000,
    }),
  );
  return { chief, engineer, adapterConfigOf };
}
