// Who was given access to a collection, and everyone who has it.
import * as api from '../../../api/people/permissions.ts';
import {
  collectionTarget,
  contentAccess,
  FIDELITY,
  permissionHandlers,
} from '../../actions/people/permissions.ts';

export default permissionHandlers(
  {
    add: api.addCollectionPermission,
    ...{ users: api.listCollectionUsers, teams: api.listCollectionTeams, access: api.listCollectionAccess },
    ...{ updateUser: api.updateCollectionUser, updateTeam: api.updateCollectionTeam },
    ...{ removeUser: api.removeCollectionUser, removeTeam: api.removeCollectionTeam },
  },
  (call, { collectionId }: { collectionId: string }) => collectionTarget(call, collectionId),
  contentAccess,
);

export const fidelity = FIDELITY;
