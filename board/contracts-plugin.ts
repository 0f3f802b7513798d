/**
 * `virtual:contracts`: what a page needs of the contracts at run time, as constants. The build imports the
 * contracts in Node, so nothing is generated or committed, and their schemas stay out of the browser. What
 * only some pages need is in a module of its own, so that it comes with those.
 */
import {
  adapters,
  AdapterType,
  AgentIcon,
  AgentRole,
  attentionActions,
  BULK_DECIDED_MAX,
  composed,
  contracts,
  GoalLevel,
  GoalStatus,
  IssuePriority,
  IssueStatus,
  MemberRole,
  NEW_CHILDREN_MAX,
  Permission,
  permissionsOfApprovals,
  ProjectStatus,
  refusals,
  RunStatus,
  serviceNames,
  type Operation,
} from '@muster/contracts';
import type { Plugin } from 'vite';
import { adapterForm } from './build/adapter-forms.ts';

const modules: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  'virtual:contracts': () => ({
    emits: emitsOf(),
    issueStatuses: IssueStatus.options,
    issuePriorities: IssuePriority.options,
    runStatuses: RunStatus.options,
  }),
  'virtual:contracts/people': () => ({
    memberRoles: MemberRole.options,
    permissions: Permission.options,
  }),
  'virtual:contracts/approvals': () => ({ permissionsOfApprovals }),
  'virtual:contracts/planning': () => ({
    goalLevels: GoalLevel.options,
    goalStatuses: GoalStatus.options,
    projectStatuses: ProjectStatus.options,
    newChildrenMax: NEW_CHILDREN_MAX,
    bulkDecidedMax: BULK_DECIDED_MAX,
  }),
  'virtual:contracts/agents': () => ({
    agentRoles: AgentRole.options,
    agentIcons: AgentIcon.options,
    adapterForms: Object.fromEntries(
      AdapterType.options.map((type) => [type, adapterForm(adapters[type])]),
    ),
  }),
  'virtual:contracts/refusals': () => ({
    refusalTitles: Object.fromEntries(
      Object.entries(refusals).map(([code, { title }]) => [code, title]),
    ),
  }),
  'virtual:contracts/events': () => ({
    actions: contracts.flatMap(({ events }) => Object.keys(events)).toSorted(),
    attentionActions,
    serviceNames,
  }),
};

export function contractsPlugin(): Plugin {
  return {
    name: 'contracts',
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    load: (id) => {
      const constants = modules[id.slice(1)]?.();
      return constants && moduleText(constants);
    },
  };
}

const moduleText = (constants: Readonly<Record<string, unknown>>): string =>
  Object.entries(constants)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');

const operations: Readonly<Record<string, Operation>> = Object.assign(
  {},
  ...contracts.map((contract) => contract.operations),
  composed,
);

/** Operation → the types of its events, for those that have any. */
const emitsOf = (): Readonly<Record<string, readonly string[] | undefined>> =>
  Object.fromEntries(
    Object.entries(operations)
      .filter(([, { http, emits }]) => http !== undefined && emits !== undefined)
      .map(([name, { emits }]) => [name, emits]),
  );
