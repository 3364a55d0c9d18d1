import { oneRow } from '#app/kernel/database/sql'

type Kept = { version: number; value: unknown }
const kept = new Map<string, Kept>()
const KEPT_MAX = 500

/**
 * What was added up of open items under a key, while nothing of them has changed since. A change is counted before it is
 * committed, so what is added up while anybody writes is given and not kept: it would lack that change for ever.
 */
export async function whileUnchanged<Value>(key: unknown, addUp: () => Promise<Value>): Promise<Value> {
  const name = JSON.stringify(key)
  const { version } = await oneRow<{ version: number }>(
    `select last_value as version from open_items_version`
  )
  const known = kept.get(name)
  if (known?.version === version) return known.value as Value
  const { isSettled } = await oneRow<{ isSettled: boolean }>(
    `select not exists (select from pg_snapshot_xip(pg_current_snapshot())) as is_settled`
  )
  const value = await addUp()
  if (kept.size >= KEPT_MAX) kept.clear()
  if (isSettled) kept.set(name, { version, value })
  return value
}
