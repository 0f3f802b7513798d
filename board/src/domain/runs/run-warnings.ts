/** What the warnings of a run say to a person. */
import type { RunWarning } from '@muster/contracts';

const words: Readonly<Record<RunWarning['code'], string>> = {
  usage_ignored: 'Its usage report could not be read.',
  tools_refused: 'Tools were denied',
  usage_unknown: 'It ended before it reported its usage.',
  tasks_stopped: 'Background tasks were stopped before they finished.',
  work_left: 'It left uncommitted changes.',
  left_in_progress: 'It left its issue in progress without saying what comes next.',
  session_dropped: 'It could not resume its session and started a new one.',
};

export const warningWords = ({ code, tools = [] }: RunWarning): string =>
  code === 'tools_refused' ? `${words[code]}: ${tools.join(', ')}.` : words[code];
