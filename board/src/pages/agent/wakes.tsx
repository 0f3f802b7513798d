/** What wakes an agent next, and what did not. Why is one click away, with the recorded steps. */
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Output } from '../../api/operations.ts';
import { issuesByIdQuery } from '../../cache/agent-queries.ts';
import { useCompany } from '../../cache/company.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { Section } from '../../ui/ledger.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Text } from '../../ui/text.tsx';
import { WhyWoken } from '../issue/why-woken.tsx';
import css from './agent.module.css';
import { counted } from '../../domain/count.ts';

type AgentWakes = Output<'getAgentWakes'>;

/** A wake-up or a skip, as a row. */
interface Line {
  readonly key: string;
  readonly at: string;
  readonly source: string;
  readonly reason: string;
  readonly state: string;
  readonly issueId: string | null;
  readonly commentId: string | null;
}

export function Wakes({ wakes }: { readonly wakes: AgentWakes }): ReactElement | null {
  const lines = linesOf(wakes);
  if (lines.length === 0 && wakes.skipCounts.length === 0) return null;
  return (
    <Section title="Pending and skipped wake-ups" count={lines.length}>
      {lines.length > 0 && <WakeTable agentId={wakes.agentId} lines={lines} />}
      {wakes.skipCounts.length > 0 && (
        <p className={css.more}>
          Skipped in all:{' '}
          {wakes.skipCounts
            .map(({ reason, count }) => `${words(reason)} ${counted(count, 'time')}`)
            .join(', ')}
          .
        </p>
      )}
    </Section>
  );
}

const words = (code: string): string => code.replaceAll('_', ' ');

const linesOf = ({ pending, skips }: AgentWakes): readonly Line[] => [
  ...pending.map(({ id, createdAt, source, reason, status, issueId, commentId }) => ({
    key: id,
    at: createdAt,
    source,
    reason,
    state: status === 'coalesced' ? 'its next run gets it' : words(status),
    issueId,
    commentId,
  })),
  ...skips.map(({ at, source, reason, issueId, commentId }, index) => ({
    key: `${at}${index}`,
    at,
    source,
    reason: source,
    state: `skipped: ${words(reason)}`,
    issueId,
    commentId,
  })),
];

function WakeTable({
  agentId,
  lines,
}: {
  readonly agentId: string;
  readonly lines: readonly Line[];
}): ReactElement {
  const { id, issuePrefix, timeZone } = useCompany();
  const [why, setWhy] = useState<Line | undefined>();
  const ids = [...new Set(lines.flatMap(({ issueId }) => issueId ?? []))].toSorted();
  const issues = useQuery(issuesByIdQuery(id, ids)).data ?? [];
  const columns: readonly Column<Line>[] = [
    { word: 'When', render: ({ at }) => <Ago time={at} zone={timeZone} /> },
    { word: 'By', render: ({ reason }) => words(reason) },
    {
      word: 'About',
      render: ({ issueId }) => {
        const issue = issues.find((each) => each.id === issueId);
        return (
          issue && (
            <Link
              to="/$prefix/issues/$ref"
              params={{ prefix: issuePrefix, ref: issue.identifier ?? '' }}
            >
              {issue.identifier} <Text of={issue.title ?? ''} />
            </Link>
          )
        );
      },
    },
    { word: 'State', render: ({ state }) => state },
    {
      word: 'Why',
      render: (line) =>
        line.issueId !== null && (
          <Button look="quiet" onClick={() => setWhy(line)}>
            Why
          </Button>
        ),
    },
  ];
  return (
    <>
      <Table label="Wake-ups" columns={columns} rows={lines} keyOf={({ key }) => key} />
      {why && why.issueId !== null && (
        <WhyWoken
          agentId={agentId}
          issueId={why.issueId}
          commentId={why.commentId ?? undefined}
          onClose={() => setWhy(undefined)}
        />
      )}
    </>
  );
}
