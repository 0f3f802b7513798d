/** Issues of a company by their identifier or by words, while somebody types them. */
import type { IssueRow, IssueStatus } from '@muster/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { issuesQuery } from './queries.ts';

/** A search begins when the hands rest for so long. */
const TYPING_MS = 120;

export interface FoundIssue {
  readonly id: string;
  readonly identifier: string;
  readonly title: string;
  readonly status: IssueStatus;
}

function wholeOf({ id, identifier, title, status }: IssueRow): readonly FoundIssue[] {
  const isWhole = id !== undefined && identifier !== undefined && title !== undefined;
  return isWhole && status !== undefined ? [{ id, identifier, title, status }] : [];
}

/** One letter finds nothing, unless `isEager`: then the latest are there before a letter. */
export function useFoundIssues(
  companyId: string | undefined,
  typed: string,
  isEager = false,
): readonly FoundIssue[] {
  const words = useRested(typed);
  const isAsked = companyId !== undefined && (words.length > 1 || isEager);
  const query = useInfiniteQuery({
    ...issuesQuery(companyId ?? '', words.length > 1 ? { q: words } : {}),
    enabled: isAsked,
    // What was found for fewer letters stays until the answer comes: Enter picks what is shown.
    placeholderData: keepPreviousData,
  });
  return isAsked ? (query.data?.pages[0]?.items ?? []).flatMap(wholeOf) : [];
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
