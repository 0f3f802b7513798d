export { lengthOf } from './length.ts';
export { agentActor, boardActor, serviceActor } from './actors.ts';
export type { Admin } from './admin.ts';
export { conformance } from './conformance.ts';
export { startNeighbour, type Neighbour } from './neighbour.ts';
export { planOf } from './plan.ts';
export { schemaOf } from './schema-dump.ts';
export { aCompany, anAgent } from './snapshots.ts';
export { clientAs, openStage, type Stage, type StageOptions } from './stage.ts';
