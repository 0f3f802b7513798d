/** The author of a text: a reader has to know whose words it reads. */

interface Authors {
  readonly authorAgentId: string | null;
  readonly authorUserId: string | null;
  readonly authorName: string;
}

export const authorOf = ({ authorAgentId, authorName }: Authors): string =>
  `${authorAgentId === null ? 'board' : 'agent'} ${authorName}`;

interface Makers {
  readonly createdByAgentId?: string | null | undefined;
  readonly createdByUserId?: string | null | undefined;
}

/** The maker of a record. The record has its id and not its name. */
export function makerOf({ createdByAgentId, createdByUserId }: Makers): string | undefined {
  if (createdByAgentId) return `agent ${createdByAgentId}`;
  return createdByUserId ? 'board' : undefined;
}

/** To the minute: a model has no use for more. */
export const minuteOf = (time: string | null | undefined): string | undefined =>
  time ? `${time.slice(0, 16)}Z` : undefined;
