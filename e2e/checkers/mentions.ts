/**
 * Whether each mention was delivered once, or has a reason why it woke no agent. One that waits for a pause to
 * end is delivered after it.
 */
import { isWakeRecorded } from '@muster/contracts';

export interface Mentioned {
  readonly commentId: string;
  readonly agentId: string;
  readonly woken: boolean;
  readonly reason: string | null;
}

export interface Wake {
  readonly commentId: string;
  readonly agentId: string;
  readonly status: string;
  /** Whether the run that carries it was started. */
  readonly wasStarted: boolean;
}

interface About {
  readonly commentId: string;
  readonly agentId: string;
}
const about = ({ commentId, agentId }: About): string => `${agentId} in comment ${commentId}`;

export function faultsOfMentions(mentions: readonly Mentioned[], wakes: readonly Wake[]): string[] {
  const wakesOf = Map.groupBy(wakes, about);
  const known = new Set(mentions.map(about));
  return [
    ...mentions.flatMap((mention) => {
      const fault = faultOf(mention, wakesOf.get(about(mention)) ?? []);
      return fault === undefined ? [] : [`the mention of ${about(mention)} ${fault}`];
    }),
    ...wakes
      .filter((wake) => !known.has(about(wake)))
      .map((wake) => `a wake-up without a mention: ${about(wake)}`),
  ];
}

function faultOf({ woken, reason }: Mentioned, wakes: readonly Wake[]): string | undefined {
  const [wake, another] = wakes;
  const waits = reason !== null && isWakeRecorded(reason);
  if (!woken && !waits) {
    if (wake) return 'should wake no agent, and did';
    return reason === null ? 'woke no agent and has no reason' : undefined;
  }
  if (!wake) return 'woke no agent';
  if (another) return `woke ${wakes.length} times`;
  if (!wake.wasStarted) return 'belongs to no started run';
  // A wake-up whose run was lost three times ends as failed.
  return wake.status === 'delivered' || wake.status === 'failed'
    ? undefined
    : `was not delivered: ${wake.status}`;
}
