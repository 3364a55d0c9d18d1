import { row } from '#app/kernel/database/sql'
import type { SavedLayout } from '#app/reports/dashboard_layout'

/** What a person saved of their start page; empty when nothing. */
export async function findLayout(userId: number): Promise<SavedLayout> {
  const found = await row<{ layout: SavedLayout }>(
    `select layout from dashboard_layouts where user_id = :userId`,
    {
      userId,
    }
  )
  return found?.layout ?? {}
}
