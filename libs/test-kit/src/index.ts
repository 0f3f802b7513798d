export { lengthOf } from './test-length.ts';
export { checkoutOf, hasCommit } from './machine/checkouts.ts';
export { describeBeside, describeEach, itEach } from './machine/needs.ts';
export { redisUrlOf, startRedisWithUsers, writeRedisUsers } from './machine/redis-users.ts';
export { hasRedisWithTls, startRedisGroup, type RedisGroup } from './machine/redis-group.ts';
export { openTrials, recordTrials, type TrialResult } from './record-trials.ts';
export { agentActor, boardActor, serviceActor } from './actors.ts';
export { calledByAnyone, rpcOfCallers, testServiceKeys } from './callers.ts';
export { openAdmin, type Admin } from './admin.ts';
export { COMPILE_CACHE, WITH_COMPILE_CACHE } from './compile-cache.ts';
export { conformance } from './conformance.ts';
export {
  consumerOf,
  agentsStandIn,
  standInOf,
  startStandIn,
  type StandIn,
  type StandInHandlers,
} from './stand-in.ts';
export { operationsOf, wrongHeaders, type DescribedOperation } from './http/described-answers.ts';
export { startIdentityProvider, type IdentityProvider } from './http/identity-provider.ts';
export { pagesOf, planOf } from './measures/plan.ts';
export { walkList, walkStates, type Walk } from './measures/walk-list.ts';
export { replay } from './replay.ts';
export { readStates } from './read-states.ts';
export { schemaOf } from './schema-dump.ts';
export { aCompany, anAgent, anIssue, idOfPast, letters } from './snapshots.ts';
export { setUp, startWithSetup } from './start.ts';
export { freePort } from '@muster/local-servers';
export { clientAs, openStage, type Stage, type StageOptions } from './stage.ts';
export {
  holdConnections,
  measureCallers,
  type HeldConnections,
  type HoldOptions,
  type Measured,
} from './slow-clients.ts';
export { openSlowLink, type SlowLink } from './slow-link.ts';
export { growthOfSweeps, type Sweep } from './measures/sweeps.ts';
export { until } from './until.ts';
