import { oneRow } from '#app/kernel/sql'

type Kept = { version: number; until: number; value: unknown }
const kept = new Map<string, Kept>()
const KEPT_MAX = 500
const KEPT_FOR_MS = 60_000

/**
 * What was added up of open items under a key, while nothing of them has changed since; a minute at most, because a
 * change is counted a moment before others see it.
 */
export async function whileUnchanged<Value>(key: unknown, addUp: () => Promise<Value>): Promise<Value> {
  const name = JSON.stringify(key)
  const { version } = await oneRow<{ version: number }>(
    `select last_value as version from open_items_version`
  )
  const known = kept.get(name)
  if (known && known.version === version && known.until > Date.now()) return known.value as Value
  const value = await addUp()
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(name, { version, until: Date.now() + KEPT_FOR_MS, value })
  return value
}
