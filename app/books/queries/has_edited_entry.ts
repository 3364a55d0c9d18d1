import { type Client, row } from '#app/kernel/database/sql'

/** Whether somebody wrote a manual entry or ever changed it: they do not approve it. */
export async function hasEditedEntry(
  manualEntryId: number,
  userId: number,
  client?: Client
): Promise<boolean> {
  const found = await row(
    `select 1 as found from manual_entry_editors where manual_entry_id = :manualEntryId and user_id = :userId`,
    { manualEntryId, userId },
    client
  )
  return found !== null
}
