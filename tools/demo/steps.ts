/** The names of what happens in the story, in its order. */
export const step = {
  companyFounded: 'the company is founded',
  chiefAdded: 'the CEO is added',
  hireRequested: 'the hire waits for the board',
  hireApproved: 'the hire is approved',
  workGiven: 'the issue is given',
  runStarted: 'the agent is awake',
  issueClaimed: 'the issue is claimed',
  workReported: 'the work is reported',
  reviewAsked: 'the review is asked for',
  boardAnswered: 'the board has answered',
  issueDone: 'the issue is done',
  runsEnded: 'the runs have ended',
  costBooked: 'the cost is booked',
  everythingLogged: 'everything is in the log',
} as const;
export type StepName = (typeof step)[keyof typeof step];

export interface Step {
  readonly name: StepName;
  /** The step in words, with what came of it. */
  readonly says: string;
}
