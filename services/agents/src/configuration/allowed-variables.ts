import type { AgentsConfig } from '../config.ts';
import { allowedVariables, type AllowedVariables } from '../domain/programs/variables.ts';

/** The variables that this installation allows in configurations. */
export const allowedVariablesOf = (config: object): AllowedVariables =>
  allowedVariables((config as AgentsConfig).MUSTER_ALLOWED_VARIABLES);
