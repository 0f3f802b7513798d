/** Answers a request that has a place: a write or a read. */
import { isWrite, type Operation } from '@muster/contracts';
import type { AnyHandler } from '../handler.ts';
import { answerRead } from './answer-read.ts';
import { answerWrite } from './answer-write.ts';
import type { Request } from './request.ts';
import type { Reply, Serving } from './serving.ts';

export const answerRequest = (
  serving: Serving,
  operation: Operation,
  handler: AnyHandler,
  request: Request,
): Promise<Reply> =>
  isWrite(operation)
    ? answerWrite(serving, operation, handler, request)
    : serving.reads.readOnce(request, () => answerRead(serving, operation, handler, request));
