/**
 * The beginning of a text, with at most so many UTF-16 code units. Half of a surrogate pair is left
 * out, because Postgres refuses JSON that holds one.
 */
export function cutText(text: string, maxChars: number): string {
  const last = text.charCodeAt(maxChars - 1);
  const splitsPair = text.length > maxChars && last >= 0xd8_00 && last <= 0xdb_ff;
  return text.slice(0, splitsPair ? maxChars - 1 : maxChars);
}
