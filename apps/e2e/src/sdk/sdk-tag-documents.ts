import { expect } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { stepsOn } from '../suite/step.js';
import { blocksOf } from './documented-blocks.js';
import { onTagSite } from './sdk-tag.js';

const ana = 'compartment_id=default,user_account_id=ana';

/** The tag and the calls that documents show, in pages of another origin. */
export function sdkTagDocuments(platform: () => Platform): void {
  const step = stepsOn(platform);
  const [tag = ''] = blocksOf('docs/web-pages.md', 'html');

  /** Runs the blocks in the page that the document shows. @returns how many activities were sent, refused and dropped */
  const run = (blocks: string[], names: string[]) =>
    onTagSite(platform(), async (shop) => {
      shop.show(tag);
      await shop.goto('/a');
      await shop.page.evaluate(`(async () => { ${blocks.join('\n')} })()`);
      const counts = await shop.page.evaluate('tributary.flush({ timeoutMs: 60000 })');
      expect(counts).toMatchObject({ refused: 0, dropped: 0, kept: 0 });
      await shop.expectEvents(ana, names);
      await shop.expectNoProblems();
    });

  step('is as docs/web-pages.md shows it, with its calls', () =>
    run(blocksOf('docs/web-pages.md', 'js').slice(0, 1), ['/a', 'item added', '/a', '$set_user_choice']),
  );

  step('is called as docs/moving.md says', () =>
    run(blocksOf('docs/moving.md', 'js'), [
      '/a',
      'Product Added',
      '$set_user_profile_properties',
      '$set_user_choice',
      '$set_user_choice',
    ]),
  );
}
