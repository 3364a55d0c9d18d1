import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'

/** Whose setting it is: a company's, or the whole group's. */
export type Place = { siteId: number | null }

/**
 * A setting that somebody relies on as a control. Tightening it is applied at once; loosening it is proposed by one person
 * and applied when another one confirms it (`change_setting.ts`, `decide_change.ts`; the database refuses it otherwise,
 * CS010). A new one is declared here and guarded in a migration; nothing else knows which there are.
 */
export type GuardedSetting<Value = unknown> = {
  /** `setting_changes.setting`. */
  name: 'approval_policies' | 'bank_cooling' | 'senior_cap' | 'direct_booking' | 'paid_for'
  /** What it is called, as it stands in a sentence. */
  title: string
  /** The tab of a company on which it is seen. */
  tab: 'approvals' | 'policies'
  /** As it holds now, under a lock. */
  read(place: Place, trx: Transaction): Promise<Value>
  /** Whether less is asked for afterwards than before. */
  loosens(change: { before: Value; after: Value } & Place, trx: Transaction): Promise<boolean> | boolean
  apply(
    change: { after: Value; reason: string | null } & Place,
    actor: Actor,
    trx: Transaction
  ): Promise<void>
  /** A value as people read it; two that read the same are the same. */
  words(value: Value): string
}

const settings = new Map<string, GuardedSetting>()

/** Declares a setting; its name is its key in the database. */
export function guardSetting<Value>(setting: GuardedSetting<Value>): GuardedSetting<Value> {
  settings.set(setting.name, setting as GuardedSetting)
  return setting
}

/** Throws for a name that nobody declared. */
export function guardedSetting(name: string): GuardedSetting {
  const found = settings.get(name)
  if (!found) throw new Error(`Nobody declared the setting ${name}`)
  return found
}
