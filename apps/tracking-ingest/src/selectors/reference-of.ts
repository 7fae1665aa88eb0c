import { identifierOf, type UserPointSelector } from '@tributary/contracts/tracking/user-point-selector';
import type { UserPointReference } from '../identity/find-user-points.js';

/** The reference to look up. */
export const referenceOf = (selector: UserPointSelector): UserPointReference =>
  selector.by === 'user_point_id' ? { user_point_id: selector.user_point_id } : { identifier: identifierOf(selector) };
