import { readFileSync } from 'node:fs'
import os from 'node:os'

export type Load = { perSecond: number; p50: number; p95: number; p99: number; failed: number }
type Options = { workers: number; seconds: number; work: (worker: number, turn: number) => Promise<unknown> }

const WARM_UP_SECONDS = 0.5

/**
 * Runs `work` in parallel loops and counts what ends after the warm-up. Times in milliseconds, percentiles exact over
 * all samples. The first failure is printed; failures are counted and not timed.
 */
export async function measureLoad({ workers, seconds, work }: Options): Promise<Load> {
  const samples: number[] = []
  let failed = 0
  const from = performance.now() + WARM_UP_SECONDS * 1000
  const until = from + seconds * 1000
  const loop = async (worker: number) => {
    for (let turn = 0; performance.now() < until; turn++) {
      const started = performance.now()
      try {
        await work(worker, turn)
      } catch (error) {
        failed += 1
        if (failed === 1) process.stderr.write(`First failure: ${String(error)}\n`)
        continue
      }
      const ended = performance.now()
      if (ended >= from && ended <= until) samples.push(ended - started)
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => loop(worker)))
  return { perSecond: samples.length / seconds, ...percentiles(samples), failed }
}

export function percentiles(samples: number[]): { p50: number; p95: number; p99: number } {
  const sorted = Float64Array.from(samples).sort()
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** What `work` gives, and how long it took in milliseconds. */
export async function timed<T>(work: () => T | Promise<T>): Promise<{ ms: number; value: T }> {
  const started = performance.now()
  const value = await work()
  return { ms: performance.now() - started, value }
}

/** Median milliseconds of `times` runs. */
export async function medianMs(times: number, work: () => unknown): Promise<number> {
  const samples: number[] = []
  for (let turn = 0; turn < times; turn++) samples.push((await timed(work)).ms)
  return percentiles(samples).p50
}

/** A field of /proc/<pid>/status in MiB: `VmRSS` resident now, `VmHWM` the most it was. Zero when it is gone. */
export function memoryMiB(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Numbers between 0 and 1 from a seed, the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Cores, memory, Node and how busy the machine was when asked. */
export function machineText(): string {
  const [cpu] = os.cpus()
  const memory = Math.round(os.totalmem() / 2 ** 30)
  return `${os.cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${memory} GiB, Node ${process.version.slice(1)}, load ${os.loadavg()[0]?.toFixed(1)}`
}
