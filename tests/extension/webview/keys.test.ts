import { describe, expect, it } from 'vitest';
import { actionOf, listKeys } from '../../../extension/src/webview/keys.js';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('keys', () => {
  it('walk with the flow, whichever way it runs', () => {
    expect(actionOf(press('ArrowDown'), 'down')).toBe('forward');
    expect(actionOf(press('ArrowRight'), 'down')).toBe('after');
    expect(actionOf(press('ArrowRight'), 'right')).toBe('forward');
    expect(actionOf(press('ArrowUp'), 'right')).toBe('before');
    expect(actionOf(press('.'), 'right')).toBe('after');
  });

  it('tell chords from plain keys', () => {
    expect(actionOf(press('f'), 'down')).toBe('zoomToSelection');
    expect(actionOf(press('f', { ctrlKey: true }), 'down')).toBe('find');
    expect(actionOf(press('F', { metaKey: true }), 'down')).toBe('find');
    expect(actionOf(press('F8', { shiftKey: true }), 'down')).toBe('previousFinding');
    expect(actionOf(press('ArrowUp', { altKey: true }), 'down')).toBe('openParent');
    expect(actionOf(press('ArrowUp', { shiftKey: true }), 'down')).toBe('panUp');
    expect(actionOf(press('f', { altKey: true }), 'down')).toBeUndefined();
    expect(actionOf(press('F', { shiftKey: true }), 'down')).toBeUndefined();
  });

  it('take signs however the keyboard types them', () => {
    expect(actionOf(press('?', { shiftKey: true }), 'down')).toBe('help');
    expect(actionOf(press('?'), 'down')).toBe('help');
    expect(actionOf(press('+', { shiftKey: true }), 'down')).toBe('zoomIn');
    expect(actionOf(press('='), 'down')).toBe('zoomIn');
  });

  it('are all listed, in the direction of the graph', () => {
    const keys = (flow: 'down' | 'right') => listKeys(flow).flatMap(({ rows }) => rows);
    expect(keys('down').find(({ words }) => words.startsWith('To the successor'))?.keys).toEqual(['↓']);
    expect(keys('right').find(({ words }) => words.startsWith('To the successor'))?.keys).toEqual(['→']);
    expect(keys('down').find(({ words }) => words.includes('sibling after'))?.keys).toEqual(['→', '.']);
    expect(keys('down').find(({ words }) => words === 'Find')?.keys).toEqual(['Ctrl+F', '/']);
  });
});
