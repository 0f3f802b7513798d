/** What a schema does not tell about its input: rules across fields. */
export const beyondSchema: Readonly<Record<string, object>> = {
  explainWake: { issueId: '01890a5d-ac96-774b-bcce-b302099a8058' },
};

/** Texts whose form only their reader knows, by field. */
export const beyondText: Readonly<Record<string, string>> = {
  timeZone: 'UTC',
};
