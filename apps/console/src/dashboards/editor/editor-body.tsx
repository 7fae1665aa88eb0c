import { Button, Stack, VisuallyHidden } from '@mantine/core';
import { readContent } from '@tributary/dashboards/content/read-content';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { ChartForm } from './chart/chart-form.js';
import { usePageContext } from '../content/use-page-context.js';
import { addCard, addSection, newChart, type Content, type StoredChart } from './content/edit-content.js';
import classes from './editor.module.css';
import { FiltersEditor } from './filters/filters-editor.js';
import { JsonPane } from './json-pane.js';
import { SectionEditor } from './section-editor.js';
import type { Editor } from './content/use-editor.js';
import type { useJsonText } from './use-json-text.js';

interface EditorBodyProps {
  editor: Editor;
  /** Undefined while it is not shown. */
  json: ReturnType<typeof useJsonText> | undefined;
}

/** The filters and sections, with the JSON beside them. */
export function EditorBody({ editor, json }: EditorBodyProps) {
  const { content, change, add, adding, stopAdding } = editor;
  const [announced, announce] = useState('');
  // Charts are drawn without the selections of a viewer, so they do not load again with each edit.
  const context = usePageContext({ stored: content, content: withoutFilters });
  return (
    <div className={`${classes['sides']} ${json ? classes['withJson'] : ''}`}>
      <Stack gap="lg">
        <VisuallyHidden id="card-keys">Arrow keys move the card, Shift and arrow keys resize it.</VisuallyHidden>
        <VisuallyHidden aria-live="polite" role="status">
          {announced}
        </VisuallyHidden>
        <FiltersEditor editor={editor} />
        {content.sections.length === 0 && (
          <EmptyState
            title="No section yet"
            action={<Button onClick={() => add((chart) => startWith(content, chart))}>Add a first chart</Button>}
          >
            A dashboard has sections, sections have cards on a grid, and cards have charts.
          </EmptyState>
        )}
        {content.sections.map((section, index) => (
          <SectionEditor
            key={index}
            editor={editor}
            at={{ section: index }}
            section={section}
            context={context}
            announce={announce}
          />
        ))}
      </Stack>
      {adding && (
        <ChartForm
          chart={newChart}
          context={context}
          onClose={stopAdding}
          onApply={(chart) => {
            change(adding(chart));
            stopAdding();
          }}
        />
      )}
      {json && <JsonPane text={json.text} problems={json.problems} onChange={json.setText} />}
    </div>
  );
}

const withoutFilters = readContent({ sections: [] });
const startWith = (content: Content, chart: StoredChart) =>
  addCard(addSection(content), { section: content.sections.length }, chart);
