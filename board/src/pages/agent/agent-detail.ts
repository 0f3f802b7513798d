import type { Output } from '../../api/operations.ts';

export type AgentDetail = Output<'getAgent'>;
