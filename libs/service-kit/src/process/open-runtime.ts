/** Opens the connections of a service and everything that is built on them, before it serves. */
import type { Actor, Contract } from '@muster/contracts';
import type { ServiceConfig } from '../config.ts';
import type { Context, Provenance } from '../context.ts';
import type { ServiceDefinition } from '../define-service.ts';
import { openPublisher, type Publisher } from '../event-log/publisher.ts';
import { write, type WriteOptions, type WriteRequest, type Written } from '../event-log/write.ts';
import { openMessaging } from '../nats/messaging.ts';
import { listenForSilence, type Silence } from '../nats/silence.ts';
import { actorSigner } from '../rpc/actor.ts';
import { clientsOver, openRpc } from '../rpc/client.ts';
import { openWriteQueue, type WriteQueue } from '../rpc/write-queue.ts';
import type { About, Cause, Runtime } from '../runtime.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { UsageOfAnyEvents } from '../telemetry/company-usage.ts';
import { openMetrics } from '../telemetry/metrics.ts';
import { openTracer } from '../telemetry/open-tracer.ts';
import { currentSpan, withSpan } from '../telemetry/span.ts';
import { openDatabase, type Database } from './open-database.ts';

export interface OpenRuntime extends Runtime, Database {
  readonly writeOptions: WriteOptions;
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
  const { pool } = database;
  const tracer = await openTracer({ service: name, replica, config, log });
  const messaging = await openMessaging({ config, user: name, name: replica, log });
  const signer = actorSigner(contract, config);
  const shared = { config, ...messaging, log, metrics, tracer };
  const rpc = openRpc(shared, signer);
  const publisher = openPublisher({ ...shared, producer: name });
  const parts = definition.open?.({ config, log });
  const bulkSteps = openSignal();
  const writeOptions = {
    ...shared,
    contract,
    pool,
    publisher,
    companyUsage: definition.companyUsage as UsageOfAnyEvents | undefined,
    stepsLeft: bulkSteps.give,
    parts,
  };
  const writeQueue = openWriteQueue(writeOptions);
  const self: Actor = { type: 'service', id: name, name };
  return {
    name,
    ...shared,
    ...database,
    signer,
    rpc,
    clientFor: clientsOver(rpc, self),
    writeOptions,
    writeQueue,
    onStepsLeft: bulkSteps.on,
    listenForSilence: () => listenForSilence(messaging.nats),
    publisher,
    write: async (work, cause, about) => {
      const by = provenanceOf(self, cause);
      const { result } = await writeOf({ writeOptions, writeQueue }, { by, work }, about);
      return result;
    },
  };
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

const provenanceOf = (self: Actor, cause: Cause = {}): Provenance => ({
  actor: cause.actor ?? self,
  runId: cause.runId ?? null,
  requestId: null,
  clientRequestId: null,
  causedBy: cause.eventId ?? null,
  traceparent: currentSpan()?.traceparent ?? cause.traceparent ?? null,
});
