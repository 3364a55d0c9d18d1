import type { DeclaredImport, Outcome } from '#app/imports/define_import'
import type { OpenedImport } from '#app/imports/opened_import'
import { execute, type Transaction } from '#app/kernel/database/sql'

/**
 * Keeps the rows of an import: those that became documents with what each became, and those that stayed out with why. What
 * they said is only kept where the import keeps its rows.
 */
export async function keepRows(
  { keepsRows }: Pick<DeclaredImport, 'keepsRows'>,
  importId: string,
  { rows }: OpenedImport,
  { taken }: Outcome,
  trx: Transaction
): Promise<void> {
  const takenAt = new Map(taken.map((one) => [one.rowNo, one]))
  const kept = rows.flatMap(({ rowNo, raw, hash, state, errors }) => {
    const made = takenAt.get(rowNo)
    if (!keepsRows && !made && state !== 'wrong') return []
    return [
      {
        row_no: rowNo,
        raw: keepsRows ? raw : null,
        row_hash: hash,
        errors,
        created_type: made?.type ?? null,
        created_id: made?.id ?? null,
      },
    ]
  })
  if (kept.length === 0) return
  await execute(
    `insert into import_rows (import_id, row_no, raw, row_hash, errors, created_type, created_id)
     select :importId::uuid, row_no, raw, row_hash, errors, created_type, created_id
       from jsonb_to_recordset(:kept::jsonb) as k(row_no int, raw jsonb, row_hash text, errors text[], created_type text, created_id bigint)`,
    { importId, kept: JSON.stringify(kept) },
    trx
  )
}
