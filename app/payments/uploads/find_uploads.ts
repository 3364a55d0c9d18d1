import { type PastImport, pastImport, UNDO_DAYS } from '#app/files/uploads'
import { type Client, row, rows } from '#app/kernel/database/sql'
import type {
  ColumnSpecs,
  FoundColumns,
  UploadMapping,
  UploadRow,
} from '#app/payments/uploads/upload_columns'

export type Upload = {
  id: string
  fileId: number
  fileName: string
  sha256: string
  mapping: UploadMapping
}

type Asked = { uploadId: string; kind: string; userId: number }

/** A file that waits to be processed; null when it is somebody else's or was used. With a transaction it is locked. */
export function findUpload({ uploadId, kind, userId }: Asked, client?: Client): Promise<Upload | null> {
  return row<Upload>(
    `select id, file_id, file_name, sha256, mapping from payment_uploads
      where id = :uploadId::uuid and kind = :kind and created_by = :userId and status in ('uploaded', 'validated') and file_id is not null ${client ? 'for update' : ''}`,
    { uploadId, kind, userId },
    client
  )
}

const PREVIEW_ROWS = 200

/** What a file would bring: its rows with what is wrong with each, and how its columns were understood. */
export function uploadPreview(
  upload: Upload,
  { columns, rows: read }: { columns: FoundColumns | null; rows: readonly UploadRow<unknown>[] },
  specs: ColumnSpecs
) {
  const wrong = read.filter(({ parsed }) => parsed === null)
  const taken = read.filter(({ parsed }) => parsed !== null)
  const warned = taken.filter(({ warnings = [] }) => warnings.length > 0)
  const right = taken.filter(({ warnings = [] }) => warnings.length === 0)
  return {
    id: upload.id,
    name: upload.fileName,
    okCount: taken.length,
    errorCount: wrong.length,
    /** Those with an error first, then those with a warning: they are what one looks for. */
    rows: [...wrong, ...warned, ...right]
      .slice(0, PREVIEW_ROWS)
      .map(({ rowNo, errors, warnings, shown }) => ({
        rowNo,
        error: errors.join(' ') || null,
        warning: warnings?.join(' ') || null,
        ...shown,
      })),
    columns: columns
      ? {
          headings: columns.headings,
          missing: columns.missing,
          fields: Object.entries(specs).map(([name, { label, isNeeded }]) => ({
            name,
            label,
            isNeeded,
            heading: columns.chosen[name] ?? null,
          })),
        }
      : null,
  }
}

/** The last files of a kind that were processed, of the caller's companies, the newest first. */
export async function listUploads(kind: string, scope: number[] | 'all') {
  const found = await rows<PastImport>(
    `select m.id, m.file_name as file, m.rows_processed as imported, u.name as who, m.processed_at as at, m.status = 'undone' as is_undone,
        m.status = 'processed' and m.processed_at > now() - make_interval(days => :days) as can_undo
       from payment_uploads m left join users u on u.id = m.processed_by
      where m.kind = :kind and m.status in ('processed', 'undone') and (:all or :ids::bigint[] @> m.site_ids)
      order by m.created_at desc limit 20`,
    { kind, days: UNDO_DAYS, all: scope === 'all', ids: scope === 'all' ? [] : scope }
  )
  return found.map(pastImport)
}
