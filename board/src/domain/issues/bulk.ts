/** A change of all issues of a filter: which ones, what becomes of them, and how its receipt reads. */
import type { BulkChange, BulkReceipt } from '@muster/contracts';
import { counted, figure } from '../count.ts';
import { filterOf, type Filter, type IssueSearch } from '../issue-search.ts';

export type BulkFilter = Omit<Filter, 'q' | 'sort'>;

/** The filter of a list as that of a change; undefined where words are searched for, which no change is bound to. */
export function bulkFilterOf(search: IssueSearch): BulkFilter | undefined {
  const { q, sort: _, ...filter } = filterOf(search);
  return q === undefined ? filter : undefined;
}

/** The values of the form: empty leaves the field of each issue as it is. */
export interface BulkValues {
  readonly status: '' | NonNullable<BulkChange['status']>;
  readonly priority: '' | NonNullable<BulkChange['priority']>;
  /** `agent:` or `user:` before an id, or `none`. */
  readonly assignee: string;
  /** An id, or `none`. */
  readonly project: string;
  readonly goal: string;
  readonly addLabel: string;
  readonly removeLabel: string;
}

export const unchanged: BulkValues = {
  status: '',
  priority: '',
  assignee: '',
  project: '',
  goal: '',
  addLabel: '',
  removeLabel: '',
};

/** Undefined where nothing would change. */
export function bulkChangeOf(values: BulkValues): BulkChange | undefined {
  const { status, priority, project, goal, addLabel, removeLabel } = values;
  const change: BulkChange = {
    ...(status === '' ? {} : { status }),
    ...(priority === '' ? {} : { priority }),
    ...assigneeOf(values.assignee),
    ...(project === '' ? {} : { projectId: idOrNone(project) }),
    ...(goal === '' ? {} : { goalId: idOrNone(goal) }),
    ...(addLabel === '' ? {} : { addLabelIds: [addLabel] }),
    ...(removeLabel === '' ? {} : { removeLabelIds: [removeLabel] }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

const idOrNone = (value: string): string | null => (value === 'none' ? null : value);

function assigneeOf(value: string): Pick<BulkChange, 'assigneeAgentId' | 'assigneeUserId'> {
  if (value === '') return {};
  const [kind, id = ''] = value.split(':');
  return {
    assigneeAgentId: kind === 'agent' ? id : null,
    assigneeUserId: kind === 'user' ? id : null,
  };
}

const refusedIn = ({ refused }: BulkReceipt): number =>
  Object.values(refused).reduce((sum, count) => sum + count, 0);

/** `12 issues match. 10 change, 1 stays as it is, 1 is refused.` */
export function previewOf(receipt: BulkReceipt, decidedMax: number): string {
  const { matched, changed } = receipt;
  if (matched === 0) return 'No issue matches.';
  const first = matched > decidedMax ? `Of the first ${figure(decidedMax)}, ` : '';
  const verb = changed === 1 ? 'changes' : 'change';
  const outcome = outcomeOf(receipt, `${figure(changed)} ${verb}`);
  return `${counted(matched, 'issue matches', 'issues match')}. ${first}${outcome}.`;
}

/** `10 of 12 changed, 1 stays as it is, 1 is refused.` */
export const progressOf = (receipt: BulkReceipt): string =>
  `${outcomeOf(receipt, `${figure(receipt.changed)} of ${figure(receipt.matched)} changed`)}.`;

function outcomeOf(receipt: BulkReceipt, changed: string): string {
  const refused = refusedIn(receipt);
  return [
    changed,
    receipt.unchanged > 0 && counted(receipt.unchanged, 'stays as it is', 'stay as they are'),
    refused > 0 && counted(refused, 'is refused', 'are refused'),
  ]
    .filter(Boolean)
    .join(', ');
}
