-- Which agent has ended an issue, and for how many days it may reopen it, a copy of the setting of
-- the company. Old code lives with it: it names its columns. What it ends, and what has ended
-- before, is of no known agent, and the board reopens it.

alter table issues add column ended_by_agent_id uuid;
alter table companies add column reopen_days integer not null default 7;
