// What the drawing takes from the editor's colour theme. Nothing here knows a colour of its own: every one is a theme variable
// or a mixture of two.
import {
  type Colour,
  contrast,
  css,
  legible,
  luminance,
  mix,
  over,
  parseColour,
  withAlpha,
} from './colour.js';
import { kSteps } from './heat.js';

export interface CategoryColours {
  /** The whole card, seen from afar. */
  block: string;
  /** The card's header, seen from near. */
  header: string;
  line: string;
}

export interface Theme {
  highContrast: boolean;
  reducedMotion: boolean;
  font: string;
  background: string;
  text: string;
  mutedText: string;
  card: string;
  cardBorder: string;
  constantBorder: string;
  focus: string;
  selectionFill: string;
  hit: string;
  currentHit: string;
  /** Around shapes on edges, so that passing lines do not strike them out. */
  labelHalo: string;
  shade: string;
  control: string;
  onSeverity: string;
  /** By Category of view.fbs. */
  categories: CategoryColours[];
  /** By level of heat.ts: unknown, nothing, then from little to most. */
  heat: CategoryColours[];
  /** By level of placed.ts: the verdicts, and none. */
  verdicts: CategoryColours[];
  /** What a target runs as one: its ground, and the line around it. */
  partition: { ground: string; border: string };
  /** By DtypeClass of view.fbs: lines and the bars of cards. */
  dtypes: string[];
  /** By Severity of view.fbs. */
  severities: string[];
}

/** Hue of each category: the first of these variables that the theme defines. Order is Category's of view.fbs. */
const kCategoryHues: readonly (readonly string[])[] = [
  ['--vscode-terminal-ansiMagenta', '--vscode-charts-purple'], // Custom
  ['--vscode-charts-blue'], // Matrix
  ['--vscode-charts-red'], // Activation
  ['--vscode-charts-purple'], // Normalization
  ['--vscode-terminal-ansiCyan', '--vscode-charts-green'], // Pooling
  ['--vscode-descriptionForeground'], // Layout
  ['--vscode-terminal-ansiBlue', '--vscode-charts-blue'], // Math
  ['--vscode-terminal-ansiCyan', '--vscode-charts-green'], // Reduction
  ['--vscode-charts-yellow'], // Quantization
  ['--vscode-editorWarning-foreground', '--vscode-charts-orange'], // ControlFlow
  ['--vscode-charts-purple'], // Recurrent
  ['--vscode-descriptionForeground'], // Constant
  ['--vscode-descriptionForeground'], // Data
  ['--vscode-foreground'], // Io
];

/** Muted categories: less hue in the block, so that matrices and activations make the texture. */
const kQuiet = new Set([5, 6, 7, 11, 12, 13]);

const kDtypeHues: readonly (readonly string[])[] = [
  ['--vscode-descriptionForeground'], // Other
  ['--vscode-charts-orange'], // Float
  ['--vscode-charts-yellow'], // Half
  ['--vscode-charts-green'], // Integer
];

const kSeverityHues: readonly (readonly string[])[] = [
  ['--vscode-foreground'],
  ['--vscode-problemsInfoIcon-foreground', '--vscode-editorInfo-foreground', '--vscode-charts-blue'],
  ['--vscode-problemsWarningIcon-foreground', '--vscode-editorWarning-foreground', '--vscode-charts-yellow'],
  ['--vscode-problemsErrorIcon-foreground', '--vscode-editorError-foreground', '--vscode-charts-red'],
];

export function readTheme(body: HTMLElement): Theme {
  const style = getComputedStyle(body);
  const variable = (name: string) => parseColour(style.getPropertyValue(name));
  const background = variable('--vscode-editor-background') ?? parseColour(style.backgroundColor) ?? kBlack;
  const foreground = over(
    variable('--vscode-editor-foreground') ?? parseColour(style.color) ?? kBlack,
    background,
  );
  const first = (names: readonly string[]): Colour => {
    for (const name of names) {
      const colour = variable(name);
      if (colour) return over(kFaint.has(name) ? { ...colour, a: 1 } : colour, background);
    }
    return foreground;
  };
  const motion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return composeTheme(first, background, foreground, {
    highContrast:
      body.classList.contains('vscode-high-contrast') ||
      body.classList.contains('vscode-high-contrast-light'),
    reducedMotion: motion || body.classList.contains('vscode-reduce-motion'),
    font: style.getPropertyValue('--vscode-font-family').trim() || style.fontFamily || 'sans-serif',
  });
}

/** The editor's own themes take this one from a see-through highlight: as a line it would be brown on dark and cream on light. */
const kFaint = new Set(['--vscode-charts-orange']);

const kBlack: Colour = { r: 0, g: 0, b: 0, a: 1 };

/** What WCAG 2.1 asks of borders that carry meaning. */
const kBorderContrast = 3;

type Hue = (names: readonly string[]) => Colour;

export function composeTheme(
  hue: Hue,
  background: Colour,
  foreground: Colour,
  traits: Pick<Theme, 'highContrast' | 'reducedMotion' | 'font'>,
): Theme {
  const dark = luminance(background) < 0.5;
  const toned = (share: number) => mix(background, foreground, share);
  const contrastBorder = traits.highContrast ? hue(['--vscode-contrastBorder']) : undefined;
  const focus = hue(['--vscode-focusBorder', '--vscode-charts-blue']);
  const hit = hue(['--vscode-editor-findMatchBackground', '--vscode-charts-orange']);
  const category = (names: readonly string[], index: number): CategoryColours => {
    // Terminals have a blue that is hardly seen on black, where a border is all that there is of it.
    const own = traits.highContrast
      ? legible(hue(names), background, foreground, kBorderContrast)
      : hue(names);
    const quiet = kQuiet.has(index);
    return {
      block: css(mix(background, own, quiet ? 0.42 : 0.72)),
      header: css(mix(background, own, (quiet ? 0.1 : 0.2) + (dark ? 0.04 : 0))),
      line: css(traits.highContrast ? own : mix(background, own, 0.75)),
    };
  };
  return {
    ...traits,
    background: css(background),
    text: css(foreground),
    mutedText: css(traits.highContrast ? foreground : toned(dark ? 0.68 : 0.76)),
    card: css(traits.highContrast ? background : toned(dark ? 0.045 : 0.015)),
    cardBorder: css(contrastBorder ?? toned(dark ? 0.2 : 0.22)),
    constantBorder: css(contrastBorder ?? toned(0.12)),
    focus: css(traits.highContrast ? hue(['--vscode-contrastActiveBorder', '--vscode-focusBorder']) : focus),
    selectionFill: css(withAlpha(focus, dark ? 0.22 : 0.14)),
    hit: css(withAlpha(hit, 0.8)),
    currentHit: css(hue(['--vscode-charts-orange'])),
    labelHalo: css(withAlpha(background, 0.85)),
    shade: css(withAlpha(foreground, 0.1)),
    control: css(toned(0.5)),
    onSeverity: css(background),
    categories: kCategoryHues.map(category),
    heat: heatColours(background, foreground, hue(kHeatHue)),
    verdicts: verdictColours(background, foreground, kVerdictHues.map(hue)),
    partition: partitionColours(background, foreground, hue(kPartitionHue), traits.highContrast),
    dtypes: kDtypeHues.map((names) => css(hue(names))),
    severities: kSeverityHues.map((names) => css(hue(names))),
  };
}

/** By kVerdicts of placed.ts. */
const kVerdictHues: readonly (readonly string[])[] = [
  ['--vscode-charts-green'],
  ['--vscode-charts-yellow'],
  ['--vscode-charts-red'],
  ['--vscode-descriptionForeground'],
];
const kPartitionHue = ['--vscode-charts-blue'];
const kHeatHue = ['--vscode-charts-orange', '--vscode-charts-yellow'];
const kTextContrast = 4.5;

/** As much of a colour as text on it allows. */
function underText(colour: Colour, background: Colour, foreground: Colour): Colour {
  for (let share = 0.7; share > 0; share -= 0.05) {
    const tint = mix(background, colour, share);
    if (contrast(tint, foreground) >= kTextContrast) return tint;
  }
  return background;
}

function filled(colour: Colour, background: Colour, foreground: Colour): CategoryColours {
  return {
    block: css(colour),
    header: css(underText(colour, background, foreground)),
    line: css(mix(colour, foreground, 0.25)),
  };
}

/** Neither of a scale nor of a kind. */
function plain(share: number, background: Colour, foreground: Colour): CategoryColours {
  return {
    block: css(mix(background, foreground, share)),
    header: css(mix(background, foreground, share / 2)),
    line: css(mix(background, foreground, 0.4)),
  };
}

/** From the background to the hue, and a little beyond, so that the dearest stands out on white as on black. */
function heatColours(background: Colour, foreground: Colour, hue: Colour): CategoryColours[] {
  const strongest = legible(hue, background, foreground, kBorderContrast);
  const step = (i: number) => mix(background, strongest, 0.12 + (0.88 * i) / kSteps);
  const steps = Array.from({ length: kSteps }, (_, i) => filled(step(i + 1), background, foreground));
  return [plain(0.3, background, foreground), plain(0.08, background, foreground), ...steps];
}

function verdictColours(background: Colour, foreground: Colour, hues: readonly Colour[]): CategoryColours[] {
  const told = hues.map((hue) => filled(mix(background, hue, 0.8), background, foreground));
  return [...told, plain(0.08, background, foreground)];
}

/** High contrast has lines instead of grounds. */
function partitionColours(
  background: Colour,
  foreground: Colour,
  hue: Colour,
  highContrast: boolean,
): Theme['partition'] {
  return {
    ground: css(highContrast ? background : mix(background, hue, 0.1)),
    border: css(
      highContrast ? legible(hue, background, foreground, kBorderContrast) : mix(background, hue, 0.6),
    ),
  };
}

/** The theme while an overlay is shown: lines and bars of types step back. */
export function withoutTypes(theme: Theme): Theme {
  return { ...theme, dtypes: theme.dtypes.map(() => theme.control) };
}

/** Calls back whenever the theme may have changed. */
export function watchTheme(body: HTMLElement, changed: () => void): void {
  const observer = new MutationObserver(changed);
  observer.observe(body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  // Themes of one kind differ only in the variables that stand on the root element.
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', changed);
}
