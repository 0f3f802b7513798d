-- A policy of reviews may want a document or a file. Code of the release before takes both for a
-- link, so a policy has them only when no replica of it runs any more.
alter type review_evidence add value if not exists 'document';
alter type review_evidence add value if not exists 'file';
