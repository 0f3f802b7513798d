-- A policy of reviews may want a document or a file. Code of the release before passes both on.
alter table companies
  drop constraint companies_review_evidence_check,
  add constraint companies_review_evidence_check
    check (review_evidence in ('none', 'link', 'document', 'file'));
