-- outside a transaction
-- What is in review in the order of an inbox: of the agent that decides, and of the board, which
-- has what no agent decides. Only issues in review are in them. Code of the release before does not
-- read these indexes.
-- step
drop index concurrently if exists issues_in_review_by_reviewer;
-- step
create index concurrently issues_in_review_by_reviewer
  on issues (review_agent_id, priority, updated_at, id)
  where status = 'in_review' and review_agent_id is not null;
-- step
drop index concurrently if exists issues_in_review;
-- step
create index concurrently issues_in_review on issues (priority, updated_at, id)
  where status = 'in_review';
