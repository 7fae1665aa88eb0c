import { Button, Group, NativeSelect, TagsInput } from '@mantine/core';
import { useSuggestionList } from '../components/forms/use-suggestion-list.js';
import { hasFilter, defaultSample, sampleRates } from '../feed/feed-filter.js';
import type { FeedFilter } from '@tributary/client/feed/feed-query';
import { IdentifierFilter } from './identifier-filter.js';

type Change = (values: { [Key in keyof FeedFilter]?: FeedFilter[Key] | undefined }) => void;

const types = ['SITE_VISIT', 'APP_VISIT', 'CTV_VISIT', 'TOUCH', 'EMAIL', 'DISPLAY_AD'];
const events = ['$page_view', '$item_view', '$basket_view', '$transaction_confirmed', '$app_open'];
const withNegations = (names: string[]) => [...names, ...names.map((name) => `!${name}`)];

/** The server filters: what does not match is not sent. All of it is in the address. */
export function FeedFilters({ filter, onChange }: { filter: FeedFilter; onChange: Change }) {
  const { type = [], event_name = [], identifier, sample = defaultSample } = filter;
  const typeList = useSuggestionList();
  const eventList = useSuggestionList();
  const listed = (names: string[]) => (names.length > 0 ? names : undefined);
  return (
    <Group align="flex-start" gap="sm">
      <TagsInput
        {...typeList}
        label="Type"
        description="With ! in front: all others"
        placeholder={type.length === 0 ? 'All types' : ''}
        data={withNegations(types)}
        value={type}
        onChange={(names) => onChange({ type: listed(names) })}
        maxTags={20}
        acceptValueOnBlur
        flex={{ base: '1 1 140px', sm: '0 0 220px' }}
      />
      <TagsInput
        {...eventList}
        label="Event name"
        description="With ! in front: all others"
        placeholder={event_name.length === 0 ? 'All events' : ''}
        data={withNegations(events)}
        value={event_name}
        onChange={(names) => onChange({ event_name: listed(names) })}
        maxTags={20}
        acceptValueOnBlur
        flex={{ base: '1 1 140px', sm: '0 0 240px' }}
      />
      <IdentifierFilter
        key={identifier ?? ''}
        selector={identifier}
        onChange={(selector) => onChange({ identifier: selector })}
      />
      <NativeSelect
        label="Sample"
        description="Rows a second at most"
        w={150}
        disabled={identifier !== undefined}
        value={String(sample)}
        data={[...new Set([...sampleRates, sample])]
          .sort((a, b) => a - b)
          .map((rate) => ({ value: String(rate), label: `${rate} a second` }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ sample: Number(value) === defaultSample ? undefined : Number(value) })
        }
      />
      {hasFilter(filter) && (
        <Button
          variant="subtle"
          mt={44}
          onClick={() => onChange({ type: undefined, event_name: undefined, identifier: undefined })}
        >
          Clear
        </Button>
      )}
    </Group>
  );
}
