/** Fields that rules across fields require, by operation: a schema does not show such rules. */
export const crossFieldSamples: Readonly<Record<string, object>> = {
  explainWake: { issueId: '01890a5d-ac96-774b-bcce-b302099a8058' },
};

/** Values for text fields with a rule that no common sample satisfies, by field. */
export const textSamples: Readonly<Record<string, string>> = {
  timeZone: 'UTC',
};
