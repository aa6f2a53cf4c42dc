// docs saml rotate: replaces the certificate of an identity provider, with the old and the new one side by side.
import type { OrganizationSAMLProvider as SamlProvider } from '../../api/people/invites.generated.ts';
import { getSamlProvider, updateSamlProvider } from '../../api/people/invites.ts';
import type { Command } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag } from '../../engine/model/option.ts';
import { job } from '../../engine/plan/job.ts';
import type { Wishes } from '../../engine/plan/job-wishes.ts';
import type { Run } from '../../engine/run/run.ts';
import { ConflictError, UsageError, ValidationError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { beginning } from '../../files/texts.ts';
import { done, note, warn } from '../../output/note.ts';
import {
  type CertificateFacts,
  certificateFacts,
  holdsPrivateKey,
  type JudgedCertificate,
  judgeCertificate,
} from './certificate.ts';
import {
  certificateIn,
  IDP_FLAGS,
  type IdentityProvider,
  metadataIn,
  nameOf,
  unreadable,
} from './saml-input.ts';

// A new certificate for an identity provider: which one of those given it is, and whether it may replace the one in use.

interface Rotation {
  certificate: string;
  /** Where browsers sign in, if that is another URL now. */
  ssoURL?: string;
  old?: CertificateFacts;
  fresh: CertificateFacts;
  /** What does not keep it from being used: it ends soon, its key is weak, its chain is wrong. */
  warnings: string[];
}

interface Given {
  certificates: readonly string[];
  /** What else the metadata says. */
  metadata?: Pick<IdentityProvider, 'entityId' | 'ssoUrl'>;
  /** The file, as messages call it. */
  source: string;
  now: Date;
}

const REFUSED = ['unreadable', 'expired', 'not-yet-valid'] as const;

/**
 * Providers list the certificate in use beside the next one: the one that is not in use counts. Throws ValidationError for
 * one that is not valid today, and ConflictError where nothing is new or another provider is described.
 */
async function planRotation(
  provider: SamlProvider,
  { certificates, metadata, source, now }: Given,
): Promise<Rotation> {
  const hint = shell`docs saml get ${provider.id}`;
  if (metadata && provider.entityID !== '' && metadata.entityId !== provider.entityID)
    throw new ConflictError(
      `the metadata is of ${metadata.entityId}, and "${provider.label}" is ${provider.entityID}`,
      { hint: shell`docs saml update ${provider.id} --metadata <file>` },
    );
  const judge = (text: string) => judgeCertificate(text, { now, warnDays: 30 });
  const { facts: old } = await judge(provider.certificate);
  const judged = await Promise.all(certificates.map(async (text) => ({ text, ...(await judge(text)) })));
  const others = judged.filter(({ facts }) => facts === undefined || facts.fingerprint !== old?.fingerprint);
  if (others.length === 0)
    throw new ConflictError(`"${provider.label}" has this certificate already`, { hint });
  const usable = others.filter((one) => refusal(one) === undefined);
  // The one that was issued last.
  const [chosen] = usable.sort((a, b) => ((a.facts?.validFrom ?? '') < (b.facts?.validFrom ?? '') ? 1 : -1));
  if (!chosen?.facts) {
    const [first] = others;
    if (first && !first.facts && !holdsPrivateKey(first.text)) throw unreadable(source);
    const why = (first && refusal(first)) ?? 'the certificate cannot be used';
    const message = first?.facts
      ? `certificate of ${first.facts.subject} ${why}: it cannot be used`
      : `${source}: ${why}`;
    throw new ValidationError(message, { hint });
  }
  return {
    certificate: chosen.text.trim(),
    ...(metadata && metadata.ssoUrl !== provider.ssoURL && { ssoURL: metadata.ssoUrl }),
    ...(old && { old }),
    fresh: chosen.facts,
    warnings: chosen.problems.map(({ message }) => `the new certificate ${message}`),
  };
}

const refusal = ({ problems }: JudgedCertificate): string | undefined =>
  problems.find(({ problem }) => REFUSED.some((one) => one === problem))?.message;

const OPTIONS = [
  ...IDP_FLAGS,
  flag('--verify', 'read the provider again and compare its certificate', {
    reach: 'platform',
    group: 'General:',
  }),
] as const;

type RotateRun = Run<FlagsOf<typeof OPTIONS>>;

const made = job('rotate', getSamlProvider, {
  summary: 'Replace the certificate of a SAML provider',
  args: ['samlProviderId'],
  options: OPTIONS,
  uses: [updateSamlProvider],
  examples: [
    [
      'See the old and the new certificate',
      'docs saml rotate "Tarnpost login" --certificate next.pem --dry-run',
    ],
    [
      'Use it, and check that it is in use',
      'docs saml rotate "Tarnpost login" --certificate next.pem --verify --yes',
    ],
  ],
  notes: `A certificate that is expired, not yet valid or in use already is refused, and so is metadata of another provider. From
metadata that lists several certificates, the newest valid one that is not in use is taken. docs undo puts the old one back.`,
  wishes: wishesOf,
});

export const samlRotate: Command = {
  ...made,
  run: async (run, usualSteps) => {
    await made.run?.(run, usualSteps);
    // Safe: these are its own options.
    const { dryRun, planOut, verify } = (run as RotateRun).flags;
    if (verify === true && dryRun !== true && planOut === undefined) await compare(run);
  },
};

/** What was planned in this run, for `--verify`. */
const planned = new WeakMap<object, { input: Record<string, string>; rotation: Rotation }>();

async function wishesOf(run: RotateRun): Promise<Wishes> {
  const { io, now } = run.context;
  // Safe: `runJob` has read what the command is about.
  const provider = run.target as unknown as SamlProvider;
  const rotation = await planRotation(provider, { ...(await given(run)), now: now() });
  const { certificate, ssoURL, old, fresh, warnings } = rotation;
  note(io, `old: ${old ? told(old) : 'no certificate'}`);
  note(io, `new: ${told(fresh)}`);
  for (const warning of warnings) warn(io, warning);
  const { id } = provider;
  const ref = { organizationId: String(run.input.organizationId), samlProviderId: id };
  planned.set(run.flags, { input: ref, rotation });
  return {
    rows: [
      {
        operation: updateSamlProvider,
        input: { ...ref, certificate, ...(ssoURL !== undefined && { ssoURL }) },
        live: { ...provider },
        danger: 'moderate',
        follows: 'members can sign in only once the identity provider uses the new certificate',
      },
    ],
  };
}

/** Throws UsageError unless exactly one file is named. */
async function given(run: RotateRun): Promise<Omit<Given, 'now'>> {
  const { certificate, metadata } = run.flags;
  const hint = `${run.path} --help`;
  if (certificate === undefined && metadata === undefined)
    throw new UsageError('no certificate given: use --certificate or --metadata', { hint });
  if (certificate !== undefined && metadata !== undefined)
    throw new UsageError('expected either --certificate or --metadata', { hint });
  if (certificate !== undefined)
    return { certificates: [await certificateIn(run, certificate)], source: nameOf(certificate) };
  const found = await metadataIn(run, String(metadata));
  return { certificates: found.certificates, metadata: found, source: nameOf(String(metadata)) };
}

const told = ({ subject, key, validFrom, validTo, fingerprint }: CertificateFacts): string =>
  `${subject}, ${key}, ${validFrom} to ${validTo}, SHA-256 ${beginning(fingerprint, 23)}`;

/** Throws ConflictError when the platform has another certificate than the one that was sent. */
async function compare(run: Run): Promise<void> {
  const known = planned.get(run.flags);
  if (!known) return;
  const { input, rotation } = known;
  const ref = { organizationId: input.organizationId ?? '', samlProviderId: input.samlProviderId ?? '' };
  const provider = await (await run.client()).call(getSamlProvider, ref);
  const { io, now } = run.context;
  const facts = await certificateFacts(provider.certificate, now());
  if (facts?.fingerprint !== rotation.fresh.fingerprint)
    throw new ConflictError(`"${provider.label}" does not have the new certificate`, {
      hint: shell`docs saml get ${provider.id}`,
    });
  done(io, `verified: "${provider.label}" has the new certificate, valid for ${facts.daysLeft} days`);
}
