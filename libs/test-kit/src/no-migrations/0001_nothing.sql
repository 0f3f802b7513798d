-- A neighbour has the event log and no tables of its own.
select 1;
