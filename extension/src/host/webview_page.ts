// The page around the drawing. Style and script stand in it: a page that loads them waits for the workbench's service worker, the
// extension host and the disk, one after the other. The policy allows these two elements and nothing else.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export class WebviewPage {
  private readonly style: string;
  private readonly script: string;

  /** Reads what the build put into `dist` once, for all editors. */
  constructor(extensionPath: string) {
    const asset = (name: string) => readFileSync(join(extensionPath, 'dist', name), 'utf8');
    this.style = asset('webview.css');
    this.script = asset('webview.js');
  }

  html(): string {
    const nonce = randomBytes(16).toString('base64');
    const policy = [
      `default-src 'none'`,
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      `img-src data:`,
      `base-uri 'none'`,
      `form-action 'none'`,
    ].join('; ');
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style nonce="${nonce}">${this.style}</style>
<title>Netloupe</title>
</head>
<body>
<script nonce="${nonce}">${this.script}</script>
</body>
</html>`;
  }
}
