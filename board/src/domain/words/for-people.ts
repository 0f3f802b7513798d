/**
 * Texts of the API as people read them: they are written for programs, and name requests, fields and codes.
 */
const METHOD = '(?:GET|POST|PUT|PATCH|DELETE)';

/** A request at the end of a clause, with what leads to it: `raise it first: PATCH /api/…`. */
const REQUEST = new RegExp(
  `(?:^|(?:[,:]|,? then|,? or| and| with| by| of| from)? )${METHOD} /[^\\s,;]+(?: or /[^\\s,;]+)*(?: \\{[^}]*\\})?(?: does)?(?=[,;]|$)`,
  'g',
);
const HAS_REQUEST = new RegExp(`^[,.]|\\b${METHOD} [/…]|/api/`);

/** What only a program understands: objects, names of fields, codes, headers, environment variables. */
const CODE =
  /[[{]|\b(?:GET|POST|PUT|PATCH|DELETE)\b|\/api\b|\bdetails\b|\b[a-z]+_[a-z]|\b[a-z]+[A-Z]|\b[A-Z]+_[A-Z]|\b[A-Z][a-z]+-[A-Z]|\bJSON\b|Bearer|\bcursor\b/;

/** A note of an answer as sentences, without its requests. */
export const withoutRequests = (text: string): string | undefined =>
  sentences(text, (clause) => !HAS_REQUEST.test(clause));

/** A hint, or what is wrong with a field, without what only a program understands; undefined if nothing is left. */
export const withoutCode = (text: string): string | undefined =>
  sentences(text, (clause) => !HAS_REQUEST.test(clause) && !CODE.test(clause));

function sentences(text: string, isFit: (clause: string) => boolean): string | undefined {
  const clauses = text.split('; ').flatMap((part) => {
    const clause = part.replaceAll(REQUEST, '').trim();
    // What leads to a request that explains itself is still worth reading.
    const fit = [clause, clause.split(': ')[0] ?? ''].find((each) => each !== '' && isFit(each));
    return fit === undefined ? [] : [sentence(fit)];
  });
  return clauses.length === 0 ? undefined : clauses.join(' ');
}

const sentence = (clause: string): string => {
  const begun = clause.replace(/^or /, '');
  const words = `${begun.charAt(0).toUpperCase()}${begun.slice(1)}`;
  return /[.!?…]$/.test(words) ? words : `${words}.`;
};
