import { AnchorLink } from '../components/links.js';
import { useDatamart } from '../shell/use-datamart.js';

interface ValueLinkProps {
  dimension: string;
  value: string;
  /** That of the segment or channel with this id; undefined if there is none. */
  name: string | undefined;
}

/** A value of a dimension. A segment leads to the list of its people, a channel to its page. */
export function ValueLink({ dimension, value, name }: ValueLinkProps) {
  const { datamart_id } = useDatamart();
  if (name === undefined) return value;
  const look = { title: value, fz: 'sm' };
  if (dimension === 'segment_id')
    return (
      <AnchorLink to="/d/$datamart_id/segments/$segment_id" params={{ datamart_id, segment_id: value }} {...look}>
        {name}
      </AnchorLink>
    );
  if (dimension === 'channel_id')
    return (
      <AnchorLink to="/d/$datamart_id/channels/$channel_id" params={{ datamart_id, channel_id: value }} {...look}>
        {name}
      </AnchorLink>
    );
  return <span title={value}>{name}</span>;
}
