/** One run: why the agent was woken, how it ended, what it cost, and its output as it is written. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { isProblem } from '../../api/problem.ts';
import { useCompany, useNames, useRights } from '../../cache/company.ts';
import { runQuery } from '../../cache/queries.ts';
import { isLive, runMarks } from '../../domain/marks.ts';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useKeys } from '../../ui/keys.ts';
import { Waiting } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { NotFound } from '../frame/not-found.tsx';
import { RunAgain } from './run-again.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunLine } from './run-line.tsx';
import { RunMessages } from './run-messages.tsx';
import { RunOutput } from './run-output.tsx';

type Run = Output<'getRun'>;

export function RunPage(): ReactElement {
  const company = useCompany();
  const { runId } = useParams({ from: '/frame/$prefix/runs/$runId' });
  const run = useQuery(runQuery(company.id, runId));
  const names = useNames(company.id);
  const { mayWrite } = useRights(company.id);
  if (isProblem(run.error) && run.error.fields.status === 404) return <NotFound />;
  if (!run.data) {
    return (
      <Page title="Run">
        <ProblemNote error={run.error} onRetry={() => void run.refetch()} />
        {run.isPending && <Waiting />}
      </Page>
    );
  }
  const name = names.of(run.data.agentId, null) ?? '';
  return (
    <Page
      title={`Run of ${name}`}
      heading={
        <>
          Run of <Text of={name} />
        </>
      }
      above={
        <>
          <Link to="/$prefix/runs" params={{ prefix: company.issuePrefix }}>
            Runs
          </Link>
          <StateMark kind="run" mark={runMarks[run.data.status]} word />
        </>
      }
      actions={
        mayWrite &&
        (isLive(run.data.status) ? <Stop run={run.data} /> : <RunAgain run={run.data} />)
      }
    >
      <RunFacts run={run.data} />
      <RunLine run={run.data} />
      <RunMessages run={run.data} />
      <RunOutput key={runId} run={run.data} />
    </Page>
  );
}

/** `.` and Enter: the question has the focus on its answer. */
function Stop({ run }: { readonly run: Run }): ReactElement {
  const { id } = useCompany();
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  useKeys({ '.': () => setAsks(true) });
  const stop = useMutation({
    mutationFn: () => call('cancelRun', { runId: run.id }),
    onSuccess: (stopped) => {
      client.setQueryData(runQuery(id, run.id).queryKey, stopped);
      setAsks(false);
    },
  });
  return (
    <>
      <Button look="danger" hotkey="." onClick={() => setAsks(true)}>
        Stop this run
      </Button>
      {asks && (
        <Dialog label="Stop this run?" onClose={() => setAsks(false)}>
          <h1>Stop this run?</h1>
          <p>The agent’s program is stopped. Its work so far stays.</p>
          <ProblemNote error={stop.error} />
          <Button
            look="danger"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter answers the question
            autoFocus
            disabled={stop.isPending}
            onClick={() => stop.mutate()}
          >
            Stop it
          </Button>
        </Dialog>
      )}
    </>
  );
}
