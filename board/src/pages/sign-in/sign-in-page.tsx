import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { tellSessionNews } from '../../api/session-news.ts';
import { safeAddress } from '../../domain/markdown.ts';
import { providerFault } from '../../domain/people/provider-faults.ts';
import { Page } from '../../ui/page.tsx';
import { SignInForm } from './sign-in-form.tsx';
import css from './sign-in.module.css';

export function SignInPage(): ReactElement {
  const enter = useEnter();
  const { error } = useSearch({ from: '/sign-in' });
  return (
    <div className={css.door}>
      <Page title="Sign in to Muster">
        {typeof error === 'string' && (
          <p role="alert" className={css.failed}>
            {providerFault(error)}
          </p>
        )}
        <SignInForm onEntered={enter} returnTo={useTarget()} />
      </Page>
    </div>
  );
}

/** Where the reader wanted to go; an identity provider leads back with `returnTo`. */
export function useTarget(): string {
  const { to, returnTo } = useSearch({ strict: false });
  const wanted = [to, returnTo].find((each) => typeof each === 'string');
  const safe = typeof wanted === 'string' ? safeAddress(wanted) : undefined;
  return safe?.startsWith('/') ? safe : '/';
}

/** Goes where the reader wanted to go, with nothing of an earlier session. */
export function useEnter(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const target = useTarget();
  return async () => {
    client.clear();
    tellSessionNews('began');
    await navigate({ href: target, replace: true });
  };
}
