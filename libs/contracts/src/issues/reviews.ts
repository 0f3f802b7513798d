/** Reviews of issues. */
import { z } from 'zod';

/** What a reviewer says: `accepted` is done, `returned` is in progress again. */
export const ReviewVerdict = z.enum(['accepted', 'returned']);
export type ReviewVerdict = z.output<typeof ReviewVerdict>;
