/** A company in which hostile texts are in every field that anybody can fill. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  agents,
  approvals,
  billing,
  composed,
  gateway,
  issues,
  scheduler,
  type Goal,
  type Routine,
} from '@muster/contracts';
import { until } from '@muster/test-kit';
import {
  addAgent,
  addAgentWithKey,
  addIssue,
  askToJoin,
  createCompany,
} from '../fixtures/builders.ts';
import { addHook, deliver } from '../fixtures/hooks.ts';
import { addPerson } from '../fixtures/people.ts';
import { inParallel } from '../world/in-parallel.ts';
import { insist } from '../world/insist.ts';
import type { Caller } from '../world/http-client.ts';
import type { World } from '../world/use-world.ts';
import { hostileNames, hostileTexts } from './hostile-texts.ts';
import type { AddressValues } from './pages.ts';

const AT_ONCE = 8;
const TITLE_MAX = 400;
const LABEL_MAX = 40;
const all = [...hostileNames, ...hostileTexts];
const textAt = (at: number): string => all[at % all.length] ?? '';
const nameAt = (at: number): string => hostileNames[at % hostileNames.length] ?? '';

export interface HostileCompany {
  readonly values: AddressValues;
  /** The e-mail address of somebody who may see all of it. */
  readonly email: string;
  /** How many texts the API has taken, of all. */
  readonly taken: number;
}

export async function createHostileCompany(world: World): Promise<HostileCompany> {
  const { board } = world;
  const company = await createCompany(board, {
    name: nameAt(6),
    description: textAt(9),
    requireBoardApprovalForNewAgents: false,
  });
  const companyId = company.id;
  const { email, userId } = await addPerson(world, companyId, { role: 'owner', name: nameAt(15) });
  await board.call(gateway, 'changeUser', { userId, instanceAdmin: true });
  const author = await addAgentWithKey(world, companyId, {
    name: `<b>Eve</b>`,
    title: nameAt(2),
  });
  await inParallel(hostileNames.length, AT_ONCE, (at) => addAgentAndLabel(world, companyId, at));
  const projectId = await planOf(world, companyId);
  const thing = await addIssue(author.caller, companyId, {
    title: nameAt(2),
    description: textAt(34),
  });
  let taken = 0;
  await inParallel(all.length, AT_ONCE, async (at) => {
    const text = textAt(at);
    const title = text.slice(0, TITLE_MAX);
    await offer(() => addIssue(board, companyId, { title, description: text, projectId }));
    const comment = { issueId: thing.id, body: text };
    if (await offer(() => author.caller.call(issues, 'addComment', comment))) taken += 1;
  });
  const [runId, approvalId, webhookId] = await Promise.all([
    runOf(world, companyId),
    approvalOf(author.caller, companyId, thing.id),
    webhookOf(world, companyId),
    costsOf(world, companyId, author.agent.id),
    guestsOf(world, companyId),
  ]);
  const { issuePrefix: prefix } = company;
  const { id: routineId } = await routineOf(world, companyId);
  const hookId = await hookOf(world, companyId);
  const skill = await textsOf(world, companyId);
  const things = { runId, approvalId, projectId, webhookId, routineId, hookId, skill };
  const values = { prefix, ref: thing.identifier, ...things };
  return {
    email,
    taken: taken / all.length,
    values: { ...values, agentRef: author.agent.urlKey },
  };
}

async function addAgentAndLabel({ board }: World, companyId: string, at: number): Promise<void> {
  const name = nameAt(at);
  const label = { companyId, name: name.slice(0, LABEL_MAX), color: '#aa3300' };
  await offer(() => board.call(issues, 'createLabel', label));
  if (at % 3 > 0) return;
  const capabilities = textAt(at + hostileNames.length);
  await offer(() => addAgent(board, companyId, { name, title: nameAt(at + 5), capabilities }));
}

/** One whose texts are hostile, and which has made an issue. */
async function routineOf({ board }: World, companyId: string): Promise<Routine> {
  const routine = await board.call(issues, 'createRoutine', {
    companyId,
    name: nameAt(0),
    template: { title: nameAt(1), description: textAt(9), children: [{ title: nameAt(2) }] },
    clock: { kind: 'interval', everySec: 86_400 },
  });
  await board.call(issues, 'runRoutine', { routineId: routine.id });
  return routine;
}

/** One with a hostile name, which has taken a hostile delivery. */
async function hookOf({ board, api }: World, companyId: string): Promise<string> {
  const hook = await addHook(board, companyId, {
    name: nameAt(3),
    filters: [{ at: '/a', equals: nameAt(4) }],
  });
  await deliver(api, hook, { a: nameAt(4), issue: nameAt(5), text: textAt(9) });
  return hook.id;
}

/** A skill and a document of the company, which are shown as the Markdown that they are. */
async function textsOf({ board }: World, companyId: string): Promise<string> {
  const plain = (text: string): string => text.replaceAll(/(?![\n\t])\p{Cc}/gu, '');
  const head = `---\nname: hostile\ndescription: ${JSON.stringify(plain(nameAt(2)))}\n---\n`;
  const other = { path: 'references/notes.md', text: plain(nameAt(15)) };
  const write = (texts: readonly string[]): Promise<unknown> => {
    const files = [{ path: 'SKILL.md', text: head + texts.join('\n\n') }, other];
    return board.call(agents, 'setSkill', { companyId, skill: 'hostile', files });
  };
  // Some look like a secret, which a skill may not hold.
  const texts: string[] = [];
  for (const each of [...hostileNames.slice(0, 4), ...hostileTexts.slice(0, 6)].map(plain))
    if (await offer(() => write([each]))) texts.push(each);
  await write(texts);
  const text = texts.join('\n\n');
  const document = { companyId, document: 'hostile', body: `# ${nameAt(15)}\n\n${text}` };
  await offer(() => board.call(issues, 'writeCompanyDocument', document));
  return 'hostile';
}

/** Goals below each other, and a project of which the workspace has a hostile folder. */
async function planOf({ board }: World, companyId: string): Promise<string> {
  let parentId: string | null = null;
  for (const [at, title] of hostileNames.slice(0, 12).entries()) {
    const goal: Goal = await board.call(issues, 'createGoal', {
      companyId,
      title,
      description: textAt(at + hostileNames.length),
      parentId,
    });
    parentId = goal.id;
  }
  const made = await inOrder(hostileNames.slice(0, 8), (name, at) =>
    board.call(issues, 'createProject', {
      companyId,
      name,
      description: textAt(at + hostileNames.length),
      workspace: { cwd: `/srv/${name.replaceAll(/[\s\p{Cc}]/gu, '')}` },
    }),
  );
  return made[0]?.id ?? '';
}

/** A run that has printed all of it. */
async function runOf({ board, folder }: World, companyId: string): Promise<string> {
  const file = join(folder, 'hostile.txt');
  writeFileSync(file, all.join('\n'));
  const { id: agentId } = await board.call(agents, 'createAgent', {
    companyId,
    name: 'Loud',
    adapterConfig: { command: '/bin/cat', args: [file] },
  });
  const woken = await board.call(scheduler, 'wakeAgent', { agentId, reason: nameAt(1) });
  if (!('id' in woken)) throw new Error(`skipped: ${woken.reason}`);
  await until('the end of a run', async () => {
    const { finishedAt } = await board.call(scheduler, 'getRun', { runId: woken.id });
    return finishedAt === null ? undefined : true;
  });
  return woken.id;
}

async function approvalOf(caller: Caller, companyId: string, issueId: string): Promise<string> {
  const asked = await inOrder(hostileNames.slice(0, 8), (title, at) =>
    caller.call(approvals, 'createApproval', {
      companyId,
      type: 'request_board_approval',
      payload: {
        title,
        description: textAt(at + hostileNames.length),
        url: 'javascript:taken=1',
        [title]: { nested: hostileNames.slice(0, 12) },
      },
      issueIds: [issueId],
    }),
  );
  const approvalId = asked.at(-1)?.id ?? '';
  for (const body of hostileTexts.slice(0, 8)) {
    await caller.call(approvals, 'addApprovalComment', { approvalId, body });
  }
  return approvalId;
}

async function costsOf({ board }: World, companyId: string, agentId: string): Promise<void> {
  await inParallel(hostileNames.length, AT_ONCE, async (at) => {
    const cost = { companyId, agentId, costCents: 100 + at, provider: nameAt(at + 1) };
    await offer(() => board.call(billing, 'recordCost', { ...cost, model: nameAt(at) }));
  });
}

async function webhookOf({ board }: World, companyId: string): Promise<string> {
  const { body } = await board.post(`/api/companies/${companyId}/webhooks`, {
    url: `https://hooks.invalid/${encodeURIComponent(nameAt(0))}/${'w'.repeat(400)}?<b>`,
    events: ['issue.created'],
    description: nameAt(1),
  });
  const webhook = composed.createWebhook.output.parse(body);
  await board.call(gateway, 'pingWebhook', { companyId, webhookId: webhook.id });
  return webhook.id;
}

/** Who asks to join, who is invited, and keys and secrets with names. */
async function guestsOf(world: World, companyId: string): Promise<void> {
  const { board } = world;
  for (const at of [0, 15, 21, 26]) {
    const name = nameAt(at);
    await askToJoin(world, companyId, { agentName: name });
    const email = `guest-${at}-${companyId.slice(0, 8)}@example.com`;
    await board.call(gateway, 'addMember', { companyId, name, email });
    await board.call(gateway, 'createBoardToken', { name });
  }
  await board.call(agents, 'createSecret', { companyId, name: 'a-secret', value: nameAt(0) });
}

async function inOrder<T>(
  names: readonly string[],
  make: (name: string, at: number) => Promise<T>,
): Promise<T[]> {
  const made: T[] = [];
  for (const [at, name] of names.entries()) made.push(await make(name, at));
  return made;
}

/** Whether the API takes it: a text may be refused, which shows nowhere. */
const offer = (write: () => Promise<unknown>): Promise<boolean> =>
  // A busy machine may have no place for a write, and says so.
  insist(write).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && / was answered with 4/.test(error.message)) return false;
      throw error;
    },
  );
