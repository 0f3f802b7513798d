-- Since a cost can be voided, the spend of a month may fall: the copy keeps the number of the event
-- from which it was made, and a later one replaces it. Old code takes the greater of two sums, so
-- what it copies after a void while both releases run may be too high until the next cost.

alter table agent_months add column as_of_seq bigint not null default 0;
alter table company_months add column as_of_seq bigint not null default 0;
