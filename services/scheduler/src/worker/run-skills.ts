/**
 * The files of an agent's skills. A configuration carries only their digest, so the files are asked for
 * where this process does not have them yet: equal digests are equal files.
 */
import { agents, type Output, type SkillFile } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import { LRUCache } from 'lru-cache';

/** Of all texts in the cache; those of one agent have at most 262,144 bytes. */
const CACHED_MAX_BYTES = 33_554_432;
/** What a file takes beside its text. */
const FILE_COST_BYTES = 256;

export interface AgentSkills {
  /** Of all of them. */
  readonly sha256: string;
  /** Paths are relative to the folder of all skills, and always in the same order. */
  readonly files: readonly SkillFile[];
}

type SkillsOwner = Pick<
  Output<typeof agents, 'getRunConfig'>,
  'agentId' | 'companyId' | 'skillsSha256'
>;

/** Nothing where the agent has none. Throws where they are not known and the service does not answer. */
export type FindSkills = (
  owner: SkillsOwner,
  traceparent: string | null,
) => Promise<AgentSkills | undefined>;

export function openSkills({ clientFor }: Pick<Runtime, 'clientFor'>): FindSkills {
  const known = new LRUCache<string, AgentSkills>({
    maxSize: CACHED_MAX_BYTES,
    sizeCalculation: ({ files }) =>
      files.reduce((sum, { path, text }) => sum + path.length + text.length, 1) +
      files.length * FILE_COST_BYTES,
  });
  return async ({ agentId, companyId, skillsSha256 }, traceparent) => {
    if (skillsSha256 === undefined) return undefined;
    const found = known.get(`${companyId} ${skillsSha256}`);
    if (found) return found;
    const { sha256, files } = await clientFor(agents).getRunSkills({ agentId }, { traceparent });
    // They may have changed since, or be gone.
    if (sha256 === null) return undefined;
    const skills = { sha256, files };
    known.set(`${companyId} ${sha256}`, skills);
    return skills;
  };
}
