// A clock for how long something takes: it never goes back, and counts from the start of the process.
import { uptime } from 'node:process';

/** Milliseconds. `performance.now()` would say the same, and load a part of Node for a millisecond first. */
export const ticks = (): number => uptime() * 1000;
