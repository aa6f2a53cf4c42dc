// The flags of commands that show or save a PDF.
import type { Option } from '../../engine/model/command.ts';

export const PDF_FLAGS = [
  { flags: '--save <file>', description: 'download to this file', group: 'Output:' },
  { flags: '--overwrite', reach: 'machine', description: 'replace an existing file', group: 'Output:' },
  { flags: '--force', reach: 'machine', description: 'same as --overwrite', group: 'Output:' },
] as const satisfies readonly Option[];
