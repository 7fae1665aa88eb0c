import type { Community, Datamart, Organisation } from '@tributary/client/generated/types.gen';

export interface OrganisationTree extends Organisation {
  datamarts: Datamart[];
}

export interface CommunityTree extends Community {
  organisations: OrganisationTree[];
}

/** Communities with their organisations with their datamarts. The orders are those of the lists. */
export const groupTenants = (
  communities: readonly Community[],
  organisations: readonly Organisation[],
  datamarts: readonly Datamart[],
): CommunityTree[] =>
  communities.map((community) => ({
    ...community,
    organisations: organisations
      .filter(({ community_id }) => community_id === community.id)
      .map((organisation) => ({
        ...organisation,
        datamarts: datamarts.filter(({ organisation_id }) => organisation_id === organisation.id),
      })),
  }));
