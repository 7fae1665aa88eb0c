import { listUserProfilesOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { nameOfProfiles } from '@tributary/contracts/rules/people/name-of-profiles';
import { useQuery } from '@tanstack/react-query';
import { wholeList } from '../../components/paging.js';
import { useDatamart } from '../../shell/use-datamart.js';

/** The name and the e-mail address in the profiles of a person. Nothing without a person, or if they cannot be read. */
export function useNameOfPerson(user_point_id: string | undefined): ReturnType<typeof nameOfProfiles> {
  const { datamart_id } = useDatamart();
  const path = { datamart_id, user_point_selector: user_point_id ?? '' };
  const profiles = useQuery({
    ...listUserProfilesOptions({ path, query: wholeList }),
    enabled: user_point_id !== undefined,
  });
  return nameOfProfiles(profiles.data?.data ?? []);
}
