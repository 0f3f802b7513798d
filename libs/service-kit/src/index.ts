/** What services use of the machine. */
export type {
  Background, Context, Handler, Heard, Locate, Page, Say, ServiceDefinition,
} from './define-service.ts';
export { defineService, reaction } from './define-service.ts';
export { answerKindOf, answerKinds, type AnswerKind } from './answer-kind.ts';
export { kitMetrics } from './kit-metrics.ts';
export {
  metricLabels, metricSpecs, type MetricLabel, type MetricSpec, type MetricSpecs,
} from './metric-specs.ts';
export { metricsOf, openMetrics } from './metrics.ts';
export { activityOf } from './activity.ts';
export { deriveKey, derivedOf, type Secrets } from './actor.ts';
export { baseConfig, readConfig, type BaseConfig } from './config.ts';
export {
  callOperation, READ_DEADLINE_MS, refusalOf, WRITE_DEADLINE_MS,
  type CallOptions, type Client, type Rpc, type RpcReply,
} from './client.ts';
export { newId } from './events.ts';
export { header } from './headers.ts';
export { openLog, type Log } from './log.ts';
export { isDatabaseAway, openPool } from './pool.ts';
export { decodeCursor, encodeCursor, pageOf, pageSize } from './paging.ts';
export {
  everyPermission, permissionsOf, permissionsOfSetup, SETUP_USER,
  type NatsUser, type Permissions,
} from './permissions.ts';
export { parseInput } from './request.ts';
export { runService, STOP_MAX_MS } from './run-service.ts';
export { signRunToken, verifyRunToken, type RunClaims } from './run-token.ts';
export type { Cause, Runtime } from './runtime.ts';
export {
  dbOn, join, many, maybeOne, none, one, sql, together, violatedConstraint,
  type Db, type Statement,
} from './sql.ts';
export { startService, type RunningService } from './start-service.ts';
export {
  setUpConfig, setUpEvents, setUpSchema, type Hearing, type SetUpConfig,
} from './set-up.ts';
export { LANES, subjectsIn } from './subjects.ts';
export { inScope } from './scope.ts';
export { currentSpan, onward, part, traced, within, type Span, type Tracer } from './span.ts';
export { callerAttributes } from './span-names.ts';
export { childTraceparent, traceIdOf } from './trace.ts';
export { listenTo, tellListeners } from './live.ts';
export { openWakes, type Wake, type Wakes } from './wakes.ts';
