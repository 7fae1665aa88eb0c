/** The place of the dashboards of scope `segments` on a segment's page. */
export const SegmentDashboards = (_props: { segment_id: string }) => null;
