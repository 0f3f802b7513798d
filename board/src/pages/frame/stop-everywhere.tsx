import type { Company } from '@muster/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { useReadAgain } from '../../cache/write.ts';
import { sessionQuery } from '../../cache/queries.ts';
import { stoppable } from '../../domain/people/stoppable.ts';
import { FormDialog } from '../../ui/form.tsx';
import { Text } from '../../ui/text.tsx';

interface Props {
  readonly companies: readonly Company[];
  readonly onClose: () => void;
}

/** The companies that work and that the reader may stop. */
export function useStoppable(companies: readonly Company[]): readonly Company[] {
  const session = useQuery(sessionQuery).data;
  return session ? stoppable(companies, session) : [];
}

/** One question for all companies; each is stopped also if another one cannot be. */
export function StopEverywhere({ companies, onClose }: Props): ReactElement {
  const readAgain = useReadAgain();
  const all = useStoppable(companies);
  const stop = useMutation({
    mutationFn: async () => {
      const stops = await Promise.allSettled(
        all.map(({ id }) => call('stopCompany', { companyId: id })),
      );
      const failed = stops.find((each) => each.status === 'rejected');
      if (failed) throw failed.reason;
    },
    onSuccess: onClose,
    onSettled: () => readAgain('stopCompany'),
  });
  return (
    <FormDialog
      title="Stop all agents in all companies"
      verb="Stop all companies"
      danger
      ready={all.length > 0}
      error={stop.error}
      isPending={stop.isPending}
      onSubmit={() => stop.mutate()}
      onClose={onClose}
    >
      <p>Every run ends now, and nothing starts until you resume each company.</p>
      <ul>
        {all.map(({ id, name }) => (
          <li key={id}>
            <Text of={name} />
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
