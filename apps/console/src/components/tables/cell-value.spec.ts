import { describe, expect, it } from '@jest/globals';
import { createElement as element, type ReactNode } from 'react';
import { cellValue } from './cell-value.js';

describe('the value of a cell', () => {
  it.each<[string, ReactNode, unknown]>([
    ['a text', 'a', 'a'],
    ['a number', 7, 7],
    ['a link', element('a', { href: '/' }, 'name'), 'name'],
    ['parts', element('div', null, 'a', element('b', null, 'b')), 'ab'],
    ['an instant', element(() => null, { at: 12 } as object), 12],
    ['nothing', null, undefined],
    ['buttons', element('div', null, element('button', { onClick: () => undefined }, 'Edit')), undefined],
  ])('is that of %s', (_case, cell, value) => expect(cellValue(cell)).toBe(value));
});
