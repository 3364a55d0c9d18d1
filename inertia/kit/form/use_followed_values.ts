import { useEffect, useRef } from 'react'

type Values = Record<string, unknown>

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * A form that stays open while its record changes, by somebody else or by another act on the page, follows it: fields that
 * nobody has touched show what is so now, what was typed stays. Without it the next save would put back what the others
 * changed. `take` gets the fields that follow, and the new start of all that changed.
 */
export function useFollowedValues<T extends Values>(
  initial: T,
  values: T,
  take: (followed: Partial<T>, start: Partial<T>) => void
): void {
  const before = useRef(initial)
  const latest = useRef({ values, take })
  useEffect(() => {
    latest.current = { values, take }
  })
  const key = JSON.stringify(initial)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is what they say, not which object says it
  useEffect(() => {
    const old = before.current
    before.current = initial
    const start = Object.fromEntries(
      Object.entries(initial).filter(([name, value]) => !isSame(old[name], value))
    ) as Partial<T>
    if (Object.keys(start).length === 0) return
    const now = latest.current
    const followed = Object.fromEntries(
      Object.entries(start).filter(([name]) => isSame(now.values[name], old[name]))
    ) as Partial<T>
    now.take(followed, start)
  }, [key])
}
