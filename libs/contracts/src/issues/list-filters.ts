/** The filters of lists and counts of issues. */
import { z } from 'zod';
import { Id, IssuePriority, IssueStatus, Timestamp } from '../vocabulary.ts';

/** Most ids in a query, which is a part of an address. */
const LISTED_IDS_MAX = 100;
const UserOrMe = z.union([Id, z.literal('me')]);
/** Most values of a filter. */
const VALUES_MAX = 50;
const anyOf = z.array(Id).min(1).max(VALUES_MAX).optional();

/** Filters of lists and counts; of several values of one filter an issue has one. */
export const listFilters = {
  status: z.array(IssueStatus).max(7).optional(),
  priority: z.array(IssuePriority).max(4).optional(),
  assigneeAgentId: Id.optional(),
  assigneeAgentIds: anyOf,
  assigneeUserId: UserOrMe.optional(),
  unassigned: z.boolean().optional(),
  createdByAgentId: Id.optional(),
  createdByUserId: UserOrMe.optional(),
  projectId: Id.optional(),
  projectIds: anyOf,
  goalId: Id.optional(),
  goalIds: anyOf,
  parentId: Id.optional(),
  labelId: Id.optional(),
  labelIds: anyOf,
  /** Whether an issue that is neither done nor cancelled blocks it. */
  blocked: z.boolean().optional(),
  updatedSince: Timestamp.optional(),
  ids: z.array(Id).min(1).max(LISTED_IDS_MAX).optional(),
};
