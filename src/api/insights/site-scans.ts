// Scans of a site: runs that look for findings.
import type { Static } from '@sinclair/typebox';
import { operation, SiteRef, Type } from '../schema.ts';
import * as wire from './site-scans.generated.ts';

const { Object: Obj, String: Str } = Type;

export const SiteScan = wire.SiteScan;
export type SiteScan = Static<typeof SiteScan>;

const newer = 'site scans';

export const listScans = operation('siteScans.list', {
  ...wire.listSiteScans,
  summary: 'List the scans of a site',
  params: SiteRef,
  newer,
  says: { topic: 'only scans of this topic', status: 'only scans with this status' },
});

export const getScan = operation('siteScans.get', {
  ...wire.getSiteScanById,
  summary: 'Show a scan of a site',
  params: Obj({ ...SiteRef.properties, siteScanId: Str({ description: 'scan' }) }),
  newer,
});
