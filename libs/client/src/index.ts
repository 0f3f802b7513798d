export { connect } from './connect.ts';
export type { ConnectOptions } from './connect.ts';
export type { Followed } from './follow.ts';
export type { Page, Pages } from './pages.ts';
export { isRefusal, NoAnswer, Refusal } from './refusal.ts';
export type { Code } from './refusal.ts';
export type { CallOptions } from './send.ts';
export type { Client, FeedEvent, Input, OperationName, Output, RunOutput } from './types.ts';
