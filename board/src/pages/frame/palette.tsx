/** Pages, verbs, what a company has by name, and issues by their identifier or by words of their title. */
import type { Company } from '@muster/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useRights } from '../../cache/company.ts';
import { useFoundIssues } from '../../cache/found-issues.ts';
import { issueMarks } from '../../domain/marks.ts';
import { oneLine } from '../../domain/visible.ts';
import { StateMark } from '../../ui/mark.tsx';
import { useOfferedVerbs } from '../../cache/page-verbs.ts';
import { useMayCreateCompanies } from '../../cache/session.ts';
import type { Address } from '../../ui/links/address.ts';
import { Picker, type Option } from '../../ui/picker.tsx';
import { useThings } from './found-things.ts';
import { addressOf, places } from './places.ts';
import { useStoppable } from './stop-everywhere.tsx';

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
  const found = useFoundIssues(current?.id, typed);
  const things = useThings(current);
  const navigate = useNavigate();
  const go = (address: Address) => (): void => void navigate(address);
  const verbs = useVerbs(props);
  const mayCreate = useMayCreateCompanies();
  return (
    <Picker
      label="Find a page, an issue or an action"
      options={[
        ...verbs,
        { id: 'inbox', label: 'Inbox', detail: 'g i', onPick: go({ to: '/' }) },
        ...pagesOf(companies, current, go),
        ...(mayCreate
          ? [
              { id: 'start', label: 'New company', onPick: go({ to: '/start' }) },
              { id: 'import', label: 'Import a company', onPick: go({ to: '/import' }) },
            ]
          : []),
        {
          id: 'me',
          label: 'Your account',
          words: 'profile token password sign out sessions devices',
          onPick: go({ to: '/me' }),
        },
        {
          id: 'guide',
          label: 'Guide',
          words: 'help docs documentation how to mcp claude codex gemini opencode api',
          // No page of the router: the gateway serves it.
          onPick: () => window.location.assign('/docs'),
        },
        ...things.map(({ address, ...rest }) => ({ ...rest, onPick: go(address) })),
        ...found.map(({ id, identifier, title, status }) => ({
          id,
          label: `${identifier} ${oneLine(title)}`,
          mark: <StateMark kind="issue" mark={issueMarks[status]} />,
          onPick: go({
            to: '/$prefix/issues/$ref',
            params: { prefix: current?.issuePrefix ?? '', ref: identifier },
          }),
        })),
      ]}
      onType={setTyped}
      onClose={onClose}
      central
      empty={`No results for “${oneLine(typed)}”.`}
    />
  );
}

/** Those of the open company go by their own name, others by the name of their company. */
const pagesOf = (
  companies: readonly Company[],
  current: Company | undefined,
  go: (address: Address) => () => void,
): readonly Option[] =>
  currentFirst(companies, current).flatMap((company) => {
    const { issuePrefix: prefix, name } = company;
    const isOpen = company === current;
    const hotkey = (key: string | undefined) => (key === undefined ? undefined : `g ${key}`);
    return places.map((place) => ({
      id: `${prefix} ${place.word}`,
      label: isOpen ? place.word : `${oneLine(name)}: ${place.word}`,
      detail: isOpen ? hotkey(place.key) : prefix,
      words: `${place.also ?? ''} ${oneLine(name)}`,
      onPick: go(addressOf(prefix, place)),
    }));
  });

const currentFirst = (
  companies: readonly Company[],
  current: Company | undefined,
): readonly Company[] => [
  ...(current ? [current] : []),
  ...companies.filter((each) => each !== current),
];

/** What can be done with what is shown, and in the company that is open. */
function useVerbs({ companies, current, onNewIssue, onStop, onStopAll }: Props): readonly Option[] {
  const { mayManageAgents, isOwner } = useRights(current?.id ?? '');
  const all = useStoppable(companies);
  const offered = useOfferedVerbs().map(({ label, hotkey, act }) => ({
    id: `verb ${label}`,
    label,
    detail: hotkey,
    onPick: act,
  }));
  if (!current) return offered;
  const isStopped = current.status !== 'active';
  const mayStop = isStopped ? isOwner : mayManageAgents;
  const name = oneLine(current.name);
  return [
    ...offered,
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
