/** What agents ask and are asked. */
import type { Tool } from '../tool.ts';
import { answer } from './answer.ts';
import { ask } from './ask.ts';
import { askBoard } from './ask-board.ts';
import { readDecision } from './read-decision.ts';

export const asking: readonly Tool[] = [ask, answer, askBoard, readDecision];
