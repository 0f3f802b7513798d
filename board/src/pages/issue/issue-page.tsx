/** One issue: its text and thread, and beside it who works on it, what it waits for, and its runs. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { isProblem } from '../../api/problem.ts';
import { useChangeIssue } from '../../cache/change-issue.ts';
import { useCompany, useRights } from '../../cache/company.ts';
import { issueQuery } from '../../cache/queries.ts';
import { Waiting } from '../../ui/ledger.tsx';
import { Prose } from '../../ui/markdown/markdown.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { NotFound } from '../frame/not-found.tsx';
import { HandedOver } from '../files/handed-over.tsx';
import { HeldBar } from '../holds/hold.tsx';
import { EditText } from './edit-text.tsx';
import { Family } from './family.tsx';
import { FirstSteps } from './first-steps.tsx';
import { IssueActions } from './issue-actions.tsx';
import css from './issue.module.css';
import { Life } from './life.tsx';
import { Side } from './side.tsx';
import { WhatNow } from './what-now.tsx';
import { Questions } from '../questions/questions.tsx';
import { Thread } from '../thread/thread.tsx';

export function IssuePage(): ReactElement {
  const company = useCompany();
  const { ref } = useParams({ from: '/frame/$prefix/issues/$ref' });
  const issue = useQuery(issueQuery(company.id, ref));
  const { mayWrite } = useRights(company.id);
  const change = useChangeIssue();
  const [edits, setEdits] = useState(false);
  if (isProblem(issue.error, 'issue_not_found', 'invalid_input')) return <NotFound />;
  if (issue.error && !issue.data) {
    return (
      <Page title={ref}>
        <ProblemNote error={issue.error} onRetry={() => void issue.refetch()} />
      </Page>
    );
  }
  if (!issue.data) {
    return (
      <Page title={ref}>
        <Waiting />
      </Page>
    );
  }
  const { identifier, title, description, ancestors } = issue.data;
  return (
    <Page
      key={issue.data.id}
      title={`${identifier} ${title}`}
      heading={<Text of={title} />}
      above={<Family identifier={identifier} ancestors={ancestors} />}
      actions={mayWrite && <IssueActions issue={issue.data} onEdit={() => setEdits(true)} />}
    >
      <ProblemNote error={change.error} onRetry={() => void issue.refetch().then(change.reset)} />
      {edits && <EditText issue={issue.data} onClose={() => setEdits(false)} />}
      <HeldBar of={{ issueId: issue.data.id }} hold={issue.data.hold} mayWrite={mayWrite} />
      <FirstSteps issue={issue.data} change={change} />
      <WhatNow issue={issue.data} />
      <div className={css.columns}>
        <Side issue={issue.data} change={change} mayWrite={mayWrite} />
        <div className={css.main}>
          {description === null || description === '' ? (
            <p className="dim">No text.</p>
          ) : (
            <Prose text={description} />
          )}
          <Life issue={issue.data} />
          <HandedOver issueId={issue.data.id} mayWrite={mayWrite} />
          <Questions issue={issue.data} mayWrite={mayWrite} />
          <Thread issue={issue.data} mayWrite={mayWrite} />
        </div>
      </div>
    </Page>
  );
}
