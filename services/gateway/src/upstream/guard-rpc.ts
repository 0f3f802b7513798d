/**
 * A circuit breaker for each service: a service that is down costs callers of other services
 * nothing. Above the limit of its state, a request is refused at once with 503 and Retry-After.
 */
import { Refusal, serviceNames, type logOperations, type ServiceName } from '@muster/contracts';
import { metricSpecs, type Logger, type metricsOf, type Rpc } from '@muster/service-kit';
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
  circuit: Circuit;
  state: CircuitState;
}

export function guardRpc({ rpc, places, ...observers }: GuardRpcOptions): Rpc {
  const upstreams = openUpstreams(observers);
  const { metrics } = observers;
  const change = (upstream: Upstream, circuit: Circuit): void =>
    changeCircuit(observers, upstream, circuit);
  const refuse = (upstream: Upstream): never => {
    if (upstream.state === 'closed') throw upstream.overloaded;
    metrics.circuitRefusals.inc({ upstream: upstream.name });
    throw upstream.unavailable;
  };
  return async (call) => {
    const upstream = upstreams.get(call.service);
    if (!upstream) return rpc(call);
    const now = Date.now();
    change(upstream, refreshed(upstream.circuit, now));
    if (call.operation === WAITING) return upstream.state === 'open' ? refuse(upstream) : rpc(call);
    if (upstream.circuit.inFlight >= inFlightMaxOf(upstream.state, places)) refuse(upstream);
    change(upstream, sent(upstream.circuit, now));
    try {
      const reply = await rpc(call);
      change(upstream, answered(upstream.circuit));
      return reply;
    } catch (error) {
      const hadNoAnswer = error instanceof Refusal && error.code === 'unavailable';
      change(upstream, hadNoAnswer ? unanswered(upstream.circuit) : abandoned(upstream.circuit));
      throw error;
    }
  };
}

type Observers = Pick<GuardRpcOptions, 'metrics' | 'log'>;

const openUpstreams = ({ metrics }: Observers): ReadonlyMap<string, Upstream> =>
  new Map(
    serviceNames.map((name) => {
      metrics.circuits.set({ upstream: name, state: 'closed' }, 1);
      const overloaded = new Refusal('overloaded', { service: name });
      const unavailable = new Refusal('unavailable', { service: name });
      return [name, { name, overloaded, unavailable, circuit: newCircuit, state: 'closed' }];
    }),
  );

function changeCircuit({ metrics, log }: Observers, upstream: Upstream, circuit: Circuit): void {
  const { name, state: before } = upstream;
  const state = stateOf(circuit, Date.now());
  upstream.circuit = circuit;
  if (state === before) return;
  upstream.state = state;
  metrics.circuits.set({ upstream: name, state: before }, 0);
  metrics.circuits.set({ upstream: name, state }, 1);
  if (state === 'open') log.warn({ upstream: name }, 'circuit of a service opened');
  if (before === 'open') log.info({ upstream: name }, 'circuit of a service closed again');
}
