import { row } from '#app/kernel/database/sql'

export type BookCheck = { checkedAt: string; isSound: boolean }

/** When the whole book was last checked and whether it held; null before the first night. */
export async function lastBookCheck(): Promise<BookCheck | null> {
  const found = await row<{ at: Date; toStatus: string }>(
    `select at, to_status from audit_events where object_type = 'ledger' and event = 'ledger.checked' order by at desc limit 1`
  )
  return found && { checkedAt: found.at.toISOString(), isSound: found.toStatus === 'sound' }
}
