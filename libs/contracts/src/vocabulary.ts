/** Schemas that every contract uses: ids, text, money, time, pages, enumerations, the caller. */
import { isSeenWhole } from './hidden-characters.ts';
import { z } from 'zod';

/** Longest text of a name or title, in characters. */
const NAME_MAX = 200;
/** Longest free text (descriptions, capabilities, comments), in characters. */
const TEXT_MAX = 65_536;
/** Most money in one field, in cents: ten billion dollars. */
export const CENTS_MAX = 1_000_000_000_000;

/** The form of a UUID of any version, in any case, without anchors: a part of other patterns. */
export const UUID_PATTERN = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';
/** A whole text that is a UUID. */
export const UUID = new RegExp(`^${UUID_PATTERN}$`);

/** An id in a body or a query; a malformed one is a validation error. */
export const Id = z.guid();
/** An id in a path; a malformed id is not found, like an unknown one (see `serve`). */
export const PathId = z.guid();
/** Prefixes of earlier releases have a letter more for each company whose name begins alike. */
const IDENTIFIER_PATTERN = String.raw`[A-Za-z]{1,190}-\d{1,9}`;
/** A whole text that is the identifier of an issue. It may be as long as a UUID. */
export const ISSUE_IDENTIFIER = new RegExp(`^${IDENTIFIER_PATTERN}$`);
/** An issue by id or identifier (`ACM-12`, any case). */
export const IssueRef = z.string().regex(new RegExp(`^(${UUID_PATTERN}|${IDENTIFIER_PATTERN})$`));
/** An agent by id or url key (`ada-lovelace`). */
export const AgentRef = z.string().regex(/^[0-9A-Za-z][0-9A-Za-z-]{0,199}$/);

/** A name of at most so many characters, each of which is seen. */
export const nameOfAtMost = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine(
      isSeenWhole,
      'has a character that is not seen, such as a mark of direction: leave it out',
    );
export const Name = nameOfAtMost(NAME_MAX);
export const Text = z.string().max(TEXT_MAX);
/** A text of blanks says nothing. */
export const NonEmptyText = z
  .string()
  .min(1, { abort: true })
  .max(TEXT_MAX)
  .regex(/\S/, 'blank: write a text, or leave the field out');
/** A calendar month in the company's time zone: `2026-11`. */
export const Month = z.string().regex(/^\d{4}-\d{2}$/);
export const Cents = z.int().min(0).max(CENTS_MAX);
/**
 * How reliable a price is. `measured`: the provider has named it. `estimated`: it was calculated, and
 * counts against budgets like any other. An unknown price is not zero: the cost is then the charge for
 * the tokens at the highest price that the operator expects.
 */
export const PriceStatus = z.enum(['measured', 'estimated', 'unknown']);
export type PriceStatus = z.output<typeof PriceStatus>;
/** The day of a price list: `2026-11-20`. */
export const PriceDate = z.iso.date();
/** ISO-8601 in UTC with milliseconds: `2026-11-20T18:12:00.000Z`. */
export const Timestamp = z.iso.datetime();
export const Version = z.int().min(1);
/** Open JSON objects such as an adapter's configuration: stored, not interpreted here. */
export const JsonObject = z.record(z.string(), z.json());

export const PAGE_DEFAULT = 100;
export const PAGE_MAX = 500;
/**
 * The fields of a paged query. A limit over the maximum counts as the maximum, and the answer has the
 * header `Limit-Applied`.
 */
export const page = {
  limit: z.int().min(1).default(PAGE_DEFAULT),
  cursor: z.string().max(2_000).optional(),
};
/** Accepted on every record that carries `version`; the gateway fills it from `If-Match`. */
export const ifVersion = { ifVersion: Version.optional() };

export const AgentRole = z.enum([
  'ceo',
  'cto',
  'cmo',
  'cfo',
  'manager',
  'engineer',
  'designer',
  'pm',
  'qa',
  'devops',
  'security',
  'researcher',
  'general',
]);
export const AgentStatus = z.enum([
  'pending_approval',
  'idle',
  'running',
  'paused',
  'error',
  'terminated',
]);
export const PauseReason = z.enum(['manual', 'budget', 'loop', 'company']);
export const AdapterType = z.enum([
  'claude_code',
  'codex',
  'opencode',
  'gemini_cli',
  'alpha_local',
  'beta_local',
  'process',
  'http',
  'remote',
]);
/** Adapters of coding agents whose programs and output are known. */
export const CliAgentType = AdapterType.extract(['claude_code', 'codex', 'opencode', 'gemini_cli']);
export const AgentIcon = z.enum([
  'bot',
  'cpu',
  'brain',
  'zap',
  'rocket',
  'code',
  'terminal',
  'shield',
  'eye',
  'search',
  'wrench',
  'hammer',
  'lightbulb',
  'sparkles',
  'star',
  'heart',
  'flame',
  'bug',
  'cog',
  'database',
  'globe',
  'lock',
  'mail',
  'message-square',
  'file-code',
  'git-branch',
  'package',
  'puzzle',
  'target',
  'wand',
  'atom',
  'circuit-board',
  'radar',
  'swords',
  'telescope',
  'microscope',
  'crown',
  'gem',
  'hexagon',
  'pentagon',
  'fingerprint',
]);
export const IssueStatus = z.enum([
  'backlog',
  'todo',
  'in_progress',
  'in_review',
  'blocked',
  'done',
  'cancelled',
]);
/** In sort order: the most urgent first. */
export const IssuePriority = z.enum(['critical', 'high', 'medium', 'low']);
/** From the widest to the narrowest. */
export const GoalLevel = z.enum(['company', 'team', 'agent', 'task']);
export const GoalStatus = z.enum(['planned', 'active', 'achieved', 'cancelled']);
export const ProjectStatus = z.enum([
  'backlog',
  'planned',
  'active',
  'in_progress',
  'completed',
  'cancelled',
]);
export const CompanyStatus = z.enum(['active', 'paused', 'archived']);
export const ApprovalType = z.enum([
  'hire_agent',
  'approve_ceo_strategy',
  'budget_override_required',
  'request_board_approval',
  'change_agent',
]);
export const ApprovalStatus = z.enum([
  'pending',
  'revision_requested',
  'approved',
  'rejected',
  'cancelled',
]);
export const RunSource = z.enum([
  'timer',
  'assignment',
  'mention',
  'comment',
  'approval',
  'on_demand',
  'retry',
]);
export const RunStatus = z.enum([
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
  'timed_out',
  'lost',
]);

export type AgentRole = z.output<typeof AgentRole>;
export type AgentStatus = z.output<typeof AgentStatus>;
export type PauseReason = z.output<typeof PauseReason>;
export type AdapterType = z.output<typeof AdapterType>;
export type CliAgentType = z.output<typeof CliAgentType>;
export type IssueStatus = z.output<typeof IssueStatus>;
export type IssuePriority = z.output<typeof IssuePriority>;
export type GoalLevel = z.output<typeof GoalLevel>;
export type GoalStatus = z.output<typeof GoalStatus>;
export type ProjectStatus = z.output<typeof ProjectStatus>;
export type CompanyStatus = z.output<typeof CompanyStatus>;
export type ApprovalType = z.output<typeof ApprovalType>;
export type ApprovalStatus = z.output<typeof ApprovalStatus>;
export type RunSource = z.output<typeof RunSource>;
export type RunStatus = z.output<typeof RunStatus>;

export const MemberRole = z.enum(['owner', 'operator', 'viewer']);
/** Permissions that an operator may have; an owner has all of them, a viewer none. */
export const Permission = z.enum(['invite', 'approve', 'manage_agents', 'manage_budgets']);
/** The role and permissions of a board user in a company. */
export const Membership = z.object({
  companyId: Id,
  role: MemberRole,
  permissions: z.array(Permission),
});
export type MemberRole = z.output<typeof MemberRole>;
export type Permission = z.output<typeof Permission>;
export type Membership = z.output<typeof Membership>;

/**
 * The caller, as the gateway determined it from the credential. It travels in a signed envelope;
 * a body never names the caller. `companies` are a board user's memberships; `all` is an instance
 * admin.
 */
export const Actor = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('agent'),
    id: Id,
    name: z.string(),
    companyId: Id,
    runId: Id.optional(),
    /** The agent key of the request, if it has one. */
    keyId: Id.optional(),
    /** What is paused, the agent or its company: it changes nothing but its report meanwhile. */
    paused: z.enum(['agent', 'company']).optional(),
  }),
  z.object({
    type: z.literal('user'),
    id: Id,
    name: z.string(),
    companies: z.union([z.literal('all'), z.array(Membership)]),
    runId: Id.optional(),
  }),
  z.object({ type: z.literal('service'), id: z.string(), name: z.string() }),
  z.object({ type: z.literal('public'), id: z.literal('public'), name: z.literal('public') }),
]);
export type Actor = z.output<typeof Actor>;
export type AgentActor = Extract<Actor, { type: 'agent' }>;
export type UserActor = Extract<Actor, { type: 'user' }>;

/** The companies that an actor may see. Every query is limited to them. */
export type Scope = readonly string[] | 'all';

export const scopeOf = (actor: Actor): Scope => {
  switch (actor.type) {
    case 'agent':
      return [actor.companyId];
    case 'user':
      return companiesOf(actor);
    case 'service':
      return 'all';
    case 'public':
      return [];
    default:
      return actor satisfies never;
  }
};

const companiesOf = ({ companies }: UserActor): Scope =>
  companies === 'all' ? 'all' : companies.map(({ companyId }) => companyId);

export const callerOf = (actor: Actor): 'agent' | 'board' | 'service' | 'public' =>
  actor.type === 'user' ? 'board' : actor.type;
