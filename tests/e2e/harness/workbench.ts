// A real VS Code workbench in Debian's Chromium, and what a person does in it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium, errors, type Browser, type Frame, type Locator, type Page } from 'playwright-core';
import { ModelEditor } from './model_editor.js';
import { processesOf, until } from './process.js';
import { kProject, WorkbenchServer, type Configuration } from './server.js';

export type Theme = 'dark' | 'light' | 'high contrast';

const kThemes: Record<Theme, string> = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'high contrast': 'Default High Contrast',
};

const kChromium = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--force-color-profile=srgb'],
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
];

export interface WorkbenchOptions {
  /** The folder to open; defaults to an empty one. Tests that write give their own. */
  folder?: string;
  /** A file in it that the workbench opens by itself, before it knows the extension. */
  file?: string;
  theme?: Theme;
  settings?: Configuration;
  /** VSIX files of further extensions. */
  extensions?: string[];
}

/** Views of this extension in the side bar. */
export type ViewName = 'Model graph' | 'Model findings';

export class Workbench {
  /** What the extension's pages tried against their content security policy. */
  readonly policyViolations: string[] = [];

  private constructor(
    private readonly home: string,
    private readonly server: WorkbenchServer,
    private readonly browser: Browser,
    readonly page: Page,
    readonly folder: string,
    private configuration: Configuration,
  ) {
    page.on('console', (message) => {
      const ours = message.location().url.includes('fake.html');
      if (ours && /Content Security Policy/.test(message.text())) this.policyViolations.push(message.text());
    });
  }

  /** Starts everything in a temporary folder, with the packaged extension as the only one. */
  static async start(options: WorkbenchOptions = {}): Promise<Workbench> {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'netloupe-e2e-')));
    let server: WorkbenchServer | undefined;
    let browser: Browser | undefined;
    try {
      const folder = options.folder ?? join(home, 'folder');
      mkdirSync(folder, { recursive: true });
      const configuration = { 'workbench.colorTheme': kThemes[options.theme ?? 'dark'], ...options.settings };
      server = await WorkbenchServer.start(
        home,
        [packagedExtension(), ...(options.extensions ?? [])],
        configuration,
      );
      browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: kChromium });
      const page = await browser.newPage({
        viewport: { width: 1280, height: 800 },
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      const workbench = new Workbench(home, server, browser, page, folder, configuration);
      await page.goto(addressOf(server.port, folder, options.file));
      await workbench.ready();
      return workbench;
    } catch (error) {
      await browser?.close();
      server?.stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.browser.close();
    this.server.stop();
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  // --- explorer and editors -----------------------------------------------------------------------------------------

  /** Clicks the file in the explorer. */
  async clickFile(name: string): Promise<void> {
    await this.fileRow(name).click();
  }

  /** Clicks the file and waits until its graph is drawn. */
  async openModel(name: string): Promise<ModelEditor> {
    await this.clickFile(name);
    const editor = await this.modelEditor();
    await editor.drawn();
    return editor;
  }

  /** What stands beside the file's name in the explorer: the number of findings. */
  async explorerBadge(name: string): Promise<string> {
    const label = this.fileRow(name).locator('.monaco-icon-label');
    return label.first().evaluate((element) => {
      const content = getComputedStyle(element, '::after').content;
      return content === 'none' ? '' : content.replace(/^"|"$/g, '');
    });
  }

  async tabs(): Promise<string[]> {
    const labels = await this.page.locator('.editor-group-container .tabs-container .tab').allInnerTexts();
    return labels.map((label) => label.replace(/\s+/g, ''));
  }

  async closeAllEditors(): Promise<void> {
    await this.run('View: Close All Editors');
    await until('all editors to close', async () => (await this.tabs()).length === 0);
    await until('their pages to go', async () => (await this.visibleWebview()) === undefined);
  }

  /** The words of the status bar's item for the model, its icons left out; empty when there is none. */
  statusBar(): Promise<string> {
    return this.statusItem('summary');
  }

  /** The same of the item that tells the targets. */
  targetStatus(): Promise<string> {
    return this.statusItem('targets');
  }

  /** Ticks or unticks these targets in the pick that the status bar opens. */
  async chooseTargets(ids: readonly string[]): Promise<void> {
    await this.page.locator('.statusbar-item[id$="netloupe.targets"]').click();
    for (const id of ids) {
      await this.paletteInput.fill(id);
      await this.page.locator('.quick-input-list .monaco-list-row').first().click();
    }
    await this.page.keyboard.press('Enter');
    await this.paletteInput.waitFor({ state: 'hidden', timeout: 10_000 });
  }

  /** What the quick pick that is open offers. */
  async quickPickRows(): Promise<string[]> {
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    await rows.first().waitFor({ timeout: 10_000 });
    return rows.allInnerTexts();
  }

  private async statusItem(name: string): Promise<string> {
    const item = this.page.locator(`.statusbar-item[id$="netloupe.${name}"]`);
    if (!(await item.isVisible())) return '';
    return (await item.innerText())
      .replace(/[^\x20-\x7e]+/g, ' ')
      .replace(/ +/g, ' ')
      .trim();
  }

  /** The titles that the palette offers for what was typed. */
  async palette(typed: string): Promise<string[]> {
    await this.paletteOffers(typed);
    const rows = this.page.locator('.quick-input-list .monaco-list-row .label-name');
    const titles = await rows.allInnerTexts();
    await this.page.keyboard.press('Escape');
    await this.paletteInput.waitFor({ state: 'hidden', timeout: 10_000 });
    return titles;
  }

  /** The rows of a view in the side bar, which is opened first. */
  async viewRows(name: ViewName): Promise<Locator> {
    const rows = (await this.openView(name)).locator('.monaco-list-row');
    await rows.first().waitFor({ timeout: 20_000 });
    return rows;
  }

  /** All that a view says. */
  async viewText(name: ViewName): Promise<string> {
    return (await this.openView(name)).innerText();
  }

  private async openView(name: ViewName): Promise<Locator> {
    const pane = this.page.locator('.pane', {
      has: this.page.locator(`.pane-header[aria-label^="${name}" i]`),
    });
    const header = pane.locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
    return pane;
  }

  /** Does something with a row of a view: the button that shows when the mouse is over it. */
  async clickRowAction(row: Locator, action: string): Promise<void> {
    await row.hover();
    await row.locator(`.action-label[aria-label^="${action}"]`).click();
  }

  /** The model editor that is on screen. */
  async modelEditor(): Promise<ModelEditor> {
    const frame = await until('the webview of the model', () => this.visibleWebview(), 60);
    return new ModelEditor(this, frame);
  }

  // --- problems -----------------------------------------------------------------------------------------------------

  async openProblems(): Promise<void> {
    if (await this.problemsPanel.isVisible()) return;
    await this.run('Problems: Focus on Problems View');
    await this.problemsPanel.waitFor({ timeout: 20_000 });
  }

  /** The rows of the Problems panel, the files' own rows left out. */
  async problems(): Promise<string[]> {
    await this.openProblems();
    return this.problemRows.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
  }

  /** Waits for a row that holds the text. */
  problem(text: string): Promise<string> {
    return until(`a problem that says “${text}”`, async () =>
      (await this.problems()).find((row) => row.includes(text)),
    );
  }

  async clickProblem(text: string): Promise<void> {
    await this.problem(text);
    await this.problemRows.filter({ hasText: text }).first().click();
  }

  /** Clicks the rule's name in the row: the code, which is a link. */
  async clickProblemCode(text: string): Promise<void> {
    await this.problem(text);
    await this.problemRows.filter({ hasText: text }).first().locator('.marker-code').first().click();
  }

  // --- the workbench ------------------------------------------------------------------------------------------------

  /** Runs a command by its title in the palette. */
  async run(title: string): Promise<void> {
    await until(`the palette to offer “${title}”`, () => this.paletteOffers(title), 30);
    await this.page.keyboard.press('Enter');
    // A command that asks something has the same input at once, with nothing typed in it.
    const left = async () =>
      !(await this.paletteInput.isVisible()) || !(await this.paletteInput.inputValue()).startsWith('>');
    await until(`“${title}” to begin`, left, 20);
  }

  /** Types into the quick input that is open and takes what it then offers, or the text itself. */
  async answer(text: string): Promise<void> {
    await this.paletteInput.waitFor({ timeout: 10_000 });
    await this.paletteInput.fill(text);
    await this.page.keyboard.press('Enter');
    await this.page.waitForTimeout(500);
  }

  async leaveQuickInput(): Promise<void> {
    await this.paletteInput.waitFor({ timeout: 10_000 });
    await this.page.keyboard.press('Escape');
    await this.paletteInput.waitFor({ state: 'hidden', timeout: 10_000 });
  }

  /** Reloads as the workbench itself does, which keeps the open editors. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load', { timeout: 60_000 });
    await this.run('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  async setTheme(theme: Theme): Promise<void> {
    await this.configure({ 'workbench.colorTheme': kThemes[theme] });
  }

  /** Changes settings by their file and loads the window again, which follows them for certain. */
  async configure(configuration: Configuration): Promise<void> {
    this.configuration = { ...this.configuration, ...configuration };
    this.server.configure(this.configuration);
    await this.reload();
  }

  /** Process ids of the extension's backend in this workbench. */
  backends(): number[] {
    return processesOf(join(this.server.extensions, this.extensionFolder, 'server', 'netloupe'));
  }

  killBackend(): number {
    const [pid] = this.backends();
    if (pid === undefined) throw new Error('The backend does not run');
    process.kill(pid, 'SIGKILL');
    return pid;
  }

  /** What the workbench copied. */
  clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  async screenshot(path: string): Promise<void> {
    mkdirSync(dirname(path), { recursive: true });
    await this.page.screenshot({ path });
  }

  notifications(): Promise<string[]> {
    return this.page.locator('.notifications-toasts .notification-list-item-message').allInnerTexts();
  }

  private get extensionFolder(): string {
    return this.server.installedFolder();
  }

  private get problemsPanel(): Locator {
    return this.page.locator('.markers-panel-container');
  }

  private get problemRows(): Locator {
    return this.problemsPanel.locator('.monaco-list-row[aria-level="2"]');
  }

  private fileRow(name: string): Locator {
    const row = this.page.locator('.explorer-folders-view .monaco-list-row');
    return row.filter({ has: this.page.locator(`.explorer-item[aria-label*="/${name}"]`) }).first();
  }

  private get paletteInput(): Locator {
    return this.page.locator('.quick-input-widget input.input');
  }

  /** Opens the palette with the title typed in; true when its first row is that command. */
  private async paletteOffers(title: string): Promise<boolean> {
    await this.page.keyboard.press('F1');
    if ((await this.firstOffer(`>${title}`)).includes(title)) return true;
    // The workbench finishes its start only when it is left alone.
    await this.page.keyboard.press('Escape');
    await this.page.waitForTimeout(1000);
    return false;
  }

  /** The first row that the open palette has for the text; empty when the workbench closes the palette while it starts. */
  private async firstOffer(text: string): Promise<string> {
    const timeout = 5000;
    const row = this.page.locator('.quick-input-list .monaco-list-row').first();
    try {
      await this.paletteInput.fill(text, { timeout });
      await row.waitFor({ timeout });
      return await row.innerText({ timeout });
    } catch (error) {
      if (error instanceof errors.TimeoutError) return '';
      throw error;
    }
  }

  /** A click before the extensions are known would open the file as text: the palette tells when they are. */
  private async ready(): Promise<void> {
    await this.page.locator('.explorer-folders-view .monaco-list').waitFor({ timeout: 90_000 });
    await until('the extension to be known', () => this.paletteOffers('Netloupe: Show output'), 60);
    await this.page.keyboard.press('Escape');
    await this.paletteInput.waitFor({ state: 'hidden', timeout: 10_000 });
  }

  /** The innermost frame of the webview that is on screen. */
  private async visibleWebview(): Promise<Frame | undefined> {
    for (const frame of this.page.frames()) {
      if (!frame.url().includes('fake.html')) continue;
      try {
        const outer = await frame.parentFrame()?.frameElement();
        if ((await outer?.isVisible()) && (await frame.locator('canvas').count()) > 0) return frame;
      } catch {
        // The frame went away while it was looked at.
      }
    }
    return undefined;
  }
}

function addressOf(port: number, folder: string, file?: string): string {
  const address = new URL(`http://127.0.0.1:${port}/`);
  address.searchParams.set('folder', folder);
  const opened = `vscode-remote://127.0.0.1:${port}${join(folder, file ?? '')}`;
  if (file !== undefined) address.searchParams.set('payload', JSON.stringify([['openFile', opened]]));
  return address.href;
}

/** The VSIX that the build packed. */
function packagedExtension(): string {
  return process.env['NETLOUPE_VSIX'] ?? join(kProject, 'netloupe-linux-x64.vsix');
}
