// An agent that only spends: ten cents at a time until it is stopped.
const SPEND_MS = 500;
const STEP_CENTS = 10;

const { SERVICE_RUN_NONCE: nonce } = process.env;
let costCents = 0;

/** Cumulative for the run, as its contract says. */
function use(): void {
  costCents += STEP_CENTS;
  const usage = { inputTokens: costCents * 10, costCents, provider: 'fixture', model: 'burner-1' };
  process.stdout.write(`${JSON.stringify({ nonce, usage })}\n`);
}

use();
setInterval(use, SPEND_MS);
