/**
 * The state of one service as the gateway sees it, from the answers that it gets or lacks. It limits
 * the requests to the service in progress, because each of them holds a place here:
 *
 *   closed   answers come: those that have a place
 *   limited  requests wait and none is answered: a quarter, so that a restart costs only time
 *   open     several requests had no answer until their deadline: one, whose answer closes it again
 */

export const circuitStates = ['closed', 'limited', 'open'] as const;
export type CircuitState = (typeof circuitStates)[number];

/** Requests without an answer until their deadline, in a row, that open the circuit. */
const FAILURES_TO_OPEN = 5;
/** Longer than a pause of a busy service, shorter than a restart. */
const LIMITED_AFTER_MS = 500;
/** Of a row of failures shorter than this, a restart may be the cause. */
const OPEN_AFTER_MS = 2_500;
/** After this long without requests the state is not known any more. */
const FORGOTTEN_AFTER_MS = 5_000;

/** Part of the places that requests to one service may hold. */
const PART_OF_PLACES = { closed: 1, limited: 0.25 } as const;
/** For a gateway with few places. */
const IN_FLIGHT_MIN = 2;

export interface Circuit {
  readonly inFlight: number;
  /** Failures since the last answer. */
  readonly failures: number;
  /** When the first request since the last answer was sent. */
  readonly silentSince: number | undefined;
  /** When the last request was sent. */
  readonly sentAt: number;
}

export const newCircuit: Circuit = {
  inFlight: 0,
  failures: 0,
  silentSince: undefined,
  sentAt: 0,
};

export function stateOf({ failures, silentSince }: Circuit, now: number): CircuitState {
  const silentMs = silentSince === undefined ? 0 : now - silentSince;
  if (failures >= FAILURES_TO_OPEN && silentMs >= OPEN_AFTER_MS) return 'open';
  return silentMs >= LIMITED_AFTER_MS ? 'limited' : 'closed';
}

/** Requests to the service that may be in progress; one asks whether an open circuit may close. */
export const inFlightMaxOf = (state: CircuitState, places: number): number =>
  state === 'open' ? 1 : Math.max(IN_FLIGHT_MIN, Math.floor(places * PART_OF_PLACES[state]));

/** Forgets failures of long ago. */
export const refreshed = (circuit: Circuit, now: number): Circuit =>
  circuit.inFlight === 0 && now - circuit.sentAt >= FORGOTTEN_AFTER_MS ? newCircuit : circuit;

export const sent = (circuit: Circuit, now: number): Circuit => ({
  ...circuit,
  inFlight: circuit.inFlight + 1,
  silentSince: circuit.silentSince ?? now,
  sentAt: now,
});

export const answered = (circuit: Circuit): Circuit => ({
  ...circuit,
  inFlight: circuit.inFlight - 1,
  failures: 0,
  silentSince: undefined,
});

export const unanswered = (circuit: Circuit): Circuit => ({
  ...circuit,
  inFlight: circuit.inFlight - 1,
  failures: circuit.failures + 1,
});

/** The client did not wait for the answer, which says nothing about the service. */
export const abandoned = (circuit: Circuit): Circuit => ({
  ...circuit,
  inFlight: circuit.inFlight - 1,
  silentSince: circuit.inFlight === 1 && circuit.failures === 0 ? undefined : circuit.silentSince,
});
