import { type Client, row, rows } from '#app/kernel/sql'

/** So long an import may be taken back. */
export const UNDO_DAYS = 30

/** An upload that waits to be looked at or imported; null when it is somebody else's or was used already. */
export function findUpload(
  importId: string,
  userId: number | null,
  client?: Client
): Promise<{ id: string; fileId: number; fileName: string } | null> {
  return row(
    `select id, file_id, file_name from provider_imports
      where id = :importId::uuid and created_by = :userId and status = 'uploaded' and file_id is not null ${client ? 'for update' : ''}`,
    { importId, userId },
    client
  )
}

/** The last imports, the newest first. */
export async function listImports() {
  const found = await rows<{
    id: string
    file: string
    imported: number
    who: string | null
    at: Date
    isUndone: boolean
    isRecent: boolean
  }>(
    `select m.id, m.file_name as file, m.rows_imported as imported, u.name as who, m.created_at as at, m.status = 'undone' as is_undone,
        m.created_at > now() - make_interval(days => :days) as is_recent
       from provider_imports m left join users u on u.id = m.created_by where m.status <> 'uploaded' order by m.created_at desc limit 20`,
    { days: UNDO_DAYS }
  )
  return found.map(({ at, isUndone, isRecent, ...item }) => ({
    ...item,
    at: at.toISOString(),
    is_undone: isUndone,
    is_recent: isRecent,
  }))
}
