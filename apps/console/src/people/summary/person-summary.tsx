import { listUserActivitiesOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fact } from '../../components/fact.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { Instant } from '../../time/instant.js';
import { useNameOfPerson } from './use-name-of-person.js';

/** The person as its profiles name it, and how active it is. An unreadable part is left out: the tabs say why. */
export function PersonSummary({ user_point_id }: { user_point_id: string }) {
  const { datamart_id } = useDatamart();
  const path = { datamart_id, user_point_selector: user_point_id };
  const newest = useQuery(listUserActivitiesOptions({ path, query: { max_results: 1 } }));
  const total = newest.data?.total ?? 0;
  const query = { max_results: 1, first_result: Math.max(total - 1, 0) };
  const oldest = useQuery({ ...listUserActivitiesOptions({ path, query }), enabled: total > 1 });
  const { name, email } = useNameOfPerson(user_point_id);
  const [last] = newest.data?.data ?? [];
  const [first = total === 1 ? last : undefined] = oldest.data?.data ?? [];
  return (
    <>
      {name !== undefined && <Fact name="Name">{name}</Fact>}
      {email !== undefined && <Fact name="E-mail">{email}</Fact>}
      {newest.data && (
        <Fact name="Activities">
          <Text span inherit>
            {total.toLocaleString('en')}
          </Text>
        </Fact>
      )}
      {first && (
        <Fact name="First seen">
          <Instant at={first.$ts} />
        </Fact>
      )}
      {last && (
        <Fact name="Last seen">
          <Instant at={last.$ts} />
        </Fact>
      )}
    </>
  );
}
