import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';

export const NotFound = (): ReactElement => (
  <Page title="There is no such page">
    <p>
      Check the address, or begin at <Link to="/">the inbox</Link>.
    </p>
  </Page>
);

/** A page of a newer build may be gone from the server: loading the document again brings the new one. */
export const PageFault = ({ error }: ErrorComponentProps): ReactElement => (
  <Page title="This page cannot be shown">
    <ProblemNote error={error} onRetry={() => location.reload()} />
  </Page>
);
