/** The faults that strike during the main story, each at the steps at which it hurts most. */
import { SERVICES, type ServiceName } from '@muster/local/stack';
import { flushRedis, killServer, killService, type Fault } from '../faults/faults.ts';
import type { Step } from '../fixtures/main-story.ts';

export type StoryFault = Fault & {
  /** The promise that the fault tries to break. */
  readonly promise: 'P1' | 'P6' | 'P7' | 'P8';
  readonly at: readonly Step[];
};

/** A hire involves agents and approvals; a run involves all the others. */
const stepsOfService: Record<ServiceName, readonly Step[]> = {
  gateway: ['approving', 'working'],
  agents: ['hiring', 'approving'],
  issues: ['assigning', 'working'],
  approvals: ['hiring', 'approving'],
  billing: ['working', 'mentioning'],
  scheduler: ['assigning', 'working'],
};

export const serviceFaults: readonly StoryFault[] = SERVICES.map((service) => ({
  ...killService(service),
  promise: 'P1',
  at: stepsOfService[service],
}));

export const serverFaults: readonly StoryFault[] = [
  { ...killServer('nats'), promise: 'P6', at: ['approving', 'working'] },
  { ...killServer('redis'), promise: 'P7', at: ['assigning'] },
  { ...flushRedis(), promise: 'P7', at: ['assigning', 'working', 'mentioning'] },
  { ...killServer('postgres'), promise: 'P8', at: ['approving', 'working'] },
];
