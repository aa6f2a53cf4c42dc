// A spinner while requests take their time, where nothing else tells that something goes on.
import { canMove, type Io } from './io.ts';

/** What is answered sooner needs no sign. */
const DELAY_MS = 300;
/** The next request of the same work follows at once: the spinner stays. */
const PAUSE_MS = 30;

export interface Waiting {
  begin(): void;
  end(): void;
}

/** Counts requests in flight; undefined where no spinner may be shown. To ask for the terminal opens it: not before there is a need. */
export function showWaiting(io: Io): Waiting | undefined {
  if (io.accessible || io.inCi) return undefined;
  let inFlight = 0;
  let since: NodeJS.Timeout | undefined;
  let pause: NodeJS.Timeout | undefined;
  const rest = () => {
    clearTimeout(since);
    since = undefined;
    io.line.clear();
  };
  return {
    begin() {
      inFlight += 1;
      clearTimeout(pause);
      since ??= setTimeout(() => void spin(io, () => inFlight > 0), DELAY_MS).unref();
    },
    end() {
      inFlight -= 1;
      if (inFlight > 0) return;
      clearTimeout(pause);
      pause = setTimeout(rest, PAUSE_MS).unref();
    },
  };
}

async function spin(io: Io, isWanted: () => boolean): Promise<void> {
  if (!canMove(io)) return;
  const { default: ora } = await import('ora');
  if (!isWanted()) return;
  io.line.offer(() =>
    ora({ text: 'waiting for the host', stream: io.stderr, isEnabled: true, discardStdin: false }).start(),
  );
}
