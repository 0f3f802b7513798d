/** Tools for what is longer than a comment. */
import type { Tool } from '../../tool.ts';
import { attachFile } from './attach-file.ts';
import { readDocument } from './read-document.ts';
import { writeDocument } from './write-document.ts';

export const documents: readonly Tool[] = [readDocument, writeDocument, attachFile];
