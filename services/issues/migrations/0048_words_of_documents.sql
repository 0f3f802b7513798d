-- The words of an issue's documents are parts of its document of words, too, numbered below zero: a
-- text that is written again replaces its own parts, and those of comments follow each other from
-- zero on. Code of the release before finds such parts; where it writes the words of a thread
-- again, it may delete them, and they are there again with the next version of the document.
alter table issue_texts add column document_id uuid;
