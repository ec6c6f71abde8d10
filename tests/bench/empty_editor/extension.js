// The least that a custom editor can do: a page that draws a rectangle as soon as it runs.
/* global require, module */
const vscode = require('vscode');

const kPage = `<!DOCTYPE html>
<html lang="en">
<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-n'; style-src 'nonce-n'"></head>
<body>
<canvas class="graph" width="600" height="400"></canvas>
<script nonce="n">
const context = document.querySelector('canvas').getContext('2d');
context.fillStyle = '#888';
context.fillRect(100, 100, 200, 200);
</script>
</body>
</html>`;

module.exports.activate = (context) => {
  context.subscriptions.push(
    vscode.window.registerCustomEditorProvider('netloupe-bench.empty', {
      openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
      resolveCustomEditor: (document, { webview }) => {
        webview.options = { enableScripts: true };
        webview.html = kPage;
      },
    }),
  );
};
