// Keys of the graph, and the list of them that '?' shows.

export type KeyAction =
  | 'forward'
  | 'backward'
  | 'before'
  | 'after'
  | 'panUp'
  | 'panDown'
  | 'panLeft'
  | 'panRight'
  | 'fit'
  | 'actualSize'
  | 'zoomIn'
  | 'zoomOut'
  | 'zoomToSelection'
  | 'open'
  | 'openParent'
  | 'clear'
  | 'find'
  | 'nextFinding'
  | 'previousFinding'
  | 'toggleInspector'
  | 'showSize'
  | 'pinHover'
  | 'copyName'
  | 'help';

export interface KeyLike {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

type Binding = [keys: string[], action: KeyAction, words: string];

/** 'Ctrl+' also stands for the command key. Letters are matched without regard to case. */
const kBindings: { title: string; bindings: Binding[] }[] = [
  {
    title: 'Walk',
    bindings: [
      [['Forward'], 'forward', 'To the successor, along the straightest edge'],
      [['Backward'], 'backward', 'To the predecessor'],
      [['Before'], 'before', 'To the sibling before'],
      [['After'], 'after', 'To the sibling after'],
      [[','], 'before', 'To the sibling before'],
      [['.'], 'after', 'To the sibling after'],
      [['Enter'], 'open', 'Open the graph inside, else the inspector'],
      [['Backspace', 'Alt+ArrowUp'], 'openParent', 'Back to the graph around this one'],
      [['F8'], 'nextFinding', 'Next finding'],
      [['Shift+F8'], 'previousFinding', 'Previous finding'],
    ],
  },
  {
    title: 'Look',
    bindings: [
      [['Home', '0'], 'fit', 'Fit the whole graph'],
      [['1'], 'actualSize', '100 %'],
      [['F'], 'zoomToSelection', 'Zoom to the selection, again to fit'],
      [['+', '='], 'zoomIn', 'Zoom in'],
      [['-'], 'zoomOut', 'Zoom out'],
      [['Shift+ArrowUp'], 'panUp', 'Move the view up'],
      [['Shift+ArrowDown'], 'panDown', 'Move the view down'],
      [['Shift+ArrowLeft'], 'panLeft', 'Move the view left'],
      [['Shift+ArrowRight'], 'panRight', 'Move the view right'],
    ],
  },
  {
    title: 'Ask',
    bindings: [
      [['Ctrl+F', '/'], 'find', 'Find'],
      [['I'], 'toggleInspector', 'Show or hide the inspector'],
      [['S'], 'showSize', 'Show where the size lives'],
      [['P'], 'pinHover', 'Pin the hover card'],
      [['Ctrl+C'], 'copyName', 'Copy the name of the selection'],
      [['Escape'], 'clear', 'Close, unpin, then clear the selection'],
      [['?'], 'help', 'Show these keys'],
    ],
  },
];

/** The arrow keys that go with, against and across the flow. */
const kFlow = {
  down: { Forward: 'ArrowDown', Backward: 'ArrowUp', Before: 'ArrowLeft', After: 'ArrowRight' },
  right: { Forward: 'ArrowRight', Backward: 'ArrowLeft', Before: 'ArrowUp', After: 'ArrowDown' },
} as const;

export type Flow = keyof typeof kFlow;

function chord(event: KeyLike): string {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  // A sign that needs Shift on some keyboards is the sign, whatever it took to type it.
  const shift = event.shiftKey && event.key.length > 1;
  const letterShift = event.shiftKey && /^[A-Z]$/.test(key);
  return (
    (event.ctrlKey || event.metaKey ? 'Ctrl+' : '') +
    (event.altKey ? 'Alt+' : '') +
    (shift || letterShift ? 'Shift+' : '') +
    key
  );
}

function physical(key: string, flow: Flow): string {
  return key in kFlow[flow] ? kFlow[flow][key as keyof (typeof kFlow)[Flow]] : key;
}

export function actionOf(event: KeyLike, flow: Flow): KeyAction | undefined {
  const pressed = chord(event);
  for (const { bindings } of kBindings) {
    for (const [keys, action] of bindings)
      if (keys.some((key) => physical(key, flow) === pressed)) return action;
  }
  return undefined;
}

const kSigns: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

/** Keys and their meaning, by heading, in the words and signs to show. */
export function listKeys(flow: Flow): { title: string; rows: { keys: string[]; words: string }[] }[] {
  return kBindings.map(({ title, bindings }) => {
    const rows = new Map<string, string[]>();
    for (const [keys, , words] of bindings) {
      const signs = keys.map((key) =>
        physical(key, flow).replace(/Arrow\w+|Escape/, (name) => kSigns[name] ?? name),
      );
      rows.set(words, [...(rows.get(words) ?? []), ...signs]);
    }
    return { title, rows: [...rows].map(([words, keys]) => ({ words, keys })) };
  });
}
