/** The hooks of a company: addresses at which programs outside begin something. */
import type { Hook } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCompany, useRights } from '../../cache/company.ts';
import { hooksQuery } from './hook-queries.ts';
import { Button } from '../../ui/controls.tsx';
import { Empty, Ledger, Row, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Text } from '../../ui/text.tsx';
import { HookForm } from './hook-form.tsx';
import { effectKinds, hookMark, senders, wordOf } from './hooks.ts';

export function HooksPage(): ReactElement {
  const { id } = useCompany();
  const { mayWrite } = useRights(id);
  const hooks = useQuery(hooksQuery(id));
  const [adds, setAdds] = useState(false);
  const [secret, setSecret] = useState<string | undefined>();
  useRowKeys();
  return (
    <Page
      title="Hooks"
      actions={
        mayWrite && (
          <Button look="main" onClick={() => setAdds(true)}>
            New hook
          </Button>
        )
      }
    >
      {adds && (
        <HookForm
          onMade={(made) => {
            setAdds(false);
            setSecret(made.secret);
          }}
          onClose={() => setAdds(false)}
        />
      )}
      {secret !== undefined && (
        <ShownOnce label="The secret" value={secret} onClose={() => setSecret(undefined)}>
          Give it to the sender, which signs each delivery with it. The hook’s page shows its
          address.
        </ShownOnce>
      )}
      <ProblemNote error={hooks.error} onRetry={() => void hooks.refetch()} />
      {hooks.isPending && <Waiting />}
      {hooks.data?.length === 0 && (
        <Empty>
          <p>
            A hook is an address for GitHub, GitLab, Slack, Stripe or a program of yours: a delivery
            runs a routine, ends an agent’s wait, or comments on an issue.
          </p>
        </Empty>
      )}
      <Ledger label="Hooks">
        {hooks.data?.map((hook) => (
          <HookRow key={hook.id} hook={hook} />
        ))}
      </Ledger>
    </Page>
  );
}

function HookRow({ hook }: { readonly hook: Hook }): ReactElement {
  const { issuePrefix } = useCompany();
  return (
    <Row
      to="/$prefix/hooks/$hookId"
      params={{ prefix: issuePrefix, hookId: hook.id }}
      margin={issuePrefix}
      side={<span>{wordOf(senders, hook.form)}</span>}
    >
      <StateMark kind="run" mark={hookMark(hook)} word />
      <Text of={hook.name} />
      <span className="dim">{wordOf(effectKinds, hook.effect.kind)}</span>
    </Row>
  );
}
