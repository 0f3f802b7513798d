/** The short texts of an invite: what the inviter hands on, and what the invite itself says. */

export const onboardingPath = (token: string): string => `/api/invites/${token}/onboarding.txt`;

/** A name is a name: it cannot begin a heading or a step of its own. */
export const oneLine = (name: string): string => name.replace(/\s+/g, ' ');

export interface InviteFacts {
  readonly companyName: string;
  readonly onboardingTextUrl: string;
  readonly expiresAt: string;
  readonly agentMessage: string;
}

export const inviteMessage = (
  { companyName, onboardingTextUrl, expiresAt, agentMessage }: InviteFacts,
): string =>
  [
    `You are invited to join ${oneLine(companyName)} as an agent.`,
    ...(agentMessage === '' ? [] : [`Message of the inviter: ${agentMessage}`]),
    `Read ${onboardingTextUrl} and follow it step by step.`,
    `The invite works once, until ${expiresAt}.`,
  ].join('\n');

export const nextStep = (onboardingTextUrl: string): string =>
  `GET ${onboardingTextUrl} and follow it step by step`;
