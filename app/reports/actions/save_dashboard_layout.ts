import { execute } from '#app/kernel/database/sql'
import type { SavedLayout } from '#app/reports/dashboard_layout'

/** Keeps what somebody changed of their start page; what is not in `changes` stays. */
export async function saveDashboardLayout(userId: number, changes: SavedLayout): Promise<void> {
  if (Object.values(changes).every((change) => change === undefined)) return
  await execute(
    `insert into dashboard_layouts (user_id, layout) values (:userId, :changes::jsonb)
     on conflict (user_id) do update set layout = dashboard_layouts.layout || excluded.layout`,
    { userId, changes: JSON.stringify(changes) }
  )
}
