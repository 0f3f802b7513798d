/** Whether each mention was read once, or says why nobody was woken by it. */

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

type About = { readonly commentId: string; readonly agentId: string };
const about = ({ commentId, agentId }: About): string => `${agentId} in comment ${commentId}`;

export function faultsOfMentions(
  mentions: readonly Mentioned[],
  wakes: readonly Wake[],
): string[] {
  const wakesOf = Map.groupBy(wakes, about);
  const known = new Set(mentions.map(about));
  return [
    ...mentions.flatMap((mention) => {
      const fault = faultOf(mention, wakesOf.get(about(mention)) ?? []);
      return fault === undefined ? [] : [`the mention of ${about(mention)} ${fault}`];
    }),
    ...wakes.filter((wake) => !known.has(about(wake)))
      .map((wake) => `nobody mentioned ${about(wake)}`),
  ];
}

function faultOf({ woken, reason }: Mentioned, wakes: readonly Wake[]): string | undefined {
  const [wake, another] = wakes;
  if (!woken) {
    if (wake) return 'was to wake nobody, and did';
    return reason === null ? 'woke nobody and does not say why' : undefined;
  }
  if (!wake) return 'woke nobody';
  if (another) return `woke ${wakes.length} times`;
  if (!wake.wasStarted) return 'is carried by no run that was started';
  // What a run has read that was lost three times over is given up by that name.
  return wake.status === 'delivered' || wake.status === 'failed'
    ? undefined
    : `was not read: ${wake.status}`;
}
