/** Pages, verbs, agents, and issues by their identifier or by words of their title. */
import type { Company } from '@muster/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactElement } from 'react';
import { useRights } from '../../cache/company.ts';
import { issuesQuery } from '../../cache/queries.ts';
import { issueMarks } from '../../domain/marks.ts';
import { oneLine } from '../../domain/visible.ts';
import { StateMark } from '../../ui/mark.tsx';
import { Picker, type Option } from '../../ui/picker.tsx';
import { useStoppable } from './stop-everywhere.tsx';

/** A search begins when the hands rest for so long. */
const TYPING_MS = 120;

interface Props {
  readonly companies: readonly Company[];
  readonly current: Company | undefined;
  readonly onClose: () => void;
  readonly onNewIssue: () => void;
  readonly onStop: () => void;
  readonly onStopAll: () => void;
}

export function Palette(props: Props): ReactElement {
  const { companies, current, onClose } = props;
  const [typed, setTyped] = useState('');
  const found = useFoundIssues(current, useRested(typed));
  const navigate = useNavigate();
  const go = (path: string) => (): void => void navigate({ href: path });
  const pages: Option[] = [
    { id: 'inbox', label: 'Inbox', detail: 'g i', onPick: go('/') },
    ...currentFirst(companies, current).flatMap(({ issuePrefix: prefix, name }): Option[] => {
      const page = (word: string, path: string, detail?: string): Option => ({
        id: `${prefix}${path}`,
        label: companies.length > 1 ? `${oneLine(name)}: ${word}` : word,
        detail: prefix === current?.issuePrefix ? detail : prefix,
        onPick: go(`/${prefix}${path}`),
      });
      return [
        page('Overview', '', 'g o'),
        page('Issues', '/issues', 'g s'),
        page('Agents', '/agents', 'g a'),
        page('Runs', '/runs', 'g r'),
        page('Approvals', '/approvals', 'g p'),
        page('Costs', '/costs', 'g c'),
        page('Org', '/org', 'g t'),
        page('Activity', '/activity', 'g l'),
        page('Board of issues', '/issues?view=board', 'g b'),
        page('Projects', '/projects'),
        page('Routines', '/routines'),
        page('Goals', '/goals'),
        page('Settings', '/settings'),
        page('Settings: people', '/settings/people'),
        page('Settings: joining agents', '/settings/joiners'),
        page('Settings: labels', '/settings/labels'),
        page('Settings: secrets', '/settings/secrets'),
        page('Settings: webhooks', '/settings/webhooks'),
      ];
    }),
    { id: 'start', label: 'New company', onPick: go('/start') },
    { id: 'me', label: 'Your account', onPick: go('/me') },
  ];
  const verbs = useVerbs(props);
  return (
    <Picker
      label="Find a page, an issue or an action"
      options={[
        ...verbs,
        ...pages,
        ...found.map(({ path, ...rest }) => ({ ...rest, onPick: go(path) })),
      ]}
      onType={setTyped}
      onClose={onClose}
      empty="Nothing has these words."
    />
  );
}

const currentFirst = (
  companies: readonly Company[],
  current: Company | undefined,
): readonly Company[] => [
  ...(current ? [current] : []),
  ...companies.filter((each) => each !== current),
];

/** What can be done in the company that is open. */
function useVerbs({ companies, current, onNewIssue, onStop, onStopAll }: Props): readonly Option[] {
  const { mayManageAgents, isOwner } = useRights(current?.id ?? '');
  const all = useStoppable(companies);
  if (!current) return [];
  const isStopped = current.status !== 'active';
  const mayStop = isStopped ? isOwner : mayManageAgents;
  const name = oneLine(current.name);
  return [
    { id: 'new', label: 'New issue', detail: 'c', onPick: onNewIssue },
    ...(mayStop && current.status !== 'archived'
      ? [
          {
            id: 'stop',
            label: `${isStopped ? 'Resume' : 'Stop'} all agents in ${name}`,
            onPick: onStop,
          },
        ]
      : []),
    ...(companies.length > 1 && all.length > 0
      ? [{ id: 'stop all', label: 'Stop all agents in all companies', onPick: onStopAll }]
      : []),
  ];
}

function useFoundIssues(
  company: Company | undefined,
  words: string,
): readonly (Omit<Option, 'onPick'> & { path: string })[] {
  const query = useInfiniteQuery({
    ...issuesQuery(company?.id ?? '', { q: words }),
    enabled: company !== undefined && words.length > 1,
    // What was found for fewer letters stays until the answer comes: Enter picks what is shown.
    placeholderData: keepPreviousData,
  });
  if (!company || words.length <= 1) return [];
  return (query.data?.pages[0]?.items ?? []).flatMap(({ identifier, title, status }) =>
    identifier === undefined || title === undefined || status === undefined
      ? []
      : [
          {
            id: identifier,
            label: `${identifier} ${oneLine(title)}`,
            mark: <StateMark kind="issue" mark={issueMarks[status]} />,
            path: `/${company.issuePrefix}/issues/${identifier}`,
          },
        ],
  );
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
