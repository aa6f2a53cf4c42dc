// Taking back what was done to integrations and their installations.
import { getGitInstallation } from '../../api/integrations/git.ts';
import {
  getInstallation,
  getInstallationSite,
  getInstallationSpace,
  updateInstallation,
  updateInstallationSite,
  updateInstallationSpace,
} from '../../api/integrations/integration-installations.ts';
import { byGet, GONE, made, type Reversals, restoring } from './reversal.ts';

const SETTINGS_GONE = 'its settings there are lost; add it again';

export default {
  'integrations.publish': {
    why: 'publish the earlier version again',
    hint: 'docs integrations publish --help',
  },
  'integrations.delete': { why: GONE },
  'integrations.devEnable': {
    why: 'the tunnel before it is not known',
    hint: 'docs integrations dev disable {integrationName}',
  },
  'integrations.devDisable': {
    why: 'the tunnel before it is not known',
    hint: 'docs integrations dev enable {integrationName} --help',
  },
  'installations.create': {
    why: 'what was installed can be uninstalled instead',
    hint: 'docs installations delete {id}',
  },
  'installations.token': { why: 'the token ends by itself' },
  'installations.update': restoring(updateInstallation, { read: byGet(getInstallation) }),
  'installations.delete': { read: byGet(getInstallation), why: GONE },
  'installationSpaces.add': {
    why: 'what was added can be removed instead',
    hint: 'docs installations spaces remove {installationId} {space}',
  },
  'installationSpaces.update': restoring(updateInstallationSpace, { read: byGet(getInstallationSpace) }),
  'installationSpaces.remove': { read: byGet(getInstallationSpace), why: SETTINGS_GONE },
  'installationSites.add': {
    why: 'what was added can be removed instead',
    hint: 'docs installations sites remove {installationId} {siteId}',
  },
  'installationSites.update': restoring(updateInstallationSite, { read: byGet(getInstallationSite) }),
  'installationSites.remove': { read: byGet(getInstallationSite), why: SETTINGS_GONE },
  'gitInstallations.create': made('docs git installations delete {id}'),
  'gitInstallations.update': {
    read: byGet(getGitInstallation),
    why: 'an access token that it had is not kept',
  },
  'gitInstallations.delete': {
    read: byGet(getGitInstallation),
    why: 'connect it again',
    hint: 'docs git installations create --help',
  },
} satisfies Reversals;
