/** What the list shows, and in which order. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type ReactElement } from 'react';
import { issuePriorities, issueStatuses } from 'virtual:contracts';
import { useCompany, useNames, useRights } from '../../cache/company.ts';
import { goalsQuery, projectsQuery } from '../../cache/planning-queries.ts';
import { labelsQuery } from '../../cache/settings-queries.ts';
import type { IssueSearch } from '../../domain/issue-search.ts';
import { bulkFilterOf } from '../../domain/issues/bulk.ts';
import { issueMarks } from '../../domain/marks.ts';
import { searchChange } from '../../domain/search.ts';
import { oneLine } from '../../domain/visible.ts';
import { Button } from '../../ui/controls.tsx';
import { useKeys } from '../../ui/keys.ts';
import { ChangeAll } from './change-all.tsx';
import css from './issues.module.css';

type Options = readonly (readonly [value: string, word: string])[];

const sorts: Options = [
  ['', 'By priority'],
  ['updated', 'Latest change'],
  ['created', 'Newest'],
];

/** What a phone folds, and counts where it is folded. */
const filters = [
  'status',
  'assignee',
  'priority',
  'project',
  'goal',
  'label',
  'blocked',
  'sort',
] as const satisfies readonly (keyof IssueSearch)[];

/** Of a search, whose own order has the best place of the words first. */
const searchSorts: Options = [['', 'Best match'], ['priority', 'By priority'], ...sorts.slice(1)];

export function IssueFilters({ search }: { readonly search: IssueSearch }): ReactElement {
  const { id, issuePrefix } = useCompany();
  const options = useOptions(id, search);
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() });
  const set = (change: IssueSearch): void =>
    void navigate({
      to: '/$prefix/issues',
      params: { prefix: issuePrefix },
      search: searchChange<IssueSearch>(change),
      replace: true,
    });
  const filter = (name: keyof IssueSearch, label: string, values: Options): ReactElement | null =>
    values.length < 2 ? null : (
      <select
        aria-label={label}
        value={search[name] ?? ''}
        className={search[name] === undefined ? undefined : css.filtered}
        onChange={(event) => set({ [name]: event.target.value })}
      >
        {values.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    );
  const [isUnfolded, setUnfolded] = useState(false);
  const inUse = filters.filter((name) => search[name] !== undefined).length;
  return (
    <search className={`${css.filters} ${isUnfolded ? css.unfolded : ''}`}>
      <input
        ref={field}
        type="search"
        aria-label="Words of the title or text"
        placeholder="Filter"
        defaultValue={search.q ?? ''}
        onChange={(event) => set({ q: event.target.value })}
      />
      <span className={css.unfold}>
        <Button aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {inUse === 0 ? 'Filters' : `Filters (${inUse})`}
        </Button>
      </span>
      {filter('status', 'Status', options.status)}
      {filter('assignee', 'Assignee', options.assignee)}
      {filter('priority', 'Priority', options.priority)}
      {filter('project', 'Project', options.project)}
      {filter('goal', 'Goal', options.goal)}
      {filter('label', 'Label', options.label)}
      {filter('blocked', 'Blocked', options.blocked)}
      {filter('sort', 'Order', search.q === undefined ? sorts : searchSorts)}
      <ChangeAllButton search={search} />
    </search>
  );
}

/** Who may write may change all that the filter finds. */
function ChangeAllButton({ search }: { readonly search: IssueSearch }): ReactElement | null {
  const { mayWrite } = useRights(useCompany().id);
  const [isOpen, setOpen] = useState(false);
  const filter = bulkFilterOf(search);
  if (!mayWrite) return null;
  return (
    <>
      <Button
        disabled={filter === undefined}
        title={
          filter ? undefined : 'Search results cannot be changed together. Select rows instead.'
        }
        onClick={() => setOpen(true)}
      >
        Change all
      </Button>
      {isOpen && filter && <ChangeAll filter={filter} onClose={() => setOpen(false)} />}
    </>
  );
}

function useOptions(companyId: string, search: IssueSearch) {
  const names = useNames(companyId);
  const projects = useQuery(projectsQuery(companyId)).data ?? [];
  const goals = useQuery(goalsQuery(companyId)).data ?? [];
  const labels = useQuery(labelsQuery(companyId)).data ?? [];
  const several: Options =
    search.status?.includes(',') === true ? [[search.status, 'Several statuses']] : [];
  return {
    status: [
      ['', search.view === 'board' ? 'Every status' : 'Open'],
      ['all', 'All statuses'],
      ...issueStatuses.map((status) => [status, issueMarks[status].word] as const),
      ...several,
    ] satisfies Options,
    assignee: [
      ['', 'Every assignee'],
      ['me', 'Me'],
      ['none', 'No one'],
      ...[...names.agents.values()].map(({ id, name }) => [id, oneLine(name)] as const),
    ] satisfies Options,
    priority: [
      ['', 'Every priority'],
      ...issuePriorities.map((each) => [each, each] as const),
    ] satisfies Options,
    project: [
      ['', 'Every project'],
      ...projects.map(({ id, name }) => [id, oneLine(name)] as const),
    ] satisfies Options,
    goal: [
      ['', 'Every goal'],
      ...goals.map(({ id, title }) => [id, oneLine(title)] as const),
    ] satisfies Options,
    label: [
      ['', 'Every label'],
      ...labels.map(({ id, name }) => [id, oneLine(name)] as const),
    ] satisfies Options,
    blocked: [
      ['', 'Any blockers'],
      ['yes', 'By an open issue'],
    ] satisfies Options,
  };
}
