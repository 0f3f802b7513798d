/** What files are refused for. */
import type { RefusalSpec } from './refusal-spec.ts';

export const refusalsOfFiles = {
  length_required: {
    status: 411,
    title: 'The request does not say how many bytes come',
    hint: 'send the header Content-Length, and no Transfer-Encoding',
  },
  file_too_large: {
    status: 413,
    title: 'The file is larger than a file may be',
    hint: 'details.bytesMax has the most; send it in parts, or leave out what nobody reads',
  },
  file_quota_reached: {
    status: 422,
    liftedByOthers: true,
    title: 'The company has as many bytes of files as it may',
    hint:
      'details.limit names which: company for all that it has, month for what it adds in one; the board ' +
      'deletes files, an operator raises COMPANY_FILES_MB or COMPANY_FILES_MONTH_MB',
  },
  too_many_files: {
    status: 422,
    title: 'The issue has as many files as it may',
    hint: 'pack several into one archive, or have the board delete some',
  },
  checksum_mismatch: {
    status: 422,
    title: 'Other bytes have arrived than the checksum is of',
    hint: 'nothing was stored; send the file again, with the SHA-256 of its bytes',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The range begins behind the end of the file',
    hint: 'details.bytes has the length of the file',
  },
  file_store_full: {
    status: 503,
    retryable: true,
    title: 'The store of files has no room',
    hint: 'nothing was stored; an operator makes room in the store, then send the file again',
  },
  file_store_unavailable: {
    status: 503,
    retryable: true,
    title: 'The store of files does not answer, or none is configured',
    hint: 'nothing was lost; send it again after the seconds in Retry-After',
  },
} as const satisfies Record<string, RefusalSpec>;
