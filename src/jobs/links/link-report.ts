// What docs links check found, in the format asked for.

import type { Run } from '../../engine/run/run.ts';
import { viewOf } from '../../engine/run/view.ts';
import { messageOf } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { styles } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import type { Finding, Rule } from '../../output/reports/finding.ts';
import type { MAKERS } from '../../output/reports/makers.ts';
import { ciSafe, safeLine } from '../../output/safe-text.ts';
import { fingerprintOf, isForPeople, printReport, reportAsked } from '../report/findings.ts';
import { keyOf, type LinkFinding, type SpaceRef, titlesApart } from './link-findings.ts';
import type { Ignores } from './link-ignores.ts';
import type { SpaceLinks } from './space-links.ts';

const RULES: readonly Rule[] = [
  { id: 'broken-link', description: 'A link points to something that does not exist.', level: 'error' },
  {
    id: 'in-app-link',
    description: 'A link points into the app, which readers cannot open.',
    level: 'warning',
  },
  {
    id: 'unsure-link',
    description: 'An external link could not be judged: its host refused, failed or did not answer.',
    level: 'warning',
  },
];

export interface LinkReport {
  add(links: SpaceLinks): Promise<void>;
  /** External links were asked, so many of them by this run. */
  asked?: number;
  /** Those that are not judged count as findings, too. */
  countUnsure: boolean;
  fail(space: SpaceRef, error: unknown): void;
  /** Prints what has not been printed yet. */
  end(): Promise<void>;
  /** Findings that count. */
  readonly findings: number;
  readonly spaces: number;
  total: number;
  /** What was checked, where it was no whole spaces. */
  where?: string;
  /** Everything there is was checked. */
  whole?: true;
  readonly failures: { space: SpaceRef; error: unknown }[];
  /** `checked 2 spaces: 3 broken`; of a change request also how many pages. */
  summary(): string;
  counts(): Record<string, number>;
}

interface Printer {
  found(findings: readonly LinkFinding[], space: SpaceRef): Promise<void>;
  end(summary: string, failures: LinkReport['failures']): Promise<void>;
}

/** Throws UsageError when two formats are asked for. */
export async function openLinkReport(run: Run, ignores: Ignores | undefined): Promise<LinkReport> {
  const printer = await printerOf(run, () => report.countUnsure);
  const counts = { pages: 0, spaces: 0, broken: 0, inApp: 0, unsure: 0, ignored: 0, notChecked: 0 };
  // Some space has more links than were read.
  let isMore = false;
  const report: LinkReport = {
    failures: [],
    total: 1,
    countUnsure: false,
    get findings() {
      return counts.broken + counts.inApp + (report.countUnsure ? counts.unsure : 0);
    },
    get spaces() {
      return counts.spaces;
    },
    async add({ space, pages, findings, external }) {
      const shown = findings.filter((finding) => !ignores?.matches(finding));
      counts.pages += pages ?? 0;
      counts.spaces += 1;
      counts.ignored += findings.length - shown.length;
      counts.broken += shown.filter(({ status }) => status === 'broken').length;
      counts.unsure += shown.filter(({ status }) => status === 'unsure').length;
      if (report.asked === undefined) {
        isMore ||= external === undefined;
        counts.notChecked += external?.filter((finding) => !ignores?.matches(finding)).length ?? 0;
      }
      counts.inApp += shown.filter(({ status }) => status === 'in-app').length;
      await printer.found(byPage(shown), space);
    },
    fail(space, error) {
      report.failures.push({ space, error });
    },
    end: () => printer.end(report.summary(), report.failures),
    summary() {
      const ignored = counts.ignored > 0 ? `, ${counts.ignored} ignored` : '';
      const inApp = counts.inApp > 0 ? `, ${counts.inApp} into the app` : '';
      const unsure = counts.unsure > 0 ? `, ${counts.unsure} unsure` : '';
      const found = `${counts.broken} broken${inApp}${unsure}${ignored}${externalText(report.asked, counts.notChecked, isMore)}`;
      const { where } = report;
      const what = where ? `${plural(counts.pages, 'page')} in ${where}` : plural(counts.spaces, 'space');
      return `checked ${what}: ${found}`;
    },
    counts() {
      const { pages, ...rest } = counts;
      return report.where === undefined ? rest : { pages, ...rest };
    },
  };
  return report;
}

/** What nobody has looked at is not fine. */
function externalText(asked: number | undefined, notChecked: number, isMore: boolean): string {
  if (asked !== undefined) return `; asked for ${plural(asked, 'external link')}`;
  if (isMore) return '; external links not checked';
  return notChecked > 0 ? `; ${plural(notChecked, 'external link')} not checked` : '';
}

/** What is on one page comes together, in the order in which pages were found. */
function byPage(findings: readonly LinkFinding[]): LinkFinding[] {
  const pages = new Map<string, LinkFinding[]>();
  for (const finding of findings) {
    const known = pages.get(finding.page.id);
    if (known) known.push(finding);
    else pages.set(finding.page.id, [finding]);
  }
  return [...pages.values()].flat();
}

function printerOf(run: Run, countsUnsure: () => boolean): Printer | Promise<Printer> {
  const asked = reportAsked(run);
  if (isForPeople(run, asked)) return textPrinter(run);
  if (asked !== undefined && asked !== 'json' && asked !== 'table')
    return reportPrinter(run, asked, countsUnsure);
  return rowPrinter(asked === 'json' ? { ...run, flags: { ...run.flags, json: true } } : run);
}

/** Rows come as they are found, but on a terminal, where a bar may be drawn meanwhile. */
async function rowPrinter(run: Run): Promise<Printer> {
  const { io } = run.context;
  const writer = await listWriter(io, viewOf(run));
  const kept: LinkFinding[] = [];
  return {
    async found(findings) {
      if (io.outTty) kept.push(...findings);
      else await writer.page(findings);
    },
    async end() {
      await writer.page(kept);
      await writer.end();
    },
  };
}

/** On a terminal a bar may be drawn meanwhile: everything is printed at the end. */
function textPrinter({ context: { io } }: Run): Printer {
  const { bold, red, yellow, dim } = styles(io.colorOut);
  const kept: LinkFinding[] = [];
  return {
    found: async (findings) => void kept.push(...findings),
    async end() {
      const nameOf = titlesApart(kept.map(({ space }) => space));
      const lines: string[] = [];
      let group = '';
      for (const finding of kept) {
        // The copy of a space has the same pages.
        const key = `${finding.space.id} ${finding.page.id}`;
        if (key !== group) lines.push(bold(safeLine(`${nameOf(finding.space)} / ${placeOf(finding)}`)));
        group = key;
        const color = finding.status === 'broken' ? red : yellow;
        lines.push(
          `  ${color(finding.status)} ${safeLine(finding.target)} ${dim(safeLine(tailOf(finding)))}`,
        );
      }
      await io.out(ciSafe(io, lines.map((line) => `${line}\n`).join('')));
    },
  };
}

const placeOf = ({ page }: LinkFinding): string => page.path || page.title;
const tailOf = ({ reason, places }: LinkFinding): string =>
  `${reason}${places > 1 ? ` (${places} places)` : ''}`;

function reportPrinter(run: Run, format: keyof typeof MAKERS, countsUnsure: () => boolean): Printer {
  const kept: LinkFinding[] = [];
  const spaces: SpaceRef[] = [];
  return {
    async found(all, space) {
      spaces.push(space);
      // JUnit knows failures only, and these fail no run unless asked to.
      const some =
        format === 'junit' && !countsUnsure() ? all.filter(({ status }) => status !== 'unsure') : all;
      kept.push(...some);
    },
    end: (summary, failed) => {
      const nameOf = titlesApart([...spaces, ...failed.map(({ space }) => space)]);
      const failures = failed.map(({ space, error }) => ({
        group: nameOf(space),
        message: messageOf(error),
      }));
      const about = {
        name: 'docs links check',
        what: 'Link',
        rules: RULES,
        findings: kept.map((finding) => toFinding(finding, nameOf(finding.space))),
        groups: spaces.map(nameOf),
        failures,
        summary,
      };
      return printReport(run, format, about);
    },
  };
}

function toFinding(finding: LinkFinding, group: string): Finding {
  const { status, space, target, file } = finding;
  return {
    rule: `${status}-link`,
    level: status === 'broken' ? 'error' : 'warning',
    message: `-> ${target}: ${tailOf(finding)}`,
    group,
    place: placeOf(finding),
    file,
    fingerprint: fingerprintOf(`${space.id} ${keyOf(finding)}`),
  };
}
