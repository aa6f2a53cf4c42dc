// What extends the demo: an integration, an OpenAPI specification, single sign-on, an invitation.

import { importRuns } from '../db/content/spaces.ts';
import { gitInstallations } from '../db/integrations/git.ts';
import { type IntegrationDetails, integrations } from '../db/integrations/integrations.ts';
import { openApiSpecs, openApiVersions } from '../db/integrations/openapi.ts';
import { linkInvites, samlProviders } from '../db/people/organizations.ts';
import { glossary } from '../db/translations/translations.ts';
import {
  addBinding,
  installIntegration,
  updateInstallation,
} from '../resources/integrations/installations.ts';
import { ADMIN, ORGANIZATION, userId } from './people.ts';
import { demoId, type Story } from './story.ts';

// The demo's OpenAPI specification, as its owner wrote it.

const parcelsSpec = `openapi: 3.1.0
info:
  title: Tarnpost parcels
  version: "2.4"
  description: Send parcels and follow them.
servers:
  - url: https://api.tarnpost.example/v2
paths:
  /shipments:
    get:
      summary: List shipments
      operationId: listShipments
      parameters:
        - name: limit
          in: query
          schema: { type: integer, minimum: 1, maximum: 100 }
      responses:
        "200":
          description: A page of shipments
          content:
            application/json:
              schema:
                type: array
                items: { $ref: "#/components/schemas/Shipment" }
  /shipments/{id}:
    get:
      summary: Get a shipment
      operationId: getShipment
      parameters:
        - name: id
          in: path
          required: true
          schema: { type: string }
      responses:
        "200":
          description: The shipment
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Shipment" }
        "404":
          description: No such shipment
components:
  schemas:
    Shipment:
      type: object
      required: [id, status]
      properties:
        id: { type: string }
        status: { type: string, enum: [created, moving, delivered] }
`;

export function addExtensions(story: Story): void {
  addIntegrations(story);
  addOpenApiSpec(story);
  addSignOn(story);
  linkInvites(story.sandbox.db).insert({
    kind: 'organization',
    id: demoId('linkInvite', 'Readers'),
    organization: ORGANIZATION,
    role: 'read',
    createdAt: story.daysAgo(90),
  });
}

/** Installed since before the change requests were merged, so that its events are there. */
function addIntegrations(story: Story): void {
  story.setDaysAgo(120);
  for (const [name, details] of Object.entries(INTEGRATIONS)) {
    const at = story.daysAgo(120);
    integrations(story.sandbox.db).insert({
      name,
      organization: ORGANIZATION,
      version: 1,
      target: 'all',
      visibility: 'public',
      details,
      script: 'export default { async fetch() { return new Response("hello"); } };',
      secrets: '{}',
      createdAt: at,
      updatedAt: at,
    });
  }
  installIntegration(story.as(userId(ADMIN)), 'parcel-map', ORGANIZATION);
}

/** Begun, and not finished: no repository was chosen. */
export function addGitInstallation({ sandbox, daysAgo }: Story): void {
  const at = daysAgo(20);
  gitInstallations(sandbox.db).insert({
    id: demoId('gitInstallation', 'Handbook'),
    organization: ORGANIZATION,
    provider: 'github',
    targetKind: 'site',
    target: demoId('site', 'Tarnpost Docs'),
    hasToken: 0,
    settings: {},
    createdBy: userId(ADMIN),
    createdAt: at,
    updatedAt: at,
  });
}

/** From the site that was there before, tried once. */
export function addImportRun({ sandbox, daysAgo }: Story): void {
  const at = daysAgo(150);
  importRuns(sandbox.db).insert({
    id: demoId('importRun', 'Old site'),
    organization: ORGANIZATION,
    space: demoId('space', 'Guides'),
    source: { type: 'website', url: 'https://old.tarnpost.example/help' },
    status: 'failed',
    reason: 'https://old.tarnpost.example/help answered 410',
    pages: [],
    owner: '',
    createdBy: userId(ADMIN),
    startedAt: at,
    completedAt: at,
    createdAt: at,
    updatedAt: at,
  });
}

/** Words of the parcel business. */
export function addGlossary({ sandbox, daysAgo }: Story): void {
  const at = daysAgo(60);
  for (const [word, translations] of Object.entries(GLOSSARY)) {
    glossary(sandbox.db).insert({
      id: demoId('glossary', word),
      organization: ORGANIZATION,
      translations: { en: word, ...translations },
      createdAt: at,
      updatedAt: at,
    });
  }
}

const GLOSSARY = {
  parcel: { de: 'Paket', fr: 'colis' },
  'pickup point': { de: 'Abholpunkt', fr: 'point relais' },
};

/** On one space and one site, which were chosen. Told last: what is made before it keeps its IDs. */
export function installReviewBot(story: Story): void {
  story.setDaysAgo(30);
  const call = story.as(userId(ADMIN));
  const { id: installationId } = installIntegration(call, 'review-bot', ORGANIZATION);
  const ref = { integrationName: 'review-bot', installationId };
  updateInstallation(call, { ...ref, space_selection: 'selected', site_selection: 'selected' });
  addBinding(call, ref, { kind: 'space', id: demoId('space', 'Guides') });
  addBinding(call, ref, { kind: 'site', id: demoId('site', 'Tarnpost Docs') });
}

const INTEGRATIONS: Record<string, IntegrationDetails> = {
  'parcel-map': {
    title: 'Parcel map',
    description: 'Shows where a parcel is, in the middle of a page',
    summary: '## Parcel map\n\nPut a tracking number on a page and readers see the parcel on a map.',
    scopes: [
      'space:content:read',
      'space:metadata:read',
      'space:git:sync',
      'site:script:inject',
      'conversations:ingest',
    ],
    categories: ['content'],
    blocks: [
      {
        id: 'parcel-map',
        title: 'Parcel map',
        description: 'A map with one parcel',
        urlUnfurl: ['https://track.tarnpost.example'],
      },
    ],
    configurations: {
      account: {
        properties: { region: { type: 'string', title: 'Region', enum: ['eu', 'us'], default: 'eu' } },
        required: ['region'],
      },
    },
    externalLinks: [{ url: 'https://tarnpost.example/parcel-map', label: 'About it' }],
    contentSecurityPolicy: "default-src 'self'; img-src https://tiles.tarnpost.example;",
  },
  'reading-stats': {
    title: 'Reading stats',
    description: 'Counts who reads what, without cookies',
    scopes: ['site:views:read', 'site:script:inject'],
    categories: ['analytics'],
  },
  'review-bot': {
    title: 'Review bot',
    description: 'Reminds reviewers of change requests',
    scopes: ['space:metadata:read'],
    categories: ['collaboration'],
  },
};

/** Processed already: the checker takes a quarter of a second, and the text is valid. */
function addOpenApiSpec({ sandbox, daysAgo }: Story): void {
  const id = demoId('openapi', 'parcels');
  const version = demoId('openapiVersion', 'parcels 1');
  const createdAt = daysAgo(75);
  openApiSpecs(sandbox.db).insert({
    id,
    organization: ORGANIZATION,
    slug: 'parcels',
    visibility: 'public',
    processingState: 'complete',
    job: demoId('job', 'parcels'),
    owner: '',
    lastVersion: version,
    lastProcessedAt: createdAt,
    createdAt,
    updatedAt: createdAt,
  });
  openApiVersions(sandbox.db).insert({ id: version, spec: id, format: 'yaml', text: parcelsSpec, createdAt });
}

function addSignOn({ sandbox, daysAgo }: Story): void {
  samlProviders(sandbox.db).insert({
    id: demoId('saml', 'Tarnpost login'),
    organization: ORGANIZATION,
    label: 'Tarnpost login',
    ssoURL: 'https://login.tarnpost.example/saml/sso',
    entityID: 'https://login.tarnpost.example/saml',
    certificate: CERTIFICATE,
    defaultTeam: demoId('team', 'Support'),
    defaultRole: 'read',
    createdAt: daysAgo(200),
  });
}

/** Made for the demo; nobody has kept its key. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBvjCCAWOgAwIBAgIUS9f9UKu7M/4cgf6FNWKq23ZUnwcwCgYIKoZIzj0EAwIw
NDERMA8GA1UECgwIVGFybnBvc3QxHzAdBgNVBAMMFmxvZ2luLnRhcm5wb3N0LmV4
YW1wbGUwHhcNMjYxMTIxMDMxMjQwWhcNNDExMTE3MDMxMjQwWjA0MREwDwYDVQQK
DAhUYXJucG9zdDEfMB0GA1UEAwwWbG9naW4udGFybnBvc3QuZXhhbXBsZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABL7Oyf9LyAG+9scSLQpv+wEUjIUbLjIoKYNZ
3wZBepMvImQl9BJMmoeFQEuT8YoVTVD2atKTp3EBdxY1JgRTElSjUzBRMB0GA1Ud
DgQWBBS1DGknX6VOxHJ4Dobe8XF+ZcRz1TAfBgNVHSMEGDAWgBS1DGknX6VOxHJ4
Dobe8XF+ZcRz1TAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQD8
Y6C7lsHgsbWusi7jMuW3s6G5O9RUiQftGACjPZ5jBgIhAKAg3XTknOearlHIM3TF
QpifT8y5QNNe21KtWF2nME4Q
-----END CERTIFICATE-----`;
