// Scans of a site: runs that look for findings.
import { resource } from '../schema.ts';
import * as wire from './site-scans.generated.ts';

const op = resource('siteScans', { newer: 'site scans' });
export const listScans = op('list', 'List the scans of a site', {
  ...wire.listSiteScans,
  says: { topic: 'only scans of this topic', status: 'only scans with this status' },
});
export const getScan = op('get', 'Show a scan of a site', wire.getSiteScanById);
