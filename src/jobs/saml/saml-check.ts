// docs saml check: certificates of identity providers that have run out, soon will, or cannot be trusted.
import type { OrganizationSAMLProvider as SamlProvider } from '../../api/people/invites.generated.ts';
import { listSamlProviders } from '../../api/people/invites.ts';
import { allItems } from '../../client/pages.ts';
import { readingClient } from '../../client/reading-client.ts';
import { handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import type { Run } from '../../engine/run/run.ts';
import { parseAge } from '../../engine/run/time-flags.ts';
import { plural } from '../../output/format.ts';
import type { Rule } from '../../output/reports/finding.ts';
import { EXIT_CODE_FLAG, FORMAT_FLAG } from '../report/finding-flags.ts';
import {
  type AboutFindings,
  conclude,
  countsText,
  fingerprintOf,
  printFindings,
  problemLine,
  reportAsked,
} from '../report/findings.ts';
import { CERTIFICATE_PROBLEMS, type CertificateProblem, DAY_MS, judgeCertificate } from './certificate.ts';

const OPTIONS = [
  flag('--warn <time>', 'how long before it expires to report a certificate, such as 30d or 8w', {
    default: '30d',
  }),
  FORMAT_FLAG,
  EXIT_CODE_FLAG,
  ...['organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
] as const satisfies readonly Option[];

type CheckRun = Run<FlagsOf<typeof OPTIONS>>;

const COLUMNS = ['problem', 'provider', 'message', 'validTo', 'id'] as const;

export const samlCheck = handmade('check', {
  summary: 'Find certificates that expire, are weak or cannot be trusted',
  uses: [listSamlProviders],
  columns: COLUMNS,
  fields: [...COLUMNS, 'subject', 'key', 'validFrom', 'daysLeft'],
  idField: 'id',
  paged: true,
  options: OPTIONS,
  run: check,
  examples: [
    ['Check the certificates of an organization', 'docs saml check'],
    ['Fail in CI three months before one expires', 'docs saml check --warn 90d --exit-code'],
  ],
  notes: `Problems: expired, soon (within --warn), not-yet-valid, weak-key, wrong-chain (not issued by the certificate that follows
it), unreadable. Providers without a certificate are pending and not checked.`,
});

const RULES: Readonly<Record<CertificateProblem, Omit<Rule, 'id'>>> = {
  unreadable: { description: 'A certificate cannot be read.', level: 'error' },
  expired: { description: 'A certificate has expired.', level: 'error' },
  'not-yet-valid': { description: 'A certificate is not valid yet.', level: 'error' },
  soon: { description: 'A certificate expires soon.', level: 'warning' },
  'weak-key': { description: 'A certificate has a weak key.', level: 'warning' },
  'wrong-chain': {
    description: 'A certificate was not issued by the one that follows it.',
    level: 'warning',
  },
};

interface Row {
  problem: CertificateProblem;
  provider: string;
  message: string;
  id: string;
  validTo?: string;
}

/** Throws what reading throws, and FindingsError (exit 6) with --exit-code. */
async function check(run: CheckRun): Promise<void> {
  reportAsked(run);
  const warnDays = parseAge(run.flags.warn ?? '30d', '--warn') / DAY_MS;
  const client = readingClient(await run.client());
  const providers = await readNamed({ ...run, input: {} }, listSamlProviders, (input) =>
    allItems(client.pages(listSamlProviders, { organizationId: idIn(input, 'organizationId') })),
  );
  const held = providers.filter(({ certificate }) => certificate !== '');
  const judged = await Promise.all(
    held.map(async (provider) => ({
      provider,
      ...(await judgeCertificate(provider.certificate, { now: run.context.now(), warnDays })),
    })),
  );
  const rows = judged.flatMap(({ provider: { id, label }, facts, problems }): Row[] =>
    problems.map(({ problem, message }) => ({ problem, provider: label, message, ...facts, id })),
  );
  const first = Math.min(...judged.flatMap(({ facts }) => facts?.daysLeft ?? []));
  const next =
    rows.length === 0 && Number.isFinite(first)
      ? `no problems, the next expires in ${first} days`
      : 'no problems';
  const found = rows.map(({ problem }) => problem);
  const summary = `checked ${plural(held.length, 'certificate')}: ${countsText(CERTIFICATE_PROBLEMS, found) || next}`;
  await printFindings(run, {
    rows,
    lines: () =>
      rows.map(({ problem, provider, message }) =>
        problemLine(run.context, RULES[problem].level, [problem, provider, message]),
      ),
    report: () => reportOf(rows, held, summary),
  });
  conclude(run, summary, rows.length, { checked: held.length, findings: rows.length });
}

const reportOf = (
  rows: readonly Row[],
  providers: readonly SamlProvider[],
  summary: string,
): AboutFindings => ({
  name: 'docs saml check',
  rules: CERTIFICATE_PROBLEMS.map((problem) => ({ id: `certificate-${problem}`, ...RULES[problem] })),
  findings: rows.map(({ problem, provider, message, id }) => ({
    rule: `certificate-${problem}`,
    level: RULES[problem].level,
    message,
    group: provider,
    place: 'certificate',
    fingerprint: fingerprintOf(`${id} ${problem}`),
  })),
  groups: providers.map(({ label }) => label),
  summary,
});
