// docs release: a version of a site's space, cut from another one, and taken away again.
import { group } from '../../../engine/model/command.ts';
import { releaseCut } from './release-cut.ts';
import { releaseRetire } from './release-retire.ts';

export default group('release', 'Create and retire versions of a site', [releaseCut, releaseRetire]);
