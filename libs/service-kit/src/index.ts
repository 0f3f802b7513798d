/** The parts of the kit that services use, by room. */
export { baseConfig, readConfig, type BaseConfig } from './config.ts';
export type { Context, Emit } from './context.ts';
export { defineService, type Background, type ServiceDefinition } from './define-service.ts';
export type { CopiedThings, Handler, Handlers, Locate } from './handler.ts';
export { newId } from './new-id.ts';
export { redisConfig, redisConnectionOf, type RedisConnection } from './redis-connection.ts';
export type { About, Cause, Runtime } from './runtime.ts';
export { VERSION } from './version.ts';

export { activityOf } from './event-log/activity.ts';
export { storageOf } from './event-log/storage.ts';
export { requireEventsOf } from './event-log/require-events-of.ts';

export {
  applyInSteps,
  applyLater,
  applyLaterInEach,
  endBulkEffect,
  restAfter,
  type BulkEffect,
  type BulkTarget,
} from './bulk-effects/bulk-effect.ts';
export {
  agentsIn,
  eraseCompanyOfOwner,
  type ErasureOfService,
  type ErasureReceipt,
} from './erasure/erasure.ts';
export { insertErasure } from './erasure/erasure-store.ts';
export { redactAnswers, type RedactedThing } from './redaction/redacted-answers.ts';
export { forgetLettersAbout } from './redaction/forgotten-letters.ts';
export type { Rest } from './bulk-effects/bulk-effect-store.ts';
export type { Stated, StatePage, States } from './event-log/state.ts';

export { header } from './nats/headers.ts';
export { listen } from './nats/listen.ts';
export { readLogMessage } from './nats/log-message.ts';
export { publishLive, subscribeLive } from './nats/live.ts';
export {
  openLogNotifications,
  type LogListener,
  type LogNotifications,
} from './nats/log-notifications.ts';
export {
  allPermissions,
  allSystemPermissions,
  permissionsOf,
  type NatsUser,
  type Permissions,
} from './nats/permissions.ts';
export { PARTITIONS, subjectsIn } from './nats/subjects.ts';

export { firstRows, type LongColumns } from './postgres/first-rows.ts';
export {
  decodeCursor,
  encodeCursor,
  IdKey,
  NumberKey,
  pageOf,
  mapRows,
  pageOfFirst,
  pageSize,
  TimeAndIdKey,
  type FirstRows,
  type Page,
  type TimeAndId,
} from './postgres/paging.ts';
export { isDatabaseUnavailable, openPool } from './postgres/pool.ts';
export { CONNECTIONS_BESIDE_POOLS } from './process/open-database.ts';
export { refusalOfFailure } from './postgres/refusal-of-failure.ts';
export { inScope } from './postgres/scope.ts';
export {
  dbOn,
  join,
  many,
  maybeOne,
  none,
  one,
  noneAwaited,
  pipelined,
  sql,
  violatedConstraint,
  type Db,
  type Statement,
} from './postgres/sql.ts';

export { reaction, reactionToSeveral, type ReceivedEvent } from './reactions/reaction.ts';

export { actorSigner, type ActorSigner } from './rpc/actor.ts';
export { deriveKey, formerKeysOf, type FormerSecret } from './keys/derive-key.ts';
export {
  callForPage,
  callOperation,
  openRpc,
  READ_DEADLINE_MS,
  refusalOf,
  WRITE_DEADLINE_MS,
  type CallOptions,
  type Client,
  type Rpc,
  type RpcReply,
} from './rpc/client.ts';
export {
  openPlaces,
  openWaitedPlaces,
  shareOf,
  type PlaceHolder,
  type Places,
  type WaitedPlaces,
} from './places.ts';
export { nearestOf } from './rpc/nearest-of.ts';
export { parseInput, type FieldProblem } from './rpc/request.ts';
export { canCall } from './keys/callable-operations.ts';
export { makeRunTokenKeys, makeServiceKeys, type RunTokenKeyTexts } from './keys/make-keys.ts';
export { seal, unseal } from './keys/seal.ts';
export { ownKeysOf } from './keys/service-keys.ts';
export {
  isCurrent,
  signRunToken,
  verifyRunToken,
  type RunClaims,
  type RunTokenSigner,
  type RunTokenVerifier,
} from './rpc/run-token.ts';
export {
  readRunTokenKey,
  readRunTokenPublicKeys,
  RunTokenKey,
  RunTokenPublicKeys,
} from './keys/run-token-keys.ts';

export { eventLoopMetrics } from './telemetry/event-loop-lag.ts';
export { kitMetrics } from './telemetry/kit-metrics.ts';
export { openLogger, type Logger } from './telemetry/logger.ts';
export {
  metricLabels,
  metricSpecs,
  type MetricLabel,
  type MetricSpec,
  type MetricSpecs,
} from './telemetry/metric-specs.ts';
export { metricsOf, openMetrics, type Metrics } from './telemetry/metrics.ts';
export { outcomeClasses, outcomeClassOf, type OutcomeClass } from './telemetry/outcome-class.ts';
export {
  childSpan,
  currentSpan,
  nextTraceparent,
  traced,
  withSpan,
  type Span,
  type Tracer,
} from './telemetry/span.ts';
export { callerAttributes } from './telemetry/span-names.ts';
export { childTraceparent, traceIdOf } from './telemetry/trace.ts';

export { countWaiting, type WaitingCounts } from './postgres/waiting-counts.ts';
export { idOfDaysAgo, idOlderThan, NIL_UUID } from './postgres/ids-by-time.ts';
export {
  byAge,
  deletedAt,
  deleteOldest,
  retentionDays,
  type AgedRows,
  type Batch,
  type Deleted,
  type OldRows,
} from './postgres/aged-rows.ts';
export { deleteAged } from './process/delete-by-age.ts';
export { startPeriodicTask, type PeriodicTask } from './sweep/periodic-task.ts';
export { openCompanyPauses, type CompanyPauses } from './sweep/company-pauses.ts';
export { openRotation, type EachCompany, type Rotation } from './sweep/rotation.ts';
export { runService } from './process/run-service.ts';
export { runServices } from './process/run-services.ts';
export { STOP_MAX_MS, stopOnSignal } from './process/stop-on-signal.ts';
export { setUpSchema } from './process/setup.ts';
export { startService, type RunningService } from './process/start-service.ts';
