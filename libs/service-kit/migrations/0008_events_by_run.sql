-- What a run has done is read from the events of its calls. Without this, the answer reads the
-- whole log of its company. Events of the board and of timers have no run and no entry.
create index events_by_run on events (company_id, run_id, seq) where run_id is not null;
