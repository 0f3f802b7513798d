/**
 * Which user an agent is and which group a company is. The register is on the volume with their
 * files. A number is never given again: files of its former holder may exist anywhere.
 */
import { open, readFile, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { AgentKey, IsolationSettings } from './isolation.ts';

const Numbers = z.record(z.string(), z.int().positive());
const Register = z.object({ next: z.int().positive(), companies: Numbers, agents: Numbers });
type Register = z.output<typeof Register>;

export interface User {
  readonly uid: number;
  readonly gid: number;
}

export interface Users {
  /** @throws Error when all numbers are given */
  of(agent: AgentKey): Promise<User>;
}

/** @throws Error if the register cannot be read: a new one would give numbers twice */
export async function openUsers({ runsDir, uids }: IsolationSettings): Promise<Users> {
  const file = join(runsDir, 'users.json');
  let register = (await readRegister(file)) ?? {
    next: await firstUnused(runsDir, uids),
    companies: {},
    agents: {},
  };
  let saved: Promise<unknown> = Promise.resolve();

  const give = async ({ companyId, agentId }: AgentKey): Promise<User> => {
    const { companies, agents } = register;
    let next = Math.max(register.next, uids.first);
    const gid = companies[companyId] ?? next++;
    const uid = agents[agentId] ?? next++;
    if (next > uids.last + 1) {
      throw new Error('All numbers for users are given: widen MUSTER_RUNNER_UIDS');
    }
    if (next !== register.next) {
      const changed = {
        next,
        companies: { ...companies, [companyId]: gid },
        agents: { ...agents, [agentId]: uid },
      };
      await writeRegister(file, changed);
      register = changed;
    }
    return { uid, gid };
  };

  return {
    of(agent) {
      const user = saved.then(() => give(agent));
      saved = user.catch(() => undefined);
      return user;
    },
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
