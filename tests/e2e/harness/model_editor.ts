// The extension's webview, as a person sees and uses it: what is drawn is read from pixels, what is written from its panels.
import type { Frame, Locator } from 'playwright-core';
import { Picture, type Box } from './picture.js';
import { until } from './process.js';
import type { Workbench } from './workbench.js';

export class ModelEditor {
  constructor(
    private readonly workbench: Workbench,
    private readonly frame: Frame,
  ) {}

  get canvas(): Locator {
    return this.frame.locator('.stage canvas').first();
  }

  /** The canvas with what lies over it hidden: minimap, legend, cards. */
  async picture(): Promise<Picture> {
    const style = '.stage > :not(canvas:first-child) { visibility: hidden !important; }';
    return new Picture(await this.canvas.screenshot({ style, animations: 'disabled' }));
  }

  /** Waits until cards are drawn and two pictures in a row are the same. */
  async drawn(seconds = 60): Promise<Picture> {
    let before = await this.picture();
    return until(
      'the graph to be drawn',
      async () => {
        const now = await this.picture();
        const still = now.difference(before) === 0;
        before = now;
        return still && now.cards().length > 0 ? now : undefined;
      },
      seconds,
    );
  }

  async hover(x: number, y: number): Promise<void> {
    await this.canvas.hover({ position: { x, y }, force: true });
  }

  async click(x: number, y: number): Promise<void> {
    await this.canvas.click({ position: { x, y }, force: true });
  }

  hoverCard(card: Box): Promise<void> {
    return this.hover(card.left + card.width / 2, card.top + card.height / 2);
  }

  clickCard(card: Box): Promise<void> {
    return this.click(card.left + card.width / 2, card.top + card.height / 2);
  }

  /** The text of the hover card, once it holds what is waited for. */
  hoverText(expected: string | RegExp, seconds = 10): Promise<string> {
    return this.textOf(this.frame.locator('.hover'), expected, seconds);
  }

  /** The text of the properties beside the graph, once it holds what is waited for. */
  inspectorText(expected: string | RegExp, seconds = 20): Promise<string> {
    return this.textOf(this.frame.locator('.inspector'), expected, seconds);
  }

  /** Clicks what the selector finds in the properties, the first that holds the text. */
  async clickInInspector(selector: string, text: string): Promise<void> {
    await this.frame.locator(`.inspector ${selector}`).filter({ hasText: text }).first().click();
  }

  /** The view of where the size lives, once it holds what is waited for. */
  sizeText(expected: string | RegExp): Promise<string> {
    return this.textOf(this.frame.locator('.size-view'), expected, 20);
  }

  sizeIsOpen(): Promise<boolean> {
    return this.frame.locator('.size-view').isVisible();
  }

  /** Names and bytes of the rows of that view's table, the total last. */
  async sizeRows(): Promise<[name: string, bytes: number][]> {
    const rows = this.frame.locator('.size-table tbody tr, .size-table tfoot tr');
    const texts = await rows.evaluateAll((list) =>
      list.map((row) => [...row.children].map((cell) => cell.textContent)),
    );
    return texts.map(([name, bytes]) => [name, Number(bytes.replaceAll(',', ''))]);
  }

  /** Clicks the name in the table of that view. */
  async clickSizeRow(name: string): Promise<void> {
    await this.frame.locator('.size-table th .link').filter({ hasText: name }).first().click();
  }

  /** Clicks the tile of that name in the treemap. */
  async clickTile(name: string): Promise<void> {
    await this.frame
      .locator('.size-map .tile')
      .filter({ hasText: name })
      .first()
      .click({ position: { x: 6, y: 6 } });
  }

  /** Colours the graph by the choice of this name above it. */
  async colourBy(name: string): Promise<void> {
    await this.frame.getByLabel('Colour the graph by').selectOption({ label: name });
  }

  /** The words under the graph that say what its colours mean, once they hold what is waited for. */
  legendText(expected: string | RegExp): Promise<string> {
    return this.textOf(this.frame.locator('.legend'), expected, 20);
  }

  /** The first line of the properties: what is selected. */
  async inspectorTitle(): Promise<string> {
    const title = this.frame.locator('.inspector-title');
    return (await title.count()) > 0 ? title.first().innerText() : '';
  }

  /** The text of the page that stands in the graph's place when there is none. */
  alertText(expected: string | RegExp, seconds = 20): Promise<string> {
    return this.textOf(this.frame.locator('.cover [role="alert"]'), expected, seconds);
  }

  /** Finds by the find box and goes to the first result. */
  async find(query: string): Promise<void> {
    await this.press('/');
    await this.frame.locator('.find input').fill(query);
    await this.frame.locator('.find-row').first().click();
    await this.workbench.page.keyboard.press('Escape');
  }

  /** The content security policy of the page. */
  async policy(): Promise<string> {
    const meta = this.frame.locator('meta[http-equiv="Content-Security-Policy"]');
    return (await meta.getAttribute('content')) ?? '';
  }

  async press(key: string): Promise<void> {
    await this.canvas.focus();
    await this.workbench.page.keyboard.press(key);
  }

  private async textOf(element: Locator, expected: string | RegExp, seconds: number): Promise<string> {
    let last = '';
    try {
      return await until(
        `“${String(expected)}”`,
        async () => {
          last = (await element.isVisible()) ? await element.innerText() : '(not on screen)';
          return (typeof expected === 'string' ? last.includes(expected) : expected.test(last))
            ? last
            : undefined;
        },
        seconds,
      );
    } catch (error) {
      throw new Error(`${(error as Error).message}. The text was:\n${last}`, { cause: error });
    }
  }
}
