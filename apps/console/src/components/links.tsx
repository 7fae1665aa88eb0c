import { Anchor, Button, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** Mantine's components as links of the router: `to`, `params` and `search` are checked against the routes. */
export const AnchorLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink(Button<'a'>);
export const NavigationLink = createLink(NavLink<'a'>);
