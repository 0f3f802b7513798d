-- The names of the board users who asked and who decided, as they were then: users are the
-- gateway's, and a page of approvals shows people. Names of agents are copied already.
--
-- The release before leaves the columns empty, as rows from before have them: the name is not
-- known.

alter table approvals
  add column requested_by_name text,
  add column decided_by_name text;
