/** Each role, and each permission of an operator: a page offers what the contract allows, and nothing else. */
import {
  agents,
  approvals,
  composed,
  gateway,
  issues,
  Permission,
  permissionsOfApprovals,
  scheduler,
  type MemberRole,
  type Operation,
} from '@muster/contracts';
import { beforeAll, describe, it } from 'vitest';
import { addAgent, addAgentWithKey, addIssue, askToJoin } from '../fixtures/builders.ts';
import { addPerson } from '../fixtures/people.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { eventually } from './browser.ts';
import { goInApp } from './hands.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world, { requireBoardApprovalForNewAgents: true });

interface Offer {
  readonly button: string;
  readonly operation: Operation;
  /** What the operation needs of what it is done to. */
  readonly also?: Permission | undefined;
}

interface Offering {
  readonly path: string;
  /** Seen once the page has all that it offers, and not on the page before. */
  readonly shows: string | RegExp;
  readonly offers: readonly Offer[];
}

const of = (button: string, operation: Operation, also?: Permission): Offer => ({
  button,
  operation,
  also,
});

const ofAgents = agents.operations;
const ofIssues = issues.operations;
const ofGateway = gateway.operations;

const settings: readonly Offering[] = [
  {
    path: '~/settings/company',
    shows: 'Used for budget months',
    offers: [
      of('Save', ofAgents.updateCompany),
      of('Set the reviews', ofAgents.updateCompany),
      of('Set the limit', ofAgents.updateCompanyBudget),
      of('Stop all', ofAgents.stopCompany),
      of('Erase this company', ofAgents.eraseCompany),
    ],
  },
  {
    path: '~/settings/people',
    shows: 'Ada Lovelace',
    offers: [
      of('Invite a person', gateway.operations.addMember),
      of('Change Ada Lovelace', gateway.operations.changeMember),
    ],
  },
  {
    path: '~/settings/joiners',
    shows: 'Remo',
    offers: [
      of('Invite an agent', composed.createInvite),
      of('Approve Remo', gateway.operations.approveJoinRequest, 'manage_agents'),
      of('Reject Remo', gateway.operations.rejectJoinRequest),
    ],
  },
  { path: '~/settings/labels', shows: 'bug', offers: [of('New label', ofIssues.createLabel)] },
  {
    path: '~/settings/secrets',
    shows: 'Keys that agents need',
    offers: [of('New secret', ofAgents.createSecret)],
  },
  {
    path: '~/settings/webhooks',
    shows: /Webhooks carry everything|A program of yours gets/,
    offers: [of('New webhook', composed.createWebhook)],
  },
  {
    path: '~/settings/package',
    shows: 'Settings',
    offers: [
      of('Export the company', composed.exportCompany),
      of('Choose a folder', composed.importCompanyPackage),
    ],
  },
];

const lists: readonly Offering[] = [
  { path: '~/goals', shows: 'Sort', offers: [of('New goal', ofIssues.createGoal)] },
  { path: '~/projects', shows: 'Hall', offers: [of('New project', ofIssues.createProject)] },
  {
    path: '~/routines',
    shows: 'A routine creates',
    offers: [of('New routine', ofIssues.createRoutine)],
  },
  { path: '~/skills', shows: 'A skill says', offers: [of('New skill', ofAgents.setSkill)] },
  {
    path: '~/documents',
    shows: 'All agents read the company',
    offers: [of('Write a document', ofIssues.writeCompanyDocument)],
  },
  {
    path: '~/hooks',
    shows: 'A hook is an address',
    offers: [of('New hook', ofGateway.createHook)],
  },
  { path: '~/agents', shows: 'Marvin', offers: [of('Add an agent', ofAgents.createAgent)] },
  {
    path: '~/costs',
    shows: 'Monthly budget',
    offers: [of('Set a limit', ofAgents.updateCompanyBudget)],
  },
];

const pagesOfAgent = (path: string): readonly Offering[] => [
  {
    path,
    shows: 'Runs as',
    offers: [
      of('Wake now', scheduler.operations.wakeAgent),
      of('Pause', ofAgents.pauseAgent),
      of('Check', composed.checkAgent),
      of('Terminate', ofAgents.terminateAgent),
      of('Set a limit', ofAgents.updateAgentBudget),
    ],
  },
  {
    path: `${path}?view=configuration`,
    shows: 'Current',
    offers: [of('Change', ofAgents.updateAgent)],
  },
  {
    path: `${path}?view=guidance`,
    shows: 'No instructions yet',
    offers: [
      of('Write instructions', ofAgents.setInstructions),
      of('Choose skills', ofAgents.setAgentSkills),
    ],
  },
  {
    path: `${path}?view=access`,
    shows: 'No keys yet',
    offers: [of('Create a key', gateway.operations.createAgentKey)],
  },
];

const approvalPage = (id: string, type: string, shows: string): Offering => ({
  path: `~/approvals/${id}`,
  shows,
  offers: [
    of('Approve', approvals.operations.approveApproval, permissionsOfApprovals[type]),
    of('Reject', approvals.operations.rejectApproval, permissionsOfApprovals[type]),
  ],
});

let pages: readonly Offering[];

beforeAll(async () => {
  const { board } = world();
  const inCompany = { companyId: company().id };
  const marvin = await addAgent(board, company().id, { name: 'Marvin' });
  const chief = await addAgentWithKey(world(), company().id, { name: 'Zaphod', role: 'ceo' });
  const issue = await addIssue(board, company().id, { title: 'Map the hall' });
  await addPerson(world(), company().id, { role: 'viewer' });
  await askToJoin(world(), company().id, { agentName: 'Remo' });
  await board.call(issues, 'createLabel', { ...inCompany, name: 'bug', color: '#1b5ea6' });
  await board.call(issues, 'createGoal', { ...inCompany, title: 'Sort' });
  await board.call(issues, 'createProject', { ...inCompany, name: 'Hall' });
  const ask = (type: 'request_board_approval' | 'budget_override_required', payload: object) =>
    chief.caller.call(approvals, 'createApproval', { ...inCompany, type, payload: { ...payload } });
  const question = await ask('request_board_approval', { title: 'May I?' });
  const raise = await ask('budget_override_required', {
    agentId: chief.agent.id,
    amountCents: 500,
  });
  await chief.caller.call(agents, 'hireAgent', {
    ...inCompany,
    name: 'Eddie',
    reportsTo: chief.agent.id,
    adapterType: 'process',
    adapterConfig: { command: '/bin/true' },
  });
  const [hire] = await board.call(approvals, 'listApprovals', {
    ...inCompany,
    type: ['hire_agent'],
  });
  pages = [
    {
      path: `~/issues/${issue.identifier}`,
      shows: 'No comments yet.',
      offers: [
        of('Edit', ofIssues.updateIssue),
        of('Hold', ofIssues.holdIssue),
        of('Write a document', ofIssues.writeIssueDocument),
        of('Add a file', composed.uploadIssueFile),
      ],
    },
    ...lists,
    ...settings,
    ...pagesOfAgent(`~/agents/${marvin.urlKey}`),
    approvalPage(question.id, question.type, 'May I?'),
    approvalPage(raise.id, raise.type, 'by $5.00'),
    approvalPage(hire?.id ?? '', 'hire_agent', 'Eddie'),
  ];
});

interface Holder {
  readonly role: MemberRole;
  readonly permissions: readonly Permission[];
}

const holders: readonly Holder[] = [
  ...Permission.options.map((each) => ({ role: 'operator', permissions: [each] }) as const),
  { role: 'operator', permissions: [] },
  { role: 'operator', permissions: ['approve', 'manage_agents'] },
  { role: 'viewer', permissions: [] },
  { role: 'owner', permissions: [] },
];

/** As the contract says it. */
function mayPerform({ role, permissions }: Holder, { operation, also }: Offer): boolean {
  if (role !== 'operator') return role === 'owner';
  const holds = (needed: string | undefined): boolean =>
    needed === undefined || permissions.some((each) => each === needed);
  return holds(operation.needs) && holds(also);
}

describe('the pages of a company', () => {
  it.each(holders)('offer a member as $role with $permissions what it may do', async (holder) => {
    const { email } = await addPerson(world(), company().id, {
      role: holder.role,
      permissions: [...holder.permissions],
    });
    const page = await visitSignedIn('/', { email });
    for (const { path, shows, offers } of pages) {
      await goInApp(page, path.replace('~', `/${company().issuePrefix}`));
      await page.getByRole('main').getByText(shows).first().waitFor();
      const isOffered = async ({ button }: Offer): Promise<boolean> =>
        (await page.getByRole('button', { name: button, exact: true }).count()) > 0;
      const offered = async () =>
        Object.fromEntries(
          await Promise.all(offers.map(async (each) => [each.button, await isOffered(each)])),
        );
      await eventually(offered).toEqual(
        Object.fromEntries(offers.map((each) => [each.button, mayPerform(holder, each)])),
      );
    }
  });
});
