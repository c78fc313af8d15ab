import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// Concurrent tests wait for a process of the program each: as many at once as NH_JOBS or the processors say.
const jobs = Number(process.env.NH_JOBS) || availableParallelism();

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    maxConcurrency: jobs,
  },
});
