// The webview's entry: builds the page and starts to listen to the host.
import { App } from './app.js';

new App(document.body).start();
