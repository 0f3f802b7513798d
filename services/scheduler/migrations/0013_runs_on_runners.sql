-- Programs of agents run on runners, which outlive a process of the scheduler. A run remembers its
-- runner; `fence` counts the processes that have held it, and only the last one may write;
-- `adoptable_at` is when another process may take it over; `checkpoint` is where that one goes on
-- reading its output. Old code writes none of them: a run that it starts is its own child, has no
-- runner, and is never taken over.

alter table runs add column runner text;
alter table runs add column fence integer not null default 0;
alter table runs add column adoptable_at timestamptz(3);
alter table runs add column checkpoint jsonb;
