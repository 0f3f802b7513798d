-- outside a transaction
-- What the sweep reads of agents with waiting wake-ups: holds in the order of their ends, and the
-- newest of the wake-ups that wait. Nothing of an agent that is paused is read again and again. The
-- second index is on an expression, so that no statement about one agent takes it for its own. The
-- release before reads the agents with waiting wake-ups one after the other.
-- step
create index concurrently if not exists roster_by_end_of_hold
  on roster (least(hold_until, not_before), agent_id)
  where least(hold_until, not_before) is not null;
-- step
create index concurrently if not exists wakeups_newly_pending
  on wakeups ((case when status = 'pending' then created_at end))
  where (case when status = 'pending' then created_at end) is not null;
