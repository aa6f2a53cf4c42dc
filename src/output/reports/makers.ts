// The formats of reports, each loaded when it is asked for.
import type { Report } from './finding.ts';

export const REPORT_FORMATS = ['table', 'json', 'sarif', 'junit', 'github', 'markdown'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const MAKERS: Record<
  Exclude<ReportFormat, 'table' | 'json'>,
  () => Promise<(report: Report) => string>
> = {
  sarif: async () => (await import('./sarif.ts')).sarif,
  junit: async () => (await import('./junit.ts')).junit,
  github: async () => (await import('./github.ts')).github,
  markdown: async () => (await import('./markdown.ts')).markdown,
};
