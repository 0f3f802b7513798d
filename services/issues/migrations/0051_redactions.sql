-- Who has taken away the text of a comment, when and why: the text itself is replaced in its row.
-- Code of the release before leaves the column alone and shows the text that stands in its place.
alter table comments add column redacted jsonb;
