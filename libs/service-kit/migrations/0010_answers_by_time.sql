-- outside a transaction
-- Old answers are found by a b-tree instead of a block range index: deleted rows make room for new
-- ones, after which every range of blocks has the time of an old row in it, and a search by range
-- reads the whole table. New rows go to the right end of the tree, old ones leave its left end.
-- Code of the last release finds old answers with either.
-- step
create index concurrently if not exists requests_by_time on requests (created_at);
-- step
create index concurrently if not exists refused_requests_by_time on refused_requests (created_at);
-- step
drop index concurrently if exists requests_by_age;
-- step
drop index concurrently if exists refused_requests_by_age;
