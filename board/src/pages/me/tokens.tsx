/** Board tokens: programs that act in the reader's name, each with limits. */
import type { BoardToken } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { companiesQuery } from '../../cache/queries.ts';
import { ownTokensQuery } from '../../cache/settings-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { limitsOf } from '../../domain/people/tokens.ts';
import { Act, ActRow } from '../../ui/acts.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { Empty, Ledger, Section, Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import settings from '../settings/settings.module.css';
import { NewToken } from './new-token.tsx';

export function Tokens(): ReactElement {
  const tokens = useQuery(ownTokensQuery);
  const [adds, setAdds] = useState(false);
  const usable = tokens.data?.filter(({ revokedAt }) => revokedAt === null);
  return (
    <Section title="Board tokens" count={usable?.length}>
      <ProblemNote error={tokens.error} onRetry={() => void tokens.refetch()} />
      {tokens.isPending && <Waiting rows={2} />}
      {usable?.length === 0 && (
        <Empty>
          <p>A program with a board token acts as you, within the limits of the token.</p>
        </Empty>
      )}
      <Ledger label="Board tokens">
        {usable?.map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </Ledger>
      <div className={settings.bar}>
        <Button onClick={() => setAdds(true)}>New token</Button>
      </div>
      {adds && <NewToken onClose={() => setAdds(false)} />}
    </Section>
  );
}

function TokenRow({ token }: { readonly token: BoardToken }): ReactElement {
  const [asks, setAsks] = useState(false);
  const companies = useQuery(companiesQuery).data ?? [];
  const revoke = useWrite('revokeBoardToken', () => setAsks(false));
  const name = token.name ?? 'A token without a name';
  const nameOf = (id: string): string =>
    companies.find((company) => company.id === id)?.name ?? 'another company';
  return (
    <>
      <ActRow
        name={<Text of={name} />}
        facts={
          <>
            <Text of={limitsOf(token, nameOf)} />
            <span>
              {token.lastUsedAt === null ? (
                'never used'
              ) : (
                <>
                  used <Ago time={token.lastUsedAt} />
                </>
              )}
            </span>
            {token.expiresAt !== null && (
              <span>until {new Date(token.expiresAt).toLocaleDateString()}</span>
            )}
          </>
        }
        acts={<Act word="Revoke" of={name} danger onAct={() => setAsks(true)} />}
      />
      {asks && (
        <FormDialog
          title={`Revoke ${name}?`}
          verb="Revoke"
          danger
          error={revoke.error}
          isPending={revoke.isPending}
          onSubmit={() => revoke.mutate({ tokenId: token.id })}
          onClose={() => setAsks(false)}
        >
          <p>Programs that have it are refused from now on, and sessions of it end.</p>
        </FormDialog>
      )}
    </>
  );
}
