// One wheel event in every frame, as fast as frames come, there and back again.

export interface Wheel {
  dx: number;
  dy: number;
  zoom: boolean;
}

export interface Driven {
  /** Milliseconds between two animation frames. */
  gaps: number[];
  /** What the page's own script took of each frame, whatever else the machine was doing. */
  script: number[];
}

/** Runs in the page of the graph. */
export function drive({ frames, wheel }: { frames: number; wheel: Wheel }): Promise<Driven> {
  const canvas = document.querySelector('canvas.graph');
  if (!canvas) throw new Error('There is no graph');
  const box = canvas.getBoundingClientRect();
  const original = window.requestAnimationFrame.bind(window);
  const gaps: number[] = [];
  const script: number[] = [];
  window.requestAnimationFrame = (callback) =>
    original((now) => {
      const begin = performance.now();
      callback(now);
      script.push(performance.now() - begin);
    });
  return new Promise((resolve) => {
    let last = performance.now();
    let left = frames;
    const step = () => {
      const now = performance.now();
      gaps.push(now - last);
      last = now;
      const sense = left > frames / 2 ? 1 : -1;
      canvas.dispatchEvent(
        new WheelEvent('wheel', {
          bubbles: true,
          cancelable: true,
          clientX: box.x + box.width / 2,
          clientY: box.y + box.height / 2,
          deltaX: wheel.dx * sense,
          deltaY: wheel.dy * sense,
          ctrlKey: wheel.zoom,
        }),
      );
      if (--left > 0) return void original(step);
      window.requestAnimationFrame = original;
      resolve({ gaps: gaps.slice(2), script: script.slice(2) });
    };
    original(step);
  });
}
