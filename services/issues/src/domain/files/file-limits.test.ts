import { FILES_MAX } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { requireRoomForFile, requireSize } from './file-limits.ts';

const MB = 1_048_576;
const limits = { fileMb: 2, companyMb: 10, monthMb: 5 };
const use = { filesOfIssue: 1, companyBytes: 0, monthBytes: 0 };

describe('room for a file', () => {
  it('is for a file as large as it may be, and not for a byte more', () => {
    expect(() => requireSize(2 * MB, limits)).not.toThrow();
    expect(() => requireSize(2 * MB + 1, limits)).toThrow('larger than a file may be');
  });

  it('is within what a company has and what it adds in a month', () => {
    expect(() =>
      requireRoomForFile({ ...use, companyBytes: 10 * MB, monthBytes: 5 * MB }, limits),
    ).not.toThrow();
    for (const over of [{ companyBytes: 10 * MB + 1 }, { monthBytes: 5 * MB + 1 }]) {
      expect(() => requireRoomForFile({ ...use, ...over }, limits)).toThrow('as many bytes');
    }
  });

  it('has no end where the limits are 0', () => {
    const most = { ...use, companyBytes: 2 ** 50, monthBytes: 2 ** 50 };
    expect(() => requireRoomForFile(most, { ...limits, companyMb: 0, monthMb: 0 })).not.toThrow();
  });

  it('ends with the files of an issue', () => {
    const of = (filesOfIssue: number) => () => requireRoomForFile({ ...use, filesOfIssue }, limits);
    expect(of(FILES_MAX)).not.toThrow();
    expect(of(FILES_MAX + 1)).toThrow('as many files');
  });
});
