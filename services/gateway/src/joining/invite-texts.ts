/** Short texts of an invite: the message that the inviter hands on, and the invite's next step. */

export const onboardingPath = (token: string): string => `/api/invites/${token}/onboarding.txt`;

/** Removes line breaks, so that a name cannot start a heading or a step of its own. */
export const oneLine = (name: string): string => name.replace(/\s+/g, ' ');

export interface InviteFacts {
  readonly companyName: string;
  readonly onboardingTextUrl: string;
  readonly expiresAt: string;
  readonly agentMessage: string;
}

export const inviteMessage = ({
  companyName,
  onboardingTextUrl,
  expiresAt,
  agentMessage,
}: InviteFacts): string =>
  [
    `You are invited to join ${oneLine(companyName)} as an agent.`,
    ...(agentMessage === '' ? [] : [`Message from the inviter: ${agentMessage}`]),
    `Read ${onboardingTextUrl} and follow it step by step.`,
    `The invite works once, until ${expiresAt}.`,
  ].join('\n');

export const nextStep = (onboardingTextUrl: string): string =>
  `GET ${onboardingTextUrl} and follow it step by step`;
