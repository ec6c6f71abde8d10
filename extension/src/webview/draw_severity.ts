// The marks of findings: told apart by shape as well as by colour.
import type { Context } from './pen.js';
import type { Theme } from './theme.js';

const kWarning = 2;
const kError = 3;

export function drawSeverity(
  context: Context,
  theme: Theme,
  severity: number,
  x: number,
  y: number,
  radius: number,
): void {
  const r = radius;
  context.beginPath();
  if (severity === kWarning) {
    context.moveTo(x, y - r);
    context.lineTo(x + r * 1.05, y + r * 0.8);
    context.lineTo(x - r * 1.05, y + r * 0.8);
    context.closePath();
  } else {
    context.arc(x, y, r * 0.95, 0, 2 * Math.PI);
  }
  context.lineJoin = 'round';
  context.lineWidth = r * 0.4;
  context.strokeStyle = theme.background;
  context.stroke();
  context.fillStyle = theme.severities[severity];
  context.fill();

  context.strokeStyle = theme.onSeverity;
  context.fillStyle = theme.onSeverity;
  context.lineWidth = r * 0.26;
  context.lineCap = 'round';
  context.beginPath();
  if (severity === kError) {
    const s = r * 0.36;
    context.moveTo(x - s, y - s);
    context.lineTo(x + s, y + s);
    context.moveTo(x + s, y - s);
    context.lineTo(x - s, y + s);
    context.stroke();
  } else {
    const warning = severity === kWarning;
    context.moveTo(x, y - r * (warning ? 0.32 : -0.45));
    context.lineTo(x, y + r * (warning ? 0.16 : -0.05));
    context.stroke();
    context.beginPath();
    context.arc(x, y + r * (warning ? 0.5 : -0.45), r * 0.15, 0, 2 * Math.PI);
    context.fill();
  }
  context.lineCap = 'butt';
}
