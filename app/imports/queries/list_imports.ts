import type { DeclaredImport } from '#app/imports/define_import'
import { type ImportState, undoRefusal } from '#app/imports/undo_refusal'
import { row, rows } from '#app/kernel/database/sql'

type Viewer = { userId: number; role: string; scope: number[] | 'all' }

type Found = ImportState & {
  id: string
  fileName: string
  who: string | null
  rowsWrong: number
  rowsRepeated: number
  rowsLeftOut: number
  result: string | null
  resultUrl: string | null
}

const SELECT = `select m.id, m.file_name, m.status, m.rows_applied, m.rows_wrong, m.rows_repeated, m.rows_left_out, m.result, m.result_url, m.applied_at, m.applied_by,
    u.name as who from imports m left join users u on u.id = m.applied_by
   where m.kind = :kind and m.status in ('applied', 'undone') and (:all or :ids::bigint[] @> m.site_ids)`

const scoped = (scope: Viewer['scope']) => ({ all: scope === 'all', ids: scope === 'all' ? [] : scope })

/** The last imports of a kind, of the viewer's companies, the newest first, each with why it cannot be taken back. */
export async function listImports(declared: DeclaredImport, viewer: Viewer) {
  const found = await rows<Found>(`${SELECT} order by m.applied_at desc, m.id limit 20`, {
    kind: declared.kind,
    ...scoped(viewer.scope),
  })
  return found.map((one) => shown(one, declared, viewer))
}

/** An import that was taken on, with the rows that stayed out; null when it is none of the viewer's companies. */
export async function findDone(declared: DeclaredImport, importId: string, viewer: Viewer) {
  const found = await row<Found>(`${SELECT} and m.id = :importId::uuid`, {
    kind: declared.kind,
    importId,
    ...scoped(viewer.scope),
  })
  if (!found) return null
  const wrong = await rows<{ rowNo: number; message: string }>(
    `select row_no, array_to_string(errors, ' ') as message from import_rows where import_id = :importId::uuid and cardinality(errors) > 0 order by row_no limit 200`,
    { importId }
  )
  return {
    ...shown(found, declared, viewer),
    result: found.result,
    resultUrl: found.resultUrl,
    counts: { wrong: found.rowsWrong, repeated: found.rowsRepeated, leftOut: found.rowsLeftOut },
    wrong,
  }
}

function shown(found: Found, declared: DeclaredImport, viewer: Viewer) {
  const { undo } = declared
  const whyNot = 'whyNot' in undo ? undo.whyNot : undoRefusal(found, undo, viewer)
  const isUndone = found.status === 'undone'
  return {
    id: found.id,
    file: found.fileName,
    imported: found.rowsApplied,
    out: found.rowsWrong + found.rowsRepeated + found.rowsLeftOut,
    who: found.who,
    at: found.appliedAt.toISOString(),
    isUndone,
    canUndo: whyNot === null,
    whyNot: isUndone ? null : whyNot,
    question: 'whyNot' in undo ? '' : undo.question(found.fileName, found.rowsApplied),
  }
}

export type PastImport = ReturnType<typeof shown>
