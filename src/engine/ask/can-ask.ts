// Whether there is a person to ask.
import type { Run } from '../model/command-type.ts';

/** A terminal on both ends, no CI, no --no-input. Piped bytes never mean yes. */
export const canAsk = ({ context: { io }, flags }: Run): boolean =>
  io.inTty && io.errTty && !io.inCi && flags.input !== false;
