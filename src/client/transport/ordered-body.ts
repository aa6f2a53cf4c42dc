// Pieces of a body in their order, for a carrier that cannot hold them back.

const MOST_WAITING_BYTES = 64 * 2 ** 20;

type Step = () => Promise<void> | void;

/**
 * Keeps pieces in order while one of them is waited for. Nothing is held back from the socket:
 * undici 7 ends the process when its parser is paused while the other side closes.
 */
export function queueOf(overflow: () => void): (bytes: number, step: Step) => void {
  let last: Promise<void> | undefined;
  let waiting = 0;
  return (bytes, step) => {
    const current = last ? last.then(step) : step();
    if (!current) return;
    waiting += bytes;
    if (waiting > MOST_WAITING_BYTES) overflow();
    const mine = current.then(() => {
      waiting -= bytes;
      if (last === mine) last = undefined;
    });
    last = mine;
  };
}
