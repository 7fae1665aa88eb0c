import { Button, createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** A header of a dialog is no banner of the page. */
const attributes = { header: { role: 'none' } };

/**
 * A list opens beside its field: in a portal it would be outside of every landmark, and of the dialog that its field is in. What
 * is fixed is not clipped by a box that scrolls, unless that box is transformed.
 */
const inPlace = { withinPortal: false, floatingStrategy: 'fixed' } as const;
/**
 * The list itself scrolls: Mantine's box around it would need a key stop of its own. The focus does not open it, as a form gives
 * it to a field whose message the list would cover.
 */
const list = {
  defaultProps: { withScrollArea: false, openOnFocus: false },
  // The room to type in is a few characters, so that it stays beside what is chosen on a phone.
  styles: { options: { maxHeight: 220, overflowY: 'auto' }, inputField: { minWidth: '3rem' } },
} as const;
const withoutTransform = { transition: 'fade', duration: 150 } as const;
/** The page keeps the room of its scroll bar, so a dialog need not make up for it. */
const removeScrollProps = { removeScrollBar: false };

/** From light to dark. 7 has a contrast of 4.5 with white, 4 with the dark background. */
const tributary: MantineColorsTuple = [
  '#e6f6fb',
  '#d0eaf3',
  '#a3d5e6',
  '#73bed9',
  '#4dabce',
  '#359fc7',
  '#2599c5',
  '#0b6e8f',
  '#075b77',
  '#04475e',
];

export const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: 'tributary',
  primaryShade: { light: 7, dark: 7 },
  colors: { tributary },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  cursorType: 'pointer',
  components: {
    // A link in a text differs from it by more than its colour.
    Anchor: { defaultProps: { underline: 'always' } },
    Combobox: { defaultProps: inPlace },
    Autocomplete: list,
    // Large enough to be hit: Mantine's has 22 pixels.
    Button: Button.extend({
      vars: (_theme, { size }) => ({ root: size === 'compact-xs' ? { '--button-height': '24px' } : {} }),
    }),
    MultiSelect: list,
    Select: list,
    TagsInput: list,
    // Its placeholder for the first focus is no item, which is all that a menu may hold.
    Menu: { defaultProps: { ...inPlace, withInitialFocusPlaceholder: false } },
    Modal: {
      // A field that gets the focus is not below the buttons of a form.
      styles: { content: { scrollPaddingBottom: '5rem' } },
      defaultProps: {
        attributes,
        closeButtonProps: { 'aria-label': 'Close' },
        transitionProps: withoutTransform,
        removeScrollProps,
      },
    },
    Drawer: { defaultProps: { attributes, closeButtonProps: { 'aria-label': 'Close' }, removeScrollProps } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close the notification' } } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show or hide' } } },
  },
});

/** Red of buttons and badges: white on it has a contrast of 5.5. */
const red = { '--mantine-color-red-filled': '#c92a2a', '--mantine-color-red-filled-hover': '#a61e1e' };

/** Mantine's dimmed text, placeholders, errors of fields and its red have less contrast with their background than 4.5. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    ...red,
    '--mantine-color-error': colors.red[9],
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
  },
  dark: {
    ...red,
    '--mantine-color-error': colors.red[5],
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[1],
  },
});
