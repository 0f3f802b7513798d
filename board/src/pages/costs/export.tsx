import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { exportMonth } from '../../cache/cost-queries.ts';
import { Button } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useCostAddress } from './cost-address.ts';

/** The bookings of the month as a file. A link would be sent without the secret of this page. */
export function Export(): ReactElement {
  const { id, issuePrefix } = useCompany();
  const { month } = useCostAddress();
  const save = useMutation({
    mutationFn: () => exportMonth(id, month),
    onSuccess: (file) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = `costs-${issuePrefix}-${month}.ndjson`;
      link.click();
      URL.revokeObjectURL(link.href);
    },
  });
  return (
    <>
      <Button disabled={save.isPending} onClick={() => save.mutate()}>
        {save.isPending ? 'Reading…' : 'Export'}
      </Button>
      <ProblemNote error={save.error} />
    </>
  );
}
