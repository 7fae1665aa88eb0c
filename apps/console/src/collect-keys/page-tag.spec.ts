import { describe, expect, it } from '@jest/globals';
import { pageTag } from './page-tag.js';

describe('pageTag', () => {
  it.each([
    ['at the root', 'https://api.example/v1', 'https://api.example/sdk.js'],
    ['below a path', 'https://api.example/below/v1', 'https://api.example/below/sdk.js'],
  ])('of an API %s loads the script beside it', (_case, apiUrl, src) => {
    expect(pageTag(apiUrl, { key: 'tck_a', datamart_id: '7' })).toBe(
      `<script src="${src}" data-collect-key="tck_a" data-datamart="7" async></script>`,
    );
  });
});
