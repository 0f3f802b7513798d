/** Random commands on issues: mostly sensible ones, and often others. */
import type { IssuePriority, IssueStatus } from '@muster/contracts';
import fc from 'fast-check';
import { callerNames, type AgentName, type CallerName } from '../fixtures/team.ts';

export interface Patch {
  readonly status?: IssueStatus;
  /** Null removes the assignee. */
  readonly agent?: AgentName | null;
  /** True for Una, false to remove the assignee. */
  readonly user?: boolean;
  /** Whether an issue blocks it that never ends. */
  readonly blocked?: boolean;
  readonly title?: string;
  readonly priority?: IssuePriority;
  readonly comment?: string;
}

interface About {
  readonly by: CallerName;
  /** Index into the issues of the run, modulo their number. */
  issue: number;
}
export type Command =
  | {
      readonly type: 'create';
      readonly by: CallerName;
      readonly status: IssueStatus;
      readonly agent: AgentName | null;
      readonly user: boolean;
      readonly blocked: boolean;
      readonly title: string;
      readonly priority: IssuePriority;
    }
  | (About & {
      readonly type: 'checkout';
      readonly agent: AgentName;
      readonly expected: IssueStatus[];
    })
  | (About & { readonly type: 'release' })
  | (About & { readonly type: 'reopen' })
  | (About & {
      readonly type: 'update';
      readonly patch: Patch;
      /** Sends a wrong version, which is refused. */
      readonly stale: boolean;
    })
  /** Holds it, or lifts the hold. */
  | (About & { readonly type: 'hold'; readonly holds: boolean })
  | (About & { readonly type: 'comment' })
  | (About & { readonly type: 'read' });

const statuses: readonly IssueStatus[] = [
  'backlog',
  'todo',
  'in_progress',
  'in_review',
  'blocked',
  'done',
  'cancelled',
];
/** With more issues, commands would rarely concern the same one. */
const ISSUES_MAX = 5;

const by = fc.constantFrom(...callerNames);
const status = fc.constantFrom(...statuses);
const priority = fc.constantFrom<IssuePriority>('critical', 'high', 'medium', 'low');
const title = fc.constantFrom('Dig', 'Fill');
const agent = fc.constantFrom<AgentName>('cleo', 'max', 'ann', 'bob', 'sid', 'pat', 'tom', 'pia');
const seldom = fc.integer({ min: 0, max: 9 }).map((number) => number === 9);
const issue = fc.nat({ max: ISSUES_MAX });

const create = fc.record({
  type: fc.constant('create' as const),
  by,
  status,
  agent: fc.option(agent),
  user: seldom,
  blocked: seldom,
  title,
  priority,
});

/** Mostly for oneself, and with sensible expected statuses. */
const checkout = fc
  .record({
    type: fc.constant('checkout' as const),
    by,
    issue,
    other: agent,
    swapped: seldom,
    expected: fc.oneof(
      { weight: 4, arbitrary: fc.constant<IssueStatus[]>(['todo', 'blocked', 'in_review']) },
      { weight: 1, arbitrary: fc.subarray([...statuses], { minLength: 1 }) },
    ),
  })
  .map(({ other, swapped, ...rest }): Command => ({
    ...rest,
    agent: swapped || rest.by === 'board' ? other : rest.by,
  }));

const patch: fc.Arbitrary<Patch> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ status }) },
  { weight: 2, arbitrary: fc.record({ agent: fc.option(agent) }) },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        status,
        agent: fc.option(agent),
        user: fc.boolean(),
        blocked: seldom,
        title,
        priority,
        comment: fc.constant('Look.'),
      },
      { requiredKeys: [] },
    ),
  },
);
const update = fc.record({
  type: fc.constant('update' as const),
  by,
  issue,
  patch,
  stale: seldom,
});
const plain = <const T extends 'release' | 'reopen' | 'comment' | 'read'>(type: T) =>
  fc.record({ type: fc.constant(type), by, issue });

const hold = fc.record({ type: fc.constant('hold' as const), by, issue, holds: fc.boolean() });

export const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof<fc.WeightedArbitrary<Command>[]>(
    { weight: 1, arbitrary: create },
    { weight: 5, arbitrary: checkout },
    { weight: 3, arbitrary: plain('release') },
    { weight: 2, arbitrary: plain('reopen') },
    { weight: 9, arbitrary: update },
    { weight: 1, arbitrary: hold },
    { weight: 1, arbitrary: plain('comment') },
    { weight: 2, arbitrary: plain('read') },
  ),
  { minLength: 1, maxLength: 100, size: 'max' },
);
