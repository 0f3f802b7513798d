-- The runs of an issue, newest first. A run about an issue writes to it when it is queued, when it
-- starts and when it ends; what it reports meanwhile does not. Code of the release before does not
-- read it.
create index runs_by_issue on runs (issue_id, id) where issue_id is not null;
