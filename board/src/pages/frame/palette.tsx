/** Places, verbs, agents, and issues by their identifier or by words of their title. */
import type { Company } from '@muster/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactElement } from 'react';
import { issuesQuery } from '../../cache/queries.ts';
import { issueMarks } from '../../domain/marks.ts';
import { oneLine } from '../../domain/visible.ts';
import { StateMark } from '../../ui/mark.tsx';
import { Picker, type Option } from '../../ui/picker.tsx';

/** A search begins when the hands rest for so long. */
const TYPING_MS = 120;

interface Props {
  readonly companies: readonly Company[];
  readonly current: Company | undefined;
  readonly onClose: () => void;
  readonly onNewIssue: () => void;
}

export function Palette({ companies, current, onClose, onNewIssue }: Props): ReactElement {
  const [typed, setTyped] = useState('');
  const found = useFoundIssues(current, useRested(typed));
  const navigate = useNavigate();
  const go = (path: string) => (): void => void navigate({ href: path });
  const places: Option[] = [
    { id: 'inbox', label: 'Inbox', detail: 'g i', onPick: go('/') },
    ...companies.flatMap(({ issuePrefix: prefix, name }): Option[] => {
      const place = (word: string, path: string, detail?: string): Option => ({
        id: `${prefix}${path}`,
        label: companies.length > 1 ? `${oneLine(name)}: ${word}` : word,
        detail: prefix === current?.issuePrefix ? detail : prefix,
        onPick: go(`/${prefix}${path}`),
      });
      return [
        place('Overview', '', 'g o'),
        place('Issues', '/issues', 'g s'),
        place('Agents', '/agents', 'g a'),
        place('Runs', '/runs', 'g r'),
        place('Approvals', '/approvals', 'g p'),
        place('Costs', '/costs', 'g c'),
        place('Org', '/org', 'g t'),
        place('Activity', '/activity', 'g l'),
        place('Board of issues', '/issues?view=board', 'g b'),
        place('Projects', '/projects'),
        place('Goals', '/goals'),
        place('Settings', '/settings'),
        place('Settings: people', '/settings/people'),
        place('Settings: joining agents', '/settings/joiners'),
        place('Settings: labels', '/settings/labels'),
        place('Settings: secrets', '/settings/secrets'),
        place('Settings: webhooks', '/settings/webhooks'),
      ];
    }),
    { id: 'start', label: 'New company', onPick: go('/start') },
    { id: 'me', label: 'Your account', onPick: go('/me') },
  ];
  const verbs: Option[] = current
    ? [{ id: 'new', label: 'New issue', detail: 'c', onPick: onNewIssue }]
    : [];
  return (
    <Picker
      label="Find a place, an issue or an action"
      options={[
        ...verbs,
        ...places,
        ...found.map(({ path, ...rest }) => ({ ...rest, onPick: go(path) })),
      ]}
      onType={setTyped}
      onClose={onClose}
      empty="Nothing has these words."
    />
  );
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
