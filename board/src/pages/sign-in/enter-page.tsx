/**
 * A link of one use. The code leaves the address at once, the page says whom it signs in and where, and
 * waits for the click: a stranger's link signs no person into the stranger's company unseen. The code of a
 * sign-in at a provider needs no click, because it works only where that sign-in began.
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactElement } from 'react';
import { ownerOfLink, signInWithLink } from '../../api/sign-in.ts';
import { isProblem } from '../../api/problem.ts';
import { takeCode } from '../../api/take-code.ts';
import { Button } from '../../ui/controls.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import css from './sign-in.module.css';
import { useEnter } from './sign-in-page.tsx';

export function EnterPage(): ReactElement {
  const [code] = useState(takeCode);
  const enter = useEnter();
  const owner = useQuery({
    queryKey: ['link'],
    queryFn: () => ownerOfLink(code),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: code !== '',
  });
  const attempt = useMutation({
    mutationFn: async () => {
      await signInWithLink(code);
      await enter();
    },
  });
  const { mutate } = attempt;
  const isBound = owner.data?.boundToPage === true;
  useEffect(() => {
    if (isBound) mutate();
  }, [isBound, mutate]);
  const isUsed = owner.isError || isProblem(attempt.error, 'sign_in_link_not_found');
  if (code === '' || isUsed) return <UsedUp />;
  return (
    <div className={css.door}>
      <Page title="Sign in to Muster">
        <div className={css.form}>
          {isBound && <p role="status">You come from the identity provider.</p>}
          {owner.data && !isBound && (
            <p>
              This link signs this browser in as{' '}
              <strong>
                <Text of={owner.data.user.name} />
              </strong>{' '}
              at <strong>{location.host}</strong>. It works once. Continue only if you have asked
              for it.
            </p>
          )}
          <ProblemNote error={attempt.error} onRetry={isBound ? () => mutate() : undefined} />
          {owner.data && !isBound && (
            <Button
              look="main"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter is all that this page asks for
              autoFocus
              disabled={attempt.isPending}
              onClick={() => attempt.mutate()}
            >
              Sign in
            </Button>
          )}
        </div>
      </Page>
    </div>
  );
}

const UsedUp = (): ReactElement => (
  <div className={css.door}>
    <Page title="This link has been used or has expired">
      <p className={css.form}>
        <span>
          A link works once, for ten minutes. <Link to="/sign-in">Sign in another way</Link>, or
          start Muster again for a new link.
        </span>
      </p>
    </Page>
  </div>
);
