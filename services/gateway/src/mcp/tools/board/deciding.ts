/** Decisions of people: only for a token that was made to decide. */
import type { Tool } from '../../tool.ts';
import { decide } from './decide.ts';
import { pauseAgent } from './pause-agent.ts';

export const deciding: readonly Tool[] = [decide, pauseAgent];
