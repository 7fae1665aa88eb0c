import { Baseline1763700000001 } from './migrations/1-baseline.js';
import { RulesMigration1795900000003 } from './migrations/2-rules-migration.js';
import { KeyedIds1796100000002 } from './migrations/3-keyed-ids.js';
import { KeptErasures1796200000003 } from './migrations/4-kept-erasures.js';
import { ProfileParts1796200000005 } from './migrations/5-profile-parts.js';
import { RefusedActivities1796300000006 } from './migrations/6-refused-activities.js';
import { PublicChoices1796400000003 } from './migrations/7-public-choices.js';
import { AuditedWrites1796600000004 } from './migrations/8-audited-writes.js';
import { ExclusiveCompartments1796700000013 } from './migrations/13-exclusive-compartments.js';
import { ListsOfPeople1796800000014 } from './migrations/14-lists-of-people.js';
import { PeopleByTheirId1796900000015 } from './migrations/15-people-by-their-id.js';
import { UndoneChoices1796600000011 } from './migrations/11-undone-choices.js';
import { LeftOut1796600000012 } from './migrations/12-left-out.js';
import { TrackingPlan1796500000011 } from './migrations/11-tracking-plan.js';
import { FlaggedPeople1796500000009 } from './migrations/9-flagged-people.js';
import { IdentityLinks1796500000008 } from './migrations/8-identity-links.js';
import { RefusedByChoice1796700000012 } from './migrations/12-refused-by-choice.js';
import { Traces1796500000010 } from './migrations/10-traces.js';

/** The app's schema. Hot paths are SQL, so there are no entities. */
export const trackingDatabase = {
  app: 'tracking-ingest',
  entities: [],
  byLookUp: true,
  migrations: [
    Baseline1763700000001,
    RulesMigration1795900000003,
    KeyedIds1796100000002,
    KeptErasures1796200000003,
    ProfileParts1796200000005,
    RefusedActivities1796300000006,
    PublicChoices1796400000003,
    AuditedWrites1796600000004,
    UndoneChoices1796600000011,
    TrackingPlan1796500000011,
    FlaggedPeople1796500000009,
    IdentityLinks1796500000008,
    Traces1796500000010,
    LeftOut1796600000012,
    RefusedByChoice1796700000012,
    ExclusiveCompartments1796700000013,
    ListsOfPeople1796800000014,
    PeopleByTheirId1796900000015,
  ],
};
