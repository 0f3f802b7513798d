/** One hook: its address, what a delivery does, and what deliveries have done. */
import type { Hook } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { isProblem } from '../../api/problem.ts';
import { useCompany, useRights } from '../../cache/company.ts';
import { hookQuery } from './hook-queries.ts';
import { routinesQuery } from '../../cache/routine-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { Button } from '../../ui/controls.tsx';
import { Fact, FactList } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { Waiting } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Copied, ShownOnce } from '../../ui/shown-once.tsx';
import { Text } from '../../ui/text.tsx';
import { NotFound } from '../frame/not-found.tsx';
import { HookDeliveries } from './hook-deliveries.tsx';
import { HookForm } from './hook-form.tsx';
import { effectKinds, hookFieldsOf, hookMark, senders, wordOf } from './hooks.ts';

export function HookPage(): ReactElement {
  const { id, issuePrefix } = useCompany();
  const { hookId } = useParams({ from: '/frame/$prefix/hooks/$hookId' });
  const { mayWrite } = useRights(id);
  const { data: hook, error, refetch } = useQuery(hookQuery(id, hookId));
  if (isProblem(error, 'hook_not_found', 'invalid_input')) return <NotFound />;
  if (!hook) {
    return (
      <Page title="Hook">
        {error ? <ProblemNote error={error} onRetry={() => void refetch()} /> : <Waiting />}
      </Page>
    );
  }
  return (
    <Page
      title={hook.name}
      heading={<Text of={hook.name} />}
      above={
        <>
          <Link to="/$prefix/hooks" params={{ prefix: issuePrefix }}>
            Hooks
          </Link>
          <StateMark kind="run" mark={hookMark(hook)} word />
        </>
      }
      actions={mayWrite && <HookActions hook={hook} />}
    >
      <HookFacts hook={hook} />
      <HookDeliveries hookId={hook.id} mayWrite={mayWrite} />
    </Page>
  );
}

function HookFacts({ hook }: { readonly hook: Hook }): ReactElement {
  const { id } = useCompany();
  const routines = useQuery(routinesQuery(id)).data ?? [];
  const { kind, routineId, variables, key, issue, text, filters } = hookFieldsOf(hook);
  const routine = routines.find((each) => each.id === routineId)?.name;
  return (
    <FactList>
      <Fact word="Address">
        <Copied value={`${location.origin}${hook.path}`} />
      </Fact>
      <Fact word="Sender">{wordOf(senders, hook.form)}</Fact>
      <Fact word="A delivery">
        {wordOf(effectKinds, kind)}
        {routine !== undefined && (
          <>
            : <Text of={routine} />
          </>
        )}
      </Fact>
      <Place word="Variables" text={variables} />
      <Place word="Wait key" text={key} />
      <Place word="Issue" text={issue} />
      <Place word="Text" text={text} />
      <Place word="Only where" text={filters} />
      {hook.previousSecretUntil !== null && (
        <Fact word="Secret">The previous secret is accepted for one more day.</Fact>
      )}
    </FactList>
  );
}

const Place = ({
  word,
  text,
}: {
  readonly word: string;
  readonly text: string;
}): ReactElement | null =>
  text === '' ? null : (
    <Fact word={word}>
      <span className="mono">
        <Text of={text.replaceAll('\n', ', ')} />
      </span>
    </Fact>
  );

type Open = 'change' | 'rotate' | 'delete';

function HookActions({ hook }: { readonly hook: Hook }): ReactElement {
  const { id: companyId, issuePrefix } = useCompany();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open | undefined>();
  const close = (): void => setOpen(undefined);
  const target = { companyId, hookId: hook.id };
  const turn = useWrite('updateHook');
  const rotate = useWrite('rotateHookSecret', close);
  const remove = useWrite('deleteHook', () => {
    return navigate({ to: '/$prefix/hooks', params: { prefix: issuePrefix } });
  });
  return (
    <>
      <Button
        look={hook.enabled ? 'plain' : 'main'}
        disabled={turn.isPending}
        onClick={() => turn.mutate({ ...target, enabled: !hook.enabled, ifVersion: hook.version })}
      >
        {hook.enabled ? 'Turn off' : 'Turn on'}
      </Button>
      <Button onClick={() => setOpen('change')}>Edit</Button>
      <Button onClick={() => setOpen('rotate')}>New secret</Button>
      <Button look="danger" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      <ProblemNote error={turn.error} />
      {open === 'change' && <HookForm hook={hook} onClose={close} />}
      {open === 'rotate' && (
        <FormDialog
          title="Create a new secret?"
          verb="Create the secret"
          error={rotate.error}
          isPending={rotate.isPending}
          onSubmit={() => rotate.mutate(target)}
          onClose={close}
        >
          <p>Both secrets are accepted for a day.</p>
        </FormDialog>
      )}
      {rotate.data && (
        <ShownOnce label="The new secret" value={rotate.data.secret} onClose={rotate.reset}>
          Give it to the sender within a day.
        </ShownOnce>
      )}
      {open === 'delete' && (
        <FormDialog
          title="Delete this hook?"
          verb="Delete"
          danger
          error={remove.error}
          isPending={remove.isPending}
          onSubmit={() => remove.mutate(target)}
          onClose={close}
        >
          <p>Its address stops working, and its deliveries are deleted.</p>
        </FormDialog>
      )}
    </>
  );
}
