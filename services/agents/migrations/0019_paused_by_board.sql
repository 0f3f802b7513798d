-- Whether the board has paused the agent: only the board resumes it then. Code of the release
-- before pauses without saying so, and its pauses are resumed by managers as before.
alter table agents add column paused_by_board boolean not null default false;
