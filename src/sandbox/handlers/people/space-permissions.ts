// Who was given access to a space, and everyone who has it.
import * as api from '../../../api/people/permissions.ts';
import {
  contentAccess,
  FIDELITY,
  permissionHandlers,
  spaceTarget,
} from '../../actions/people/permissions.ts';

export default permissionHandlers(
  {
    add: api.addSpacePermission,
    ...{ users: api.listSpaceUsers, teams: api.listSpaceTeams, access: api.listSpaceAccess },
    ...{ updateUser: api.updateSpaceUser, updateTeam: api.updateSpaceTeam },
    ...{ removeUser: api.removeSpaceUser, removeTeam: api.removeSpaceTeam },
  },
  (call, { spaceId }: { spaceId: string }) => spaceTarget(call, spaceId),
  contentAccess,
);

export const fidelity = FIDELITY;
