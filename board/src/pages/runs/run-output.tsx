/** The output of a run: what a coding agent did, read from it, and the text itself. */
import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany } from '../../cache/company.ts';
import { useRunLog } from '../../cache/run-log.ts';
import { isLive } from '../../domain/marks.ts';
import { Button } from '../../ui/controls.tsx';
import { Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { RawOutput } from './raw-output.tsx';
import css from './runs.module.css';
import { TranscriptView } from './transcript-view.tsx';
import { useTranscript } from './use-transcript.ts';

const NoOutput = ({
  live,
  isRead,
}: {
  readonly live: boolean;
  readonly isRead: boolean;
}): ReactElement =>
  live || isRead ? (
    <p className="dim">{live ? 'Nothing has been written yet.' : 'It wrote nothing.'}</p>
  ) : (
    <Waiting />
  );

export function RunOutput({ run }: { readonly run: Output<'getRun'> }): ReactElement {
  const { id, issuePrefix } = useCompany();
  const live = isLive(run.status);
  const { log, error, readAll } = useRunLog({
    companyId: id,
    runId: run.id,
    isLive: live,
    bytes: run.logBytes,
  });
  const transcript = useTranscript(log);
  const search = useSearch({ from: '/frame/$prefix/runs/$runId' });
  const view = transcript.isKnown && search.view !== 'raw' ? 'transcript' : 'raw';
  const to = '/$prefix/runs/$runId';
  const params = { prefix: issuePrefix, runId: run.id };
  return (
    <section aria-label="Output" className={css.output}>
      <header>
        <h2>Output</h2>
        {transcript.isKnown && (
          <Tabs
            label="Output view"
            current={view}
            tabs={[
              { id: 'transcript', word: 'Transcript', address: { to, params } },
              { id: 'raw', word: 'Raw output', address: { to, params, search: { view: 'raw' } } },
            ]}
          />
        )}
        {log.start > 0 && <Button onClick={readAll}>Show earlier output</Button>}
      </header>
      <ProblemNote error={error} />
      {log.text === '' ? (
        <NoOutput
          live={live}
          isRead={error !== undefined || run.logBytes === 0 || log.isComplete}
        />
      ) : view === 'raw' ? (
        <RawOutput runId={run.id} log={log} live={live} onRedacted={readAll} />
      ) : (
        <TranscriptView transcript={transcript} live={live} />
      )}
    </section>
  );
}
