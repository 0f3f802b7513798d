/** Signs the reader in without leaving the page, so that the address stays what the program has sent. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { tellSessionNews } from '../../api/session-news.ts';
import { isProblem } from '../../api/problem.ts';
import { sessionQuery } from '../../cache/queries.ts';
import { Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SignInForm } from '../sign-in/sign-in-form.tsx';

export function SignedIn({ children }: { readonly children: ReactNode }): ReactElement {
  const client = useQueryClient();
  const session = useQuery(sessionQuery);
  if (session.isPending) return <Waiting rows={2} />;
  const isOut = isProblem(session.error) && session.error.fields.status === 401;
  if (isOut) {
    const enter = async (): Promise<void> => {
      tellSessionNews('began');
      // Nothing of an earlier session stays, and this page reads anew.
      await client.resetQueries();
    };
    return (
      <>
        <p>Sign in first. Then you see who asks, and you decide.</p>
        <SignInForm onEntered={enter} returnTo={location.pathname} />
      </>
    );
  }
  if (session.error) {
    return <ProblemNote error={session.error} onRetry={() => void session.refetch()} />;
  }
  return <>{children}</>;
}
