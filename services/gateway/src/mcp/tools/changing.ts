/** Tools that change an issue: all but its words, and its words. */
import type { Tool } from '../tool.ts';
import { editIssue } from './edit-issue.ts';
import { updateIssue } from './update-issue.ts';

export const changing: readonly Tool[] = [updateIssue, editIssue];
