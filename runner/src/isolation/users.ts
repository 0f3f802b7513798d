/**
 * Which user an agent is and which group a company is. The register is on the volume with their
 * files. Files of an agent may exist anywhere, so the number of one whose home has been removed is given
 * again only within its company, and only when there is no other.
 */
import { existsSync } from 'node:fs';
import { open, readFile, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { AgentKey, IsolationSettings } from './isolation.ts';

const Numbers = z.record(z.string(), z.int().positive());
const Register = z.object({
  next: z.int().positive(),
  companies: Numbers,
  agents: Numbers,
  /** Company of each agent; the release before noted none, so one is noted when its agent starts. */
  companyOf: z.record(z.string(), z.string()).default({}),
});
type Register = z.output<typeof Register>;

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/**
 * A company takes a further number while it holds less than so many times as many as are free: three
 * quarters of all alone, and there is always one for a company that holds none or few.
 */
const HELD_PER_FREE = 3;

/** The runner has no number for another agent of the company. */
export class UsersGiven extends Error {}

export interface Users {
  /**
   * `makeHome` ends before the next agent gets a number, since a home tells that its number is in use.
   *
   * @throws UsersGiven
   */
  of(agent: AgentKey, makeHome: (user: User) => Promise<void>): Promise<User>;
}

/** @throws Error if the register cannot be read: a new one would give numbers twice */
export async function openUsers({ runsDir, uids }: IsolationSettings): Promise<Users> {
  const file = join(runsDir, 'users.json');
  let register = (await readRegister(file)) ?? {
    next: await firstUnused(runsDir, uids),
    companies: {},
    agents: {},
    companyOf: {},
  };
  let saved: Promise<unknown> = Promise.resolve();

  const give = async (agent: AgentKey): Promise<User> => {
    const { companyId, agentId } = agent;
    const isGone = (former: string): boolean => !existsSync(join(runsDir, former));
    const changed =
      known(register, agent) ??
      takeNew(register, agent, uids) ??
      takeAgain(register, agent, isGone);
    const [uid, gid] = [changed?.agents[agentId], changed?.companies[companyId]];
    if (!changed || uid === undefined || gid === undefined) throw new UsersGiven(NONE_LEFT);
    if (changed !== register) await writeRegister(file, changed);
    register = changed;
    return { uid, gid };
  };

  return {
    of(agent, makeHome) {
      const user = saved.then(async () => {
        const given = await give(agent);
        await makeHome(given);
        return given;
      });
      saved = user.catch(() => undefined);
      return user;
    },
  };
}

const NONE_LEFT =
  'The runner has no user for another agent of this company: remove homes of its terminated agents ' +
  'from MUSTER_RUNS_DIR, widen MUSTER_RUNNER_UIDS, or add a runner';

/** An agent whose numbers are given, with its company noted. */
function known(register: Register, { companyId, agentId }: AgentKey): Register | undefined {
  if (!(agentId in register.agents) || !(companyId in register.companies)) return undefined;
  if (register.companyOf[agentId] === companyId) return register;
  return { ...register, companyOf: { ...register.companyOf, [agentId]: companyId } };
}

const agentsOf = ({ companyOf }: Register, companyId: string): string[] =>
  Object.keys(companyOf).filter((agentId) => companyOf[agentId] === companyId);

/** Numbers that nobody has had, unless the company holds its part. */
function takeNew(
  register: Register,
  { companyId, agentId }: AgentKey,
  uids: IsolationSettings['uids'],
): Register | undefined {
  const { companies, agents, companyOf } = register;
  let next = Math.max(register.next, uids.first);
  const free = uids.last + 1 - next;
  const held = companyId in companies ? agentsOf(register, companyId).length + 1 : 0;
  if (held >= HELD_PER_FREE * free) return undefined;
  const gid = companies[companyId] ?? next++;
  const uid = agents[agentId] ?? next++;
  if (next > uids.last + 1) return undefined;
  return {
    next,
    companies: { ...companies, [companyId]: gid },
    agents: { ...agents, [agentId]: uid },
    companyOf: { ...companyOf, [agentId]: companyId },
  };
}

/** The number of an agent of the company that is gone. */
function takeAgain(
  register: Register,
  { companyId, agentId }: AgentKey,
  isGone: (agentId: string) => boolean,
): Register | undefined {
  const former = agentsOf(register, companyId).find(isGone);
  if (former === undefined) return undefined;
  const { [former]: uid, ...agents } = register.agents;
  const { [former]: _, ...companyOf } = register.companyOf;
  if (uid === undefined) return undefined;
  return {
    ...register,
    agents: { ...agents, [agentId]: uid },
    companyOf: { ...companyOf, [agentId]: companyId },
  };
}

async function readRegister(file: string): Promise<Register | undefined> {
  try {
    return Register.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read: restore it, or move it away with all homes`, {
      cause: error,
    });
  }
}

async function writeRegister(file: string, register: Register): Promise<void> {
  const written = await open(`${file}.new`, 'w', 0o600);
  try {
    await written.writeFile(`${JSON.stringify(register)}\n`);
    await written.sync();
  } finally {
    await written.close();
  }
  await rename(`${file}.new`, file);
}

/** Without a register, homes of a lost one still tell which numbers were given. */
async function firstUnused(runsDir: string, { first, last }: IsolationSettings['uids']) {
  const owners = await Promise.all(
    (await readdir(runsDir)).map((name) => stat(join(runsDir, name))),
  );
  const given = owners.flatMap(({ uid, gid }) => [uid, gid]);
  return Math.max(first, ...given.filter((id) => id >= first && id <= last).map((id) => id + 1));
}
