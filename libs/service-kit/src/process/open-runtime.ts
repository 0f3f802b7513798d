/** Opens the connections of a service and everything that is built on them, before it serves. */
import type { Contract } from '@muster/contracts';
import type { ServiceConfig } from '../config.ts';
import { ofService, type Context, type Provenance } from '../context.ts';
import type { ServiceDefinition } from '../define-service.ts';
import { openPublisher, type Publisher } from '../event-log/publisher.ts';
import { write, type WriteOptions, type WriteRequest, type Written } from '../event-log/write.ts';
import { openNats } from '../nats/nats.ts';
import { openRequests } from '../nats/requests.ts';
import { listenForSilence, type Silence } from '../nats/silence.ts';
import { subjectsIn } from '../nats/subjects.ts';
import { actorSigner } from '../rpc/actor.ts';
import { clientsOver, logClientsOver, openRpc, type LogClientFor } from '../rpc/client.ts';
import { openWriteQueue, type WriteQueue } from '../rpc/write-queue.ts';
import type { About, Cause, Runtime } from '../runtime.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { UsageOfAnyEvents } from '../telemetry/company-usage.ts';
import { openMetrics } from '../telemetry/metrics.ts';
import { currentSpan, withSpan, type Tracer } from '../telemetry/span.ts';
import { openDatabase, type Database } from './open-database.ts';

export interface OpenRuntime extends Runtime, Database {
  readonly writeOptions: WriteOptions;
  readonly logOf: LogClientFor;
  /** For the writes of requests and of background work alike. */
  readonly writeQueue: WriteQueue;
  /** Calls the function after each commit that has left steps to a worker. */
  readonly onStepsLeft: (wake: () => void) => void;
  readonly publisher: Publisher;
  /** For the stop. */
  readonly listenForSilence: () => Silence;
}

type OpenDefinition<C extends Contract> = Pick<
  ServiceDefinition<C>,
  'contract' | 'reactions' | 'metrics' | 'companyUsage' | 'open'
>;

export async function openRuntime<C extends Contract>(
  definition: OpenDefinition<C>,
  config: ServiceConfig,
  replica: string,
  log: Logger,
): Promise<OpenRuntime> {
  const { contract } = definition;
  const { name } = contract;
  const metrics = openMetrics(definition, config);
  const database = openDatabase(contract, config, replica, log);
  const tracer = await openTracer(config, { service: name, replica, log });
  const nats = await openNats({ config, user: name, name: replica, log });
  const request = openRequests(nats, name);
  const subjects = subjectsIn(config.NATS_NAMESPACE);
  const signer = actorSigner(contract, config);
  const shared = { config, nats, request, subjects, log, metrics, tracer };
  const rpc = openRpc(shared, signer);
  const publisher = openPublisher({ ...shared, producer: name });
  const parts = definition.open?.({ config, log });
  const bulkSteps = openSignal();
  const writeOptions = {
    ...shared,
    contract,
    pool: database.pool,
    publisher,
    companyUsage: definition.companyUsage as UsageOfAnyEvents | undefined,
    stepsLeft: bulkSteps.give,
    parts,
  };
  const writeQueue = openWriteQueue(writeOptions);
  const own = ofService(contract);
  return {
    name,
    ...shared,
    ...database,
    signer,
    rpc,
    clientFor: clientsOver(rpc, own.actor),
    logOf: logClientsOver(rpc, own.actor),
    writeOptions,
    writeQueue,
    onStepsLeft: bulkSteps.on,
    listenForSilence: () => listenForSilence(nats),
    publisher,
    write: async (work, cause, about) => {
      const by = { ...own, ...causedBy(cause) };
      return (await writeOf({ writeOptions, writeQueue }, { by, work }, about)).result;
    },
  };
}

/** OpenTelemetry's packages are loaded only if an endpoint is configured. */
async function openTracer(
  config: ServiceConfig,
  of: { readonly service: string; readonly replica: string; readonly log: Logger },
): Promise<Tracer | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return undefined;
  const { otlpTracer } = await import('../telemetry/otlp-tracer.ts');
  return otlpTracer({ ...of, config, endpoint });
}

interface BackgroundWrite<T> {
  readonly by: Provenance;
  readonly work: (context: Context<never>) => Promise<T>;
}

/** Of a batch that fails it is made again, and has no stored answer: its work finds out. */
function writeOf<T>(
  { writeOptions, writeQueue }: Pick<OpenRuntime, 'writeOptions' | 'writeQueue'>,
  { by, work }: BackgroundWrite<T>,
  about: About | undefined,
): Promise<Written<T>> {
  const request: WriteRequest<T> = { by, work };
  if (!about) return write(writeOptions, request);
  const span = currentSpan();
  return writeQueue.enqueue({
    ...about,
    request,
    span,
    requireWanted: () => undefined,
    alone: () => withSpan(span, () => write(writeOptions, request)),
  });
}

/** Calls every function that it was given. */
function openSignal() {
  const calls: (() => void)[] = [];
  return {
    give: () => calls.forEach((call) => call()),
    on: (given: () => void): void => void calls.push(given),
  };
}

const causedBy = ({ actor, runId, eventId, traceparent }: Cause = {}): Partial<Provenance> => ({
  ...(actor ? { actor } : {}),
  runId: runId ?? null,
  causedBy: eventId ?? null,
  traceparent: currentSpan()?.traceparent ?? traceparent ?? null,
});
