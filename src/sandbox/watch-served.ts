// Looks after the file of a running server: still in place, not overwritten, its log moved into it, its mark fresh.
import { isError, LocalIoError } from '../errors.ts';
import type { Database } from './db/database.ts';
import { overwriteWatch } from './db/file-format.ts';

const TICK_MS = 1000;
/** Far below the time after which a mark of another machine counts as left behind. */
const REFRESH_TICKS = 15;

interface ServedWatch {
  /** Throws LocalIoError `SANDBOX_REPLACED`, from then on each time. */
  require(): void;
  /** Resolves with that error when it first occurs. */
  lost: Promise<Error>;
  /** Stops looking, and removes the mark. */
  stop(): void;
}

export function watchServed(
  db: Database,
  file: string,
  mark: { refresh(): void; remove(): void },
): ServedWatch {
  let found: Error | undefined;
  let tell: (error: Error) => void = () => {};
  const lost = new Promise<Error>((resolve) => {
    tell = resolve;
  });
  const content = overwriteWatch(file);
  const require = () => {
    try {
      if (found) throw found;
      requireInPlace(db);
      if (content.overwritten()) throw overwritten(file);
    } catch (error) {
      found ??= isError(error) ? error : new Error(String(error));
      tell(found);
      throw error;
    }
  };
  let ticks = 0;
  const tick = () => {
    ticks += 1;
    if (ticks % REFRESH_TICKS === 0) mark.refresh();
    try {
      require();
      if (content.hasLog()) db.checkpoint();
      content.settle();
    } catch {
      // Lost: whoever waits for it knows by now. A full disk: the log stays, and the next tick tries again.
    }
  };
  const timer = setInterval(tick, TICK_MS);
  return {
    require,
    lost,
    stop() {
      clearInterval(timer);
      mark.remove();
    },
  };
}

/**
 * The log stays where it was when another file takes the place of the database, and whoever opens that one would read it
 * as its own: so it goes into the file it belongs to, as soon as somebody notices.
 */
function requireInPlace(db: Database): void {
  try {
    db.requireInPlace();
  } catch (error) {
    try {
      db.checkpoint();
    } catch {
      // In the middle of a read, or on a full disk: closing it does the same.
    }
    throw error;
  }
}

const overwritten = (file: string) =>
  new LocalIoError(`${file} was overwritten while it was open; changes made since then are not kept`, {
    code: 'SANDBOX_REPLACED',
    details: { file },
  });
