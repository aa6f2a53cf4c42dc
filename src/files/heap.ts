// The memory of long work: by itself, Node lets garbage grow to several times what is in use before it looks for it.
import { setFlagsFromString } from 'node:v8';

/** The heap grows by half between two collections. */
export const SMALL_HEAP = '--heap-growing-percent=50';

/** For the rest of this process. Long work makes much garbage, and a server is one process among others. */
export function keepHeapSmall(): void {
  setFlagsFromString(SMALL_HEAP);
}

/** For the rest of this process: a job that holds little, whatever it reads. Garbage is looked for as soon as there is some. */
export function keepHeapSmallest(): void {
  keepHeapSmall();
  setFlagsFromString('--optimize-for-size');
}
