/** Whether a file may come. */
import { FILES_MAX, Refusal } from '@muster/contracts';

const MB = 1_048_576;

/** Of the configuration, in MB; 0 of a company is no limit. */
export interface FileLimits {
  readonly fileMb: number;
  readonly companyMb: number;
  readonly monthMb: number;
}

/** What there is, with the file that comes. */
export interface FileUse {
  readonly filesOfIssue: number;
  readonly companyBytes: number;
  readonly monthBytes: number;
}

export function requireSize(bytes: number, { fileMb }: FileLimits): void {
  const bytesMax = fileMb * MB;
  if (bytes > bytesMax) throw new Refusal('file_too_large', { bytes, bytesMax });
}

export function requireRoomForFile(use: FileUse, { companyMb, monthMb }: FileLimits): void {
  if (use.filesOfIssue > FILES_MAX) throw new Refusal('too_many_files', { max: FILES_MAX });
  requireWithin('company', use.companyBytes, companyMb);
  requireWithin('month', use.monthBytes, monthMb);
}

function requireWithin(limit: 'company' | 'month', bytes: number, mb: number): void {
  if (mb === 0 || bytes <= mb * MB) return;
  throw new Refusal('file_quota_reached', { limit, bytes, bytesMax: mb * MB });
}
