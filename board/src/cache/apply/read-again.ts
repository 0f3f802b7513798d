/** What a write makes stale: the topics of the events that its contract names. */
import { useQueryClient } from '@tanstack/react-query';
import { emits } from 'virtual:contracts';
import { useContext } from 'react';
import type { OperationName } from '../../api/operations.ts';
import { CompanyContext } from '../company.ts';
import { keyOf, topicsOfWrite } from './effects.ts';

/** Reads again what a write has changed, in the company that is shown, or in all where none is. */
export function useReadAgain(): (name: OperationName) => Promise<unknown> {
  const client = useQueryClient();
  const companyId = useContext(CompanyContext)?.id;
  return (name) =>
    Promise.all(
      topicsOfWrite(emits[name]).map((topic) =>
        client.invalidateQueries({ queryKey: keyOf(topic, companyId) }),
      ),
    );
}
