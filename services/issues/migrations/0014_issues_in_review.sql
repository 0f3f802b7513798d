-- Issues in review by their creator, for the inbox of a board user. Only issues in review are in
-- it, so claims, comments and other writes to open work do not touch it. Code of the release before
-- does not read it.
create index issues_in_review_by_creator on issues (created_by_user_id, priority, updated_at, id)
  where status = 'in_review' and created_by_user_id is not null;
