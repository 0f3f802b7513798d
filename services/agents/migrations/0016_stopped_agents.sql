-- The agents that a budget, a loop or an error has stopped, for the inbox of a board user: few of
-- many. An update of a status writes all indexes anyway, because a unique index depends on the
-- status. Code of the release before does not read this one.
create index agents_stopped on agents (company_id, id)
  where status = 'error' or pause_reason in ('budget', 'loop');
