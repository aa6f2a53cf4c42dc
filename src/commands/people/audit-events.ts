// docs audit-events: who changed what in an organization.
import { getAuditEvent, listAuditEventActions, listAuditEvents } from '../../api/people/organizations.ts';
import { command, group, late } from '../../engine/model/command.ts';

const ROW = ['id', 'occurredAt', 'action', 'actor.label', 'target.label', 'target.type', 'source'] as const;

const LABELS = {
  occurredAt: 'occurred',
  'actor.label': 'by',
  'target.type': 'kind',
  'target.label': 'target',
} as const;

export default group(
  'audit-events',
  'Show who changed what',
  [
    command('list', listAuditEvents, {
      none: 'no audit events in {}',
      columns: ROW,
      table: [...ROW.slice(1), 'id'],
      labels: LABELS,
      // Hosts label what has a title.
      present: ({ target, ...event }) => ({
        ...event,
        target: { ...target, label: target.label ?? `${target.type} ${target.id}` },
      }),
      refs: { actor: 'userId' },
      synonyms: { '--since': '--from', '--until': '--to' },
      examples: [
        ['What one person did', 'docs audit-events list --actor ines@tarnpost.example'],
        [
          'What changed about members in the last 30 days',
          `docs audit-events list --from 30d --where '.action | startswith("members.")'`,
        ],
      ],
      notes: 'Administrators only. Not every plan includes audit events.',
    }),
    command('get', getAuditEvent, {
      args: ['auditEventId'],
      columns: [...ROW, 'actor.id', 'target.id', 'correlationId', 'payload'],
      labels: LABELS,
      examples: ['docs audit-events get 6f1c2a34-8d52-4c2e-9f0a-2b7c1d3e4f5a --dry-run'],
    }),
    command('actions', listAuditEventActions, {
      rows: 'items',
      none: 'no actions in {}',
      columns: ['id', 'label'],
      examples: ['docs audit-events actions'],
    }),
    late('export', 'Export audit events to files, each event once', () =>
      import('../../jobs/audit-events/audit-export.ts').then(({ auditExport }) => auditExport),
    ),
  ],
  [
    ['See what an administrator changed', 'list'],
    ['See which actions there are', 'actions'],
    ['Put what is new into files', 'docs audit-events export --to ./audit --since-last'],
  ],
);
