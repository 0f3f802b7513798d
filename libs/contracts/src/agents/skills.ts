/** The skills of a company: folders of text by slug, written by the board and assigned to agents. */
import { z } from 'zod';
import { agentInPath } from './operations.ts';
import { event, operation } from '../define.ts';
import { Id, page, PathId, Text, Timestamp, Version } from '../vocabulary.ts';

/** Skills of a company. Each has up to a hundred versions, so this bounds what a company stores. */
export const SKILLS_MAX = 100;
/** Revisions that are kept for a skill; older ones are deleted. */
export const SKILL_REVISIONS_KEPT = 100;
/** Files of a skill. */
export const SKILL_FILES_MAX = 64;
/** Text of a skill in UTF-8: half of a request's body, which also holds it with all quotes escaped. */
export const SKILL_MAX_BYTES = 128_000;
/** Skills of an agent: with all their files, they are fewer than the 1,000 files of a program. */
export const AGENT_SKILLS_MAX = 15;
/** Text of all skills of an agent in UTF-8: they go to a runner in one message of 1 MiB. */
export const AGENT_SKILLS_MAX_BYTES = 262_144;
/** Agents of a skill: a change of it looks at each, and a deletion unassigns each, in one statement. */
export const SKILL_AGENTS_MAX = 1_000;

/** Longest slug, as programs that load skills accept it. */
const SLUG_MAX = 64;
/** Longest path of a file in a skill. */
const PATH_MAX = 128;
/** The skill that Muster itself gives to every agent. */
const RESERVED_SLUG = 'muster';

export const SkillSlug = z
  .string()
  .max(SLUG_MAX)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'lower-case letters and digits, joined by single dashes')
  .refine((slug) => slug !== RESERVED_SLUG, { error: 'the name of the skill of Muster itself' })
  .describe('The name of the skill and of its folder: lower-case letters, digits, dashes.');

/** Names begin with a letter or a digit, so there is no `..`, no dot file and no absolute path. */
const SkillPath = z
  .string()
  .max(PATH_MAX)
  .regex(
    /^(?:[A-Za-z0-9][A-Za-z0-9._-]*\/){0,3}[A-Za-z0-9][A-Za-z0-9._-]*$/,
    'names of letters, digits, dots, underscores and dashes that begin with a letter or a digit, ' +
      'in at most three folders',
  )
  .describe('Relative to the folder of the skill; `SKILL.md` is its head.');

const SkillText = Text.regex(
  /^[\t\n\P{Cc}]*$/u,
  'no control characters but tab and newline',
).refine((text) => text.isWellFormed(), { error: 'Unicode without lone surrogates' });

const SkillFile = z.object({ path: SkillPath, text: SkillText });
export type SkillFile = z.output<typeof SkillFile>;
/** Sent by a service: what was checked when it was stored. */
const StoredFile = z.object({ path: z.string(), text: z.string() });

/** A version of a skill, without its texts. */
export const Skill = z.object({
  id: Id,
  companyId: Id,
  slug: z.string(),
  /** Counts the changes of the skill. */
  version: Version,
  /** From the head of `SKILL.md`: when an agent should use the skill. */
  description: z.string(),
  fileCount: z.int().min(1),
  /** Length of all texts in UTF-8. */
  bytes: z.int().min(1),
  /** Of the files in the order of their paths, in hexadecimal. */
  sha256: z.string(),
  /** Who made this version, and when. */
  createdByUserId: Id.nullable(),
  createdAt: Timestamp,
});
export type Skill = z.output<typeof Skill>;

/** A skill in a path, by its slug; what cannot be one names nothing. */
const skillInPath = { companyId: PathId, skill: SkillSlug };
/** Where a skill may be new, the rule that its slug breaks is told; see `requireSlug`. */
const NewSlug = z
  .string()
  .max(200)
  .regex(/^\P{Cc}+$/u);
/** 0: there is no skill of that slug yet. */
const IfVersion = z.int().min(0).optional();

export const skillOperations = {
  listSkills: operation({
    http: 'GET /api/companies/:companyId/skills',
    summary: 'The skills of a company without their texts; for an agent, those assigned to it.',
    who: ['agent', 'board'],
    input: z.object({ companyId: PathId, ...page }),
    output: z.array(Skill),
    paged: true,
    refusals: [],
  }),
  getSkill: operation({
    http: 'GET /api/companies/:companyId/skills/:skill',
    summary: 'A skill with its files, as it is or as it was at a version. For its agents, too.',
    who: ['agent', 'board'],
    input: z.object({
      ...skillInPath,
      version: Version.optional().describe('An earlier version; the newest by default.'),
    }),
    output: Skill.extend({ files: z.array(StoredFile) }),
    refusals: ['skill_not_found', 'revision_not_found'],
  }),
  setSkill: operation({
    http: 'PATCH /api/companies/:companyId/skills/:skill',
    summary: 'Store a skill with all its files, new or in place of those that it has.',
    who: ['board'],
    stores: true,
    needs: 'manage_agents',
    input: z.object({
      companyId: PathId,
      skill: NewSlug.describe('The slug: lower-case letters, digits, dashes.'),
      files: z
        .array(SkillFile)
        .min(1)
        .max(SKILL_FILES_MAX)
        .describe(
          `All files of the skill, at most ${SKILL_MAX_BYTES} bytes together. They may hold no secret.`,
        ),
      ifVersion: IfVersion,
    }),
    output: Skill.extend({
      dropped: z
        .array(z.string())
        .describe(
          'Keys that were left out of the head of SKILL.md: it keeps name and description.',
        ),
    }),
    refusals: ['secret_in_text', 'too_many_skills', 'skills_too_large'],
    emits: ['skill.created', 'skill.updated'],
  }),
  deleteSkill: operation({
    http: 'DELETE /api/companies/:companyId/skills/:skill',
    summary: 'Delete a skill with its versions, and unassign it. It cannot be restored.',
    who: ['board'],
    needs: 'manage_agents',
    input: z.object({ ...skillInPath, ifVersion: IfVersion }),
    output: Skill,
    refusals: ['skill_not_found'],
    emits: ['skill.deleted'],
  }),
  listSkillRevisions: operation({
    http: 'GET /api/companies/:companyId/skills/:skill/revisions',
    summary: `The last ${SKILL_REVISIONS_KEPT} versions of a skill, newest first, without texts.`,
    who: ['agent', 'board'],
    input: z.object({ ...skillInPath, ...page }),
    output: z.array(Skill),
    paged: true,
    refusals: ['skill_not_found'],
  }),
  listAgentSkills: operation({
    http: 'GET /api/agents/:agentId/skills',
    summary: 'The skills that are assigned to an agent, for the agent itself and the board.',
    who: ['agent', 'board'],
    input: z.object(agentInPath),
    output: z.array(Skill),
    refusals: ['agent_not_found', 'not_your_agent'],
  }),
  setAgentSkills: operation({
    http: 'PATCH /api/agents/:agentId/skills',
    summary: 'Assign these skills to an agent, and no others.',
    who: ['board'],
    needs: 'manage_agents',
    input: z.object({
      ...agentInPath,
      skills: z.array(SkillSlug).max(AGENT_SKILLS_MAX).describe('Their slugs.'),
    }),
    output: z.array(Skill),
    refusals: [
      'agent_not_found',
      'agent_not_editable',
      'skill_not_found',
      'skills_too_large',
      'skill_of_too_many_agents',
    ],
    emits: ['agent_skills.changed'],
  }),
  getRunSkills: operation({
    kind: 'read',
    summary: 'The files of the skills of an agent, for the start of a run.',
    who: ['service'],
    input: z.object({ agentId: Id }),
    output: z.object({
      agentId: Id,
      /** Paths are relative to the folder of all skills, and in the order of their bytes. */
      files: z.array(StoredFile),
      /** `skillsSha256` of `getRunConfig` while the skills are these; null without skills. */
      sha256: z.string().nullable(),
    }),
    refusals: ['agent_not_found'],
  }),
} as const;

const skillEvent = (summary: string) =>
  event({
    entity: 'skill',
    version: 1,
    summary,
    payload: z.object({
      skillId: Id,
      ...Skill.pick({ slug: true, version: true, fileCount: true, bytes: true, sha256: true })
        .shape,
    }),
  });

export const skillEvents = {
  'skill.created': skillEvent('A skill was stored.'),
  'skill.updated': skillEvent('A skill has a new version.'),
  'skill.deleted': skillEvent('A skill was deleted and unassigned from its agents.'),
  'agent_skills.changed': event({
    entity: 'agent_skills',
    version: 1,
    summary: 'Other skills are assigned to an agent.',
    payload: z.object({ agentId: Id, slugs: z.array(z.string()) }),
  }),
} as const;
