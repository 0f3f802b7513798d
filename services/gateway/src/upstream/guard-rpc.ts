/**
 * A circuit breaker for each service: a service that is down costs callers of other services
 * nothing. Above the limit of its state, a call waits in a line, because one request may make several
 * and holds a single place; to a service that does not answer, no more wait than are in progress.
 */
import { Refusal, serviceNames, type logOperations, type ServiceName } from '@muster/contracts';
import {
  metricSpecs,
  openWaitedPlaces,
  shareOf,
  type Logger,
  type metricsOf,
  type PlaceHolder,
  type Rpc,
  type WaitedPlaces,
} from '@muster/service-kit';
import {
  abandoned,
  answered,
  circuitStates,
  inFlightMaxOf,
  newCircuit,
  refreshed,
  sent,
  stateOf,
  unanswered,
  type Circuit,
  type CircuitState,
} from './circuit.ts';

/** Holds no place and waits by intention, so it neither counts nor shows whether a service is down. */
const WAITING: keyof typeof logOperations = 'awaitApplied';

export const circuitMetrics = metricSpecs({
  circuits: {
    type: 'gauge',
    name: 'muster_upstream_circuit',
    help: '1 for the state of the circuit of each service as of its last request: `limited` if no request is answered, `open` if all but one at a time are refused.',
    labels: { upstream: serviceNames, state: circuitStates },
  },
  circuitRefusals: {
    type: 'counter',
    name: 'muster_upstream_refused_total',
    help: 'Requests refused because a service does not answer.',
    labels: { upstream: serviceNames },
  },
});

export interface GuardRpcOptions {
  readonly rpc: Rpc;
  /** Requests that the gateway handles at once. */
  readonly places: number;
  readonly metrics: ReturnType<typeof metricsOf<typeof circuitMetrics>>;
  readonly log: Logger;
}

interface Upstream {
  readonly name: ServiceName;
  /** Shared instances: creating an error is the expensive part of a refusal. */
  readonly overloaded: Refusal;
  readonly unavailable: Refusal;
  /** As many as the state allows; requests are bounded, so their calls may all wait. */
  readonly places: WaitedPlaces;
  circuit: Circuit;
  state: CircuitState;
}

export function guardRpc(options: GuardRpcOptions): Rpc {
  const { rpc, metrics } = options;
  const upstreams = openUpstreams(options);
  const change = (upstream: Upstream, circuit: Circuit): void =>
    changeCircuit(options, upstream, circuit);
  const refuse = (upstream: Upstream): never => {
    if (upstream.state === 'closed') throw upstream.overloaded;
    metrics.circuitRefusals.inc({ upstream: upstream.name });
    throw upstream.unavailable;
  };
  return async (call) => {
    const upstream = upstreams.get(call.service);
    if (!upstream) return rpc(call);
    change(upstream, refreshed(upstream.circuit, Date.now()));
    if (call.operation === WAITING) return upstream.state === 'open' ? refuse(upstream) : rpc(call);
    const holder = { company: shareOf(call.actor) };
    const { places } = upstream;
    if (!places.take(holder) && !(await hasWaited(upstream, holder))) refuse(upstream);
    change(upstream, sent(upstream.circuit, Date.now()));
    try {
      const reply = await rpc(call);
      change(upstream, answered(upstream.circuit));
      return reply;
    } catch (error) {
      const hadNoAnswer = error instanceof Refusal && error.code === 'unavailable';
      change(upstream, hadNoAnswer ? unanswered(upstream.circuit) : abandoned(upstream.circuit));
      throw error;
    } finally {
      places.release(holder);
    }
  };
}

/** Whether a call that found no place has got one. */
async function hasWaited({ state, places }: Upstream, holder: PlaceHolder): Promise<boolean> {
  if (state === 'open') return false;
  if (state === 'limited' && places.waiting() >= places.size()) return false;
  return places.wait(holder);
}

const openUpstreams = ({ metrics, places }: GuardRpcOptions): ReadonlyMap<string, Upstream> =>
  new Map(
    serviceNames.map((name) => {
      metrics.circuits.set({ upstream: name, state: 'closed' }, 1);
      const overloaded = new Refusal('overloaded', { service: name });
      const unavailable = new Refusal('unavailable', { service: name });
      const upstream: Upstream = {
        name,
        overloaded,
        unavailable,
        places: openWaitedPlaces(inFlightMaxOf('closed', places), { lineMax: Infinity }),
        circuit: newCircuit,
        state: 'closed',
      };
      return [name, upstream];
    }),
  );

function changeCircuit(
  { metrics, log, places }: GuardRpcOptions,
  upstream: Upstream,
  circuit: Circuit,
): void {
  const { name, state: before } = upstream;
  const state = stateOf(circuit, Date.now());
  upstream.circuit = circuit;
  if (state === before) return;
  upstream.state = state;
  upstream.places.resize(inFlightMaxOf(state, places));
  metrics.circuits.set({ upstream: name, state: before }, 0);
  metrics.circuits.set({ upstream: name, state }, 1);
  if (state === 'open') log.warn({ upstream: name }, 'circuit of a service opened');
  if (before === 'open') log.info({ upstream: name }, 'circuit of a service closed again');
}
