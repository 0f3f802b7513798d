-- What an agent was woken about is looked for when somebody asks why. Code that does not know the
-- indexes is none the worse for them.

create index wakeups_by_issue on wakeups (agent_id, issue_id, id) where issue_id is not null;
create index wakeups_by_comment on wakeups (agent_id, comment_id) where comment_id is not null;
create index wakeups_by_approval on wakeups (agent_id, approval_id) where approval_id is not null;
