-- What runs have reserved is an absolute number: the copy keeps the number of the event from which
-- it was made, and only a later one replaces it. Old code writes the amount without the number; it
-- applies events in order, so what it copies while both releases run is right as well.

alter table agents add column reserved_as_of_seq bigint not null default 0;
