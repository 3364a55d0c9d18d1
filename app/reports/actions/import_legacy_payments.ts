import { type Actor, recordEvent } from '#app/audit/record_event'
import { storeFile } from '#app/files/store_file'
import { UNDO_DAYS } from '#app/files/uploads'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { normalizeIban } from '#app/kernel/identifiers/iban'
import type { LegacyRow } from '#app/reports/legacy_rows'
import {
  type ImportRequest,
  readLegacyFile,
  readLegacyTable,
  repeatedOf,
} from '#app/reports/queries/legacy_import'

/** Keeps a file to be looked at before it is imported; one that cannot be read at all is refused here. Gives its key. */
export async function uploadLegacyPayments(
  { name, bytes }: { name: string; bytes: Uint8Array },
  { siteIds, actor }: { siteIds: number[] | 'all'; actor: Actor }
): Promise<number> {
  await readLegacyTable(bytes, siteIds)
  return inTransaction(async (trx) => {
    const { id } = await storeFile({ name, bytes, createdBy: actor.userId, as: 'table' }, trx)
    await execute(
      `insert into legacy_payment_uploads (file_id, created_by) values (:id, :userId)`,
      { id, userId: actor.userId },
      trx
    )
    return id
  })
}

type Outcome = { batch: string; imported: number; repeated: number }

/**
 * Brings the payments of an uploaded file into the history; nothing is posted. What is there already is left out.
 * Throws E_ROWS while rows cannot be read, unless they are left out on purpose, and E_NOTHING without anything new.
 */
export async function importLegacyPayments(
  request: ImportRequest & { unreadable: 'refuse' | 'leave_out' },
  actor: Actor
): Promise<Outcome> {
  const table = await readLegacyFile(request)
  if (table.errors.length > 0 && request.unreadable === 'refuse')
    throw new DomainError('E_ROWS', table.errors[0]?.message ?? 'Hay filas con error.', {
      field: 'accept_errors',
    })
  return inTransaction(async (trx) => {
    const repeated = await repeatedOf(table, trx)
    const fresh = table.rows.filter(({ rowNo }) => !repeated.has(rowNo))
    if (fresh.length === 0)
      throw new DomainError('E_NOTHING', 'No hay pagos nuevos que importar.', { field: 'file' })
    const { batch } = await oneRow<{ batch: string }>(
      `insert into legacy_payment_imports (file_id, created_by) values (:fileId, :userId) returning id as batch`,
      { fileId: request.fileId, userId: actor.userId },
      trx
    )
    await execute(
      `delete from legacy_payment_uploads where file_id = :fileId`,
      { fileId: request.fileId },
      trx
    )
    const imported = await insertRows(batch, fresh, trx)
    const left = table.rows.length - imported
    await execute(
      `update legacy_payment_imports set rows_imported = :imported, rows_repeated = :left where id = :batch`,
      { imported, left, batch },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'legacy_payment_import',
        objectId: request.fileId,
        event: 'legacy_payments.imported',
        diff: { filas: [null, imported] },
      },
      trx
    )
    return { batch, imported, repeated: left }
  })
}

const CHUNK = 1000

/** The account is found by its IBAN or its name in the company; what somebody else imported meanwhile is left out. */
async function insertRows(batch: string, fresh: LegacyRow[], trx: Transaction): Promise<number> {
  let imported = 0
  for (let from = 0; from < fresh.length; from += CHUNK) {
    const chunk = fresh.slice(from, from + CHUNK).map((read) => ({
      row_no: read.rowNo,
      raw: read.raw,
      fingerprint: read.fingerprint,
      paid_on: read.paidOn,
      site_id: read.siteId,
      kind: read.kind,
      payee: read.payee,
      concept: read.concept,
      amount_minor: read.amountMinor,
      currency: read.currency,
      iban: read.iban,
      account_text: read.accountText,
      account_iban: read.accountText ? normalizeIban(read.accountText) : null,
      reference: read.reference,
    }))
    imported += await execute(
      `insert into legacy_payments (import_batch, row_no, raw, fingerprint, paid_on, site_id, kind, payee, concept, amount_minor, currency, iban, account_text, reference, bank_account_id)
       select :batch::uuid, r.row_no, r.raw, r.fingerprint, r.paid_on, r.site_id, r.kind, r.payee, r.concept, r.amount_minor, r.currency, r.iban, r.account_text, r.reference,
          (select b.id from bank_accounts b where b.site_id = r.site_id and (b.iban = r.account_iban or lower(b.name) = lower(r.account_text)) limit 1)
         from jsonb_to_recordset(:chunk::jsonb) as r(row_no int, raw jsonb, fingerprint text, paid_on date, site_id bigint, kind text, payee text, concept text,
            amount_minor bigint, currency char(3), iban text, account_text text, account_iban text, reference text)
       on conflict (fingerprint) do nothing`,
      { batch, chunk: JSON.stringify(chunk) },
      trx
    )
  }
  return imported
}

/** Takes an import back, within thirty days: its payments leave the history. Throws E_UNDO later or twice. */
export async function undoLegacyImport(batch: string, actor: Actor): Promise<number> {
  return inTransaction(async (trx) => {
    const undone = await execute(
      `update legacy_payment_imports set undone_at = now(), undone_by = :userId
        where id = :batch::uuid and undone_at is null and created_at > now() - make_interval(days => :days)`,
      { batch, userId: actor.userId, days: UNDO_DAYS },
      trx
    )
    if (undone === 0)
      throw new DomainError(
        'E_UNDO',
        'Esta importación ya no se puede deshacer: han pasado más de 30 días o ya se deshizo.'
      )
    const removed = await execute(
      `delete from legacy_payments where import_batch = :batch::uuid`,
      { batch },
      trx
    )
    const { fileId } = await oneRow<{ fileId: number }>(
      `select file_id from legacy_payment_imports where id = :batch::uuid`,
      { batch },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'legacy_payment_import',
        objectId: fileId,
        event: 'legacy_payments.undone',
        diff: { filas: [removed, null] },
      },
      trx
    )
    return removed
  })
}
