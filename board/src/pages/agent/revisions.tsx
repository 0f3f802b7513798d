/** Every change of what an agent is and runs, newest first and open, each with its way back. */
import type { ConfigRevision } from '@muster/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { revisionsQuery } from '../../cache/agent-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { differences } from '../../domain/agents/differences.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { Section, Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import type { AgentDetail } from './agent-detail.ts';
import css from './agent.module.css';
import { DifferenceList } from './difference-list.tsx';

interface Props {
  readonly agent: AgentDetail;
  readonly mayEdit: boolean;
}

export function Revisions({ agent, mayEdit }: Props): ReactElement {
  const { id } = useCompany();
  const revisions = useInfiniteQuery(revisionsQuery(id, agent.id));
  const all = revisions.data?.pages.flatMap(({ items }) => items) ?? [];
  const [back, setBack] = useState<ConfigRevision | undefined>();
  const newest = all[0];
  return (
    <Section title="History">
      <ProblemNote error={revisions.error} onRetry={() => void revisions.refetch()} />
      {revisions.isPending && <Waiting rows={3} />}
      <ol className={css.revisions}>
        {all.map((revision, at) => (
          <OneRevision
            key={revision.id}
            revision={revision}
            isOpen={at === 0}
            onBack={mayEdit && at > 0 ? () => setBack(revision) : undefined}
            onUndo={mayEdit && at === 0 && all[1] ? () => setBack(all[1]) : undefined}
          />
        ))}
      </ol>
      {revisions.hasNextPage && (
        <Button
          disabled={revisions.isFetchingNextPage}
          onClick={() => void revisions.fetchNextPage()}
        >
          Show earlier changes
        </Button>
      )}
      {back && newest && (
        <RollBack agent={agent} newest={newest} to={back} onClose={() => setBack(undefined)} />
      )}
    </Section>
  );
}

const sources: Readonly<Record<ConfigRevision['source'], string>> = {
  created: 'added the agent',
  patch: 'changed it',
  instructions_path: 'changed its instructions path',
  rollback: 'went back to an earlier revision',
};

function OneRevision({
  revision,
  isOpen,
  onBack,
  onUndo,
}: {
  readonly revision: ConfigRevision;
  readonly isOpen: boolean;
  readonly onBack: (() => void) | undefined;
  readonly onUndo: (() => void) | undefined;
}): ReactElement {
  const { id, timeZone } = useCompany();
  const names = useNames(id);
  const { number, source, beforeConfig, afterConfig } = revision;
  const who = names.of(revision.createdByAgentId, revision.createdByUserId) ?? 'Muster';
  return (
    <li>
      <details open={isOpen}>
        <summary>
          <span className="mono">{number}</span>{' '}
          <strong>
            <Text of={who} />
          </strong>{' '}
          {sources[source]}, <Ago time={revision.createdAt} zone={timeZone} />
        </summary>
        {beforeConfig && <DifferenceList of={differences(beforeConfig, afterConfig)} />}
      </details>
      {onUndo && <Button onClick={onUndo}>Undo this change</Button>}
      {onBack && <Button onClick={onBack}>Go back to this</Button>}
    </li>
  );
}

function RollBack({
  agent,
  newest,
  to,
  onClose,
}: {
  readonly agent: AgentDetail;
  readonly newest: ConfigRevision;
  readonly to: ConfigRevision;
  readonly onClose: () => void;
}): ReactElement {
  const rollBack = useWrite('rollBackConfig', onClose);
  return (
    <FormDialog
      title={`Go back to revision ${to.number}?`}
      verb="Go back"
      error={rollBack.error}
      isPending={rollBack.isPending}
      onSubmit={() => rollBack.mutate({ agentId: agent.id, revisionId: to.id })}
      onClose={onClose}
    >
      <p className="dim">
        The program and its settings return to that revision. Role, manager, permissions and budget
        stay.
      </p>
      <DifferenceList of={differences(newest.afterConfig, rolledBack(newest, to))} />
    </FormDialog>
  );
}

/** What a rollback leaves as it is. */
function rolledBack(newest: ConfigRevision, to: ConfigRevision): ConfigRevision['afterConfig'] {
  const { role, reportsTo, permissions, budgetMonthlyCents } = newest.afterConfig;
  return { ...to.afterConfig, role, reportsTo, permissions, budgetMonthlyCents };
}
