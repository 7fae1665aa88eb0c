import { ChannelPageQuery, ChannelQuery } from '../../admin/channel.js';
import { RefusedByChoice, SelectionPreview, SelectionPreviewQuery } from '../../consent/channel-consent.js';
import {
  Processing,
  ProcessingInput,
  ProcessingListQuery,
  ProcessingSelection,
  ProcessingSelectionInput,
  ProcessingUpdate,
} from '../../admin/processing.js';
import { del, deleted, get, json, one, page, post, put, type Section } from '../operation.js';

const processing = '/processings/:processing_id';
const selections = '/channels/:channel_id/processing_selections';
const aProcessing = { name: 'Personalisation', purpose: 'Shows people what fits them.', legal_basis: 'CONSENT' };

export const processings = {
  tag: 'Processings',
  owner: 'admin',
  description:
    'What a community processes personal data for, and the channels that are subject to it. With the legal bases CONSENT and ' +
    'LEGITIMATE_INTEREST the choices of people decide about the activities of these channels.',
  operations: {
    listProcessings: get('/processings', 'READER', {
      summary: 'List the processings of a community',
      query: ProcessingListQuery,
      answer: page(Processing, 'A page of processings.'),
    }),
    createProcessing: post('/processings', 'COMMUNITY_ADMIN', {
      summary: 'Create a processing',
      body: json(ProcessingInput, { personalisation: { ...aProcessing, community_id: '1' } }),
      answer: one(Processing, 'The new processing.'),
    }),
    getProcessing: get(processing, 'READER', {
      summary: 'Read a processing',
      answer: one(Processing, 'The processing.'),
    }),
    updateProcessing: put(processing, 'COMMUNITY_ADMIN', {
      summary: 'Replace a processing',
      description:
        'A new legal basis takes effect within a second on the channels that have selected the processing. An archived ' +
        'processing still decides there. The community cannot change.',
      body: json(ProcessingUpdate, { with_technical_name: { ...aProcessing, technical_name: 'personalisation' } }),
      answer: one(Processing, 'The updated processing.'),
    }),
    deleteProcessing: del(processing, 'COMMUNITY_ADMIN', {
      summary: 'Delete a processing',
      description: 'What people have chosen about it stays.',
      answer: deleted,
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'a channel has selected the processing' },
    }),
    listProcessingSelections: get(selections, 'READER', {
      namesNoDatamart: true,
      summary: 'List the processings that a channel has selected',
      query: ChannelPageQuery,
      answer: page(ProcessingSelection, 'A page of selections.'),
    }),
    createProcessingSelection: post(selections, 'EDITOR', {
      summary: 'Select a processing for a channel',
      query: ChannelQuery,
      description: 'It takes effect within a second. A channel has at most 100 selections.',
      body: json(ProcessingSelectionInput, { a_processing: { processing_id: '7' } }),
      answer: one(ProcessingSelection, 'The new selection.'),
      errors: {
        CONSTRAINT_VIOLATION_EXCEPTION:
          'the channel has selected the processing already, or has 100 selections, or its community has no such processing',
      },
    }),
    previewProcessingSelection: get(`${selections}/preview`, 'READER', {
      owner: 'gateway',
      summary: 'Count what a selection would refuse',
      query: SelectionPreviewQuery,
      description:
        'Counts the activities of the channel on this day (UTC) and the six before it, and those of them that the processing would ' +
        'refuse by the choices that people have made until now. An activity counts on the day of its `$ts`; one that is older than the ' +
        'retention, or more than a week ahead, on that of its receipt. Other selections of the channel do not matter. Counting ' +
        'ends after 10 seconds with 503.',
      answer: one(SelectionPreview, 'The counts.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'the community of the channel has no such processing' },
    }),
    listRefusedByChoice: get('/channels/:channel_id/refused_by_choice', 'READER', {
      namesNoDatamart: true,
      owner: 'gateway',
      summary: 'List what choices have refused on a channel',
      query: ChannelPageQuery,
      description:
        'The activities that were not stored because of a choice, by day (UTC) and processing, the newest day first, for 30 days. ' +
        'Days as in a preview. Live and imported activities count once, however often they come. An erased person ' +
        'leaves the counts. Right within 5 seconds of the receipt.',
      answer: page(RefusedByChoice, 'A page of days.'),
    }),
    getProcessingSelection: get(`${selections}/:selection_id`, 'READER', {
      namesNoDatamart: true,
      summary: 'Read a selection',
      query: ChannelQuery,
      answer: one(ProcessingSelection, 'The selection.'),
    }),
    deleteProcessingSelection: del(`${selections}/:selection_id`, 'EDITOR', {
      summary: 'End a selection',
      query: ChannelQuery,
      description: 'It takes effect within a second.',
      answer: deleted,
    }),
  },
} satisfies Section;
