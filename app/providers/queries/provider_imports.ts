import { type PastImport, pastImport, UNDO_DAYS } from '#app/files/uploads'
import { rows } from '#app/kernel/database/sql'

/** The last imports, the newest first. */
export async function listImports() {
  const found = await rows<PastImport>(
    `select m.id, m.file_name as file, m.rows_imported as imported, u.name as who, m.created_at as at, m.status = 'undone' as is_undone,
        m.status = 'imported' and m.created_at > now() - make_interval(days => :days) as can_undo
       from provider_imports m left join users u on u.id = m.created_by where m.status <> 'uploaded' order by m.created_at desc limit 20`,
    { days: UNDO_DAYS }
  )
  return found.map(pastImport)
}
