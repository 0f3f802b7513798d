import { redact } from '@muster/contracts';

/** The value with secrets replaced by a mask. The redactor changes values, never the shape. */
export const masked = <T>(value: T): T => redact(value) as T;
