/** What the warnings of a run say to a person. */
import type { RunWarning } from '@muster/contracts';

const words: Readonly<Record<RunWarning['code'], string>> = {
  usage_ignored: 'It reported usage in a form that does not count.',
  tools_refused: 'It was refused tools',
  usage_unknown: 'It was ended before it said what it used.',
  tasks_stopped: 'Tasks in its background were stopped before they had ended.',
  work_left: 'Not all that it has left is committed.',
  left_in_progress: 'It left its issue in progress, and did not say what comes next.',
  session_dropped: 'It could not resume its session, and began without one.',
};

export const warningWords = ({ code, tools = [] }: RunWarning): string =>
  code === 'tools_refused' ? `${words[code]}: ${tools.join(', ')}.` : words[code];
