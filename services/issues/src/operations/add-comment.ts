import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { writeComment } from './comment.ts';

export const addComment: Handler<typeof issues, 'addComment'> = async (input, context) =>
  writeComment(input.issueId, input.body, context);
