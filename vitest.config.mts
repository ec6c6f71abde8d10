import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'extension', include: ['tests/extension/**/*.test.ts'] } },
      { test: { name: 'outputs', include: ['tests/outputs/**/*.test.ts'] } },
      { test: { name: 'corpus', include: ['tests/corpus/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          // One workbench and one browser at a time: the machine has two cores.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
