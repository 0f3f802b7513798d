/** Names of the steps of the demo, in order. */
export const step = {
  companyFounded: 'company created',
  chiefAdded: 'CEO added',
  hireRequested: 'hire requested',
  hireApproved: 'hire approved',
  agentChecked: 'agent checked',
  workGiven: 'issue assigned',
  runStarted: 'run started',
  issueClaimed: 'issue checked out',
  workReported: 'work reported',
  reviewAsked: 'review requested',
  boardAnswered: 'board answered',
  issueDone: 'issue done',
  runsEnded: 'runs finished',
  costBooked: 'cost booked',
  everythingLogged: 'activity complete',
  teamAdded: 'team added',
  projectGiven: 'larger issue assigned',
  issueSplit: 'issue split',
  partsDone: 'parts done',
  personAsked: 'question to the board',
  questionAnswered: 'question answered',
  wholeReviewed: 'review sent back',
  wholeAccepted: 'review accepted',
} as const;
export type StepName = (typeof step)[keyof typeof step];

export interface Step {
  readonly name: StepName;
  /** The result of the step. */
  readonly text: string;
}
