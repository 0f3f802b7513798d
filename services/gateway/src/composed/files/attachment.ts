/** The header `Content-Disposition` of a file of any name (RFC 6266): what old clients read has ASCII only. */
export function attachmentOf(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
