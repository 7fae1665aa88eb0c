import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** A header of a dialog is no banner of the page. */
const attributes = { header: { role: 'none' } };

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
  primaryColor: 'tributary',
  primaryShade: { light: 7, dark: 7 },
  colors: { tributary },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  cursorType: 'pointer',
  components: {
    // A link in a text differs from it by more than its colour.
    Anchor: { defaultProps: { underline: 'always' } },
    Modal: { defaultProps: { attributes, closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { attributes, closeButtonProps: { 'aria-label': 'Close' } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close the notification' } } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show or hide' } } },
  },
});

/** Mantine's dimmed text, placeholders and errors of fields have less contrast with their background than 4.5. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-error': colors.red[9],
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
  },
  dark: {
    '--mantine-color-error': colors.red[5],
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[1],
  },
});
