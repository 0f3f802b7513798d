/** Tools after which an agent ends its run, and is woken when there is more to do. */
import type { Tool } from '../tool.ts';
import { continueLater } from './continue-later.ts';
import { splitIssue } from './split-issue.ts';

export const comingBack: readonly Tool[] = [splitIssue, continueLater];
