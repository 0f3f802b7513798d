/** A program of others asks for a token: who asks, where the answer goes, and how far the token reaches. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { authorizationQuery } from '../../api/authorization-query.ts';
import { call } from '../../api/call.ts';
import { Waiting } from '../../ui/ledger.tsx';
import { Page } from '../../ui/page.tsx';
import css from '../sign-in/sign-in.module.css';
import { Consent, type Question } from './consent.tsx';
import { Fault } from './fault.tsx';
import { SignedIn } from './signed-in.tsx';

export function AuthorizePage(): ReactElement {
  const request = authorizationQuery();
  return (
    <div className={css.door}>
      <Page title="A program asks for access">
        {request === '' ? (
          <p className={css.form}>Programs open this page. There is no request to answer.</p>
        ) : (
          <SignedIn>
            <Asked question={{ request }} />
          </SignedIn>
        )}
      </Page>
    </div>
  );
}

export function Asked({ question }: { readonly question: Question }): ReactElement {
  const asked = useQuery({
    queryKey: ['authorization', question],
    queryFn: ({ signal }) => call('getAuthorizationRequest', question, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (asked.error) return <Fault error={asked.error} />;
  return asked.data ? <Consent asked={asked.data} question={question} /> : <Waiting rows={3} />;
}
