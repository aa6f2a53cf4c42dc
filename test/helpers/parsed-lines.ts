// The files of the journal, with a count of the lines of them that were parsed.
import { type JournalPart, journalParts } from '../../src/config/journal.ts';

export function countedParts(folder: string): { parts: JournalPart[]; parsed(): number } {
  let parsed = 0;
  const parts = journalParts(folder).map((part) => ({
    ...part,
    *lines() {
      for (const line of part.lines()) {
        const records = line.records.bind(line);
        line.records = () => {
          parsed += 1;
          return records();
        };
        yield line;
      }
    },
  }));
  return { parts, parsed: () => parsed };
}
