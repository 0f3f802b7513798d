import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { issueQuery } from '../../cache/queries.ts';
import { agentAddress } from '../../domain/agents.ts';
import { figure } from '../../domain/count.ts';
import { causeOf } from '../../domain/marks.ts';
import { runCost } from '../../domain/money.ts';
import { warningWords } from '../../domain/runs/run-warnings.ts';
import { Ago } from '../../ui/ago.tsx';
import { Fact, FactList } from '../../ui/facts.tsx';
import { Text } from '../../ui/text.tsx';
import { Duration } from './run-row.tsx';
import { WorkFact } from './work-fact.tsx';

/** Whose run it is, why it was started, and what it took. */
export function RunFacts({ run }: { readonly run: Output<'getRun'> }): ReactElement {
  const { issuePrefix, timeZone, id } = useCompany();
  const agent = useNames(id).agents.get(run.agentId);
  const issue = useQuery({ ...issueQuery(id, run.issueId ?? ''), enabled: run.issueId !== null });
  const tokens = run.usage
    ? `${figure(run.usage.inputTokens)} in, ${figure(run.usage.outputTokens)} out`
    : undefined;
  return (
    <FactList>
      {agent && (
        <Fact word="Agent">
          <Link {...agentAddress(issuePrefix, agent)}>
            <Text of={agent.name} />
          </Link>
        </Fact>
      )}
      <Fact word="Woken by">{causeOf(run)}</Fact>
      {run.issueId !== null && issue.data && (
        <Fact word="Issue">
          <Link
            to="/$prefix/issues/$ref"
            params={{ prefix: issuePrefix, ref: issue.data.identifier }}
          >
            {issue.data.identifier} <Text of={issue.data.title} />
          </Link>
        </Fact>
      )}
      <Fact word="Queued">
        <Ago time={run.createdAt} zone={timeZone} />
      </Fact>
      {run.startedAt !== null && (
        <Fact word="Worked">
          <Duration run={run} />
        </Fact>
      )}
      <Fact word="Cost">{runCost(run.usage) ?? 'none booked'}</Fact>
      {run.usage && (
        <Fact word="Model">
          <Text of={run.usage.model} />
        </Fact>
      )}
      {tokens !== undefined && <Fact word="Tokens">{tokens}</Fact>}
      {run.exitCode !== null && <Fact word="Exit code">{run.exitCode}</Fact>}
      {run.errorCode !== null && (
        <Fact word="Error">
          <span className="mono">{run.errorCode}</span>{' '}
          {run.error !== null && <Text of={run.error} />}
        </Fact>
      )}
      {run.warnings !== undefined && run.warnings.length > 0 && (
        <Fact word="Warnings">
          <Text of={run.warnings.map(warningWords).join(' ')} />
        </Fact>
      )}
      <WorkFact run={run} />
      {run.resultSummary !== null && (
        <Fact word="Result">
          <Text of={run.resultSummary} />
        </Fact>
      )}
    </FactList>
  );
}
