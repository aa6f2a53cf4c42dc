// The memory of a served sandbox: by itself, Node lets garbage grow to several times what is in use before it looks for it.
import { setFlagsFromString } from 'node:v8';

/** The heap grows by half between two collections. */
export const SMALL_HEAP = '--heap-growing-percent=50';

/** For the rest of this process. Long work makes much garbage, and a server is one process among others. */
export function keepHeapSmall(): void {
  setFlagsFromString(SMALL_HEAP);
}
