import { setTimeout as sleep } from 'node:timers/promises'

/** Runs `work` and answers no sooner than `ms` milliseconds, refused or not: time must not tell what failed. */
export async function atLeast<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const floor = sleep(process.env.NODE_ENV === 'test' ? 0 : ms)
  try {
    return await work()
  } finally {
    await floor
  }
}
