import { Anchor, Button, NavLink, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** Mantine's button is a `button` element unless another one is named. */
const AnchorButton = (props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) => (
  <Button component="a" {...props} />
);

/** Mantine's components as links of the router: `to`, `params` and `search` are checked against the routes. */
export const AnchorLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink(AnchorButton);
export const NavigationLink = createLink(NavLink<'a'>);
