import type { PreparedLine } from '#app/expenses/prepare_lines'
import { rows, type Transaction } from '#app/kernel/database/sql'

/** Writes the lines of a new note, all of them approved as they are until somebody reduces them. Gives their keys in their order. */
export async function insertLines(
  noteId: number,
  lines: readonly PreparedLine[],
  trx: Transaction
): Promise<number[]> {
  const made = await rows<{ id: number }>(
    `with made as (
       insert into expense_note_lines (note_id, position, spent_on, category, concept, supplier_name, supplier_tax_id, invoice_number, document_kind, base_minor, vat_code_id,
          vat_minor, total_minor, foreign_currency, foreign_minor, rate, km, km_rate_minor, per_diem_kind, days, exempt_minor, approved_minor)
       select :noteId, l.position, l.spent_on, l.category, l.concept, l.supplier_name, l.supplier_tax_id, l.invoice_number, l.document_kind, l.base_minor, l.vat_code_id,
          l.vat_minor, l.total_minor, l.foreign_currency, l.foreign_minor, l.rate, l.km, l.km_rate_minor, l.per_diem_kind, l.days, l.exempt_minor, l.total_minor
         from jsonb_to_recordset(:lines::jsonb) as l(position smallint, spent_on date, category text, concept text, supplier_name text, supplier_tax_id text, invoice_number text,
          document_kind text, base_minor bigint, vat_code_id bigint, vat_minor bigint, total_minor bigint, foreign_currency text, foreign_minor bigint, rate text, km numeric,
          km_rate_minor bigint, per_diem_kind text, days smallint, exempt_minor bigint)
       returning id, position)
     select id from made order by position`,
    { noteId, lines: JSON.stringify(lines.map(columnsOf)) },
    trx
  )
  return made.map(({ id }) => id)
}

const columnsOf = (line: PreparedLine, index: number) => ({
  position: index + 1,
  spent_on: line.spentOn,
  category: line.category,
  concept: line.concept,
  supplier_name: line.supplierName,
  supplier_tax_id: line.supplierTaxId,
  invoice_number: line.invoiceNumber,
  document_kind: line.documentKind,
  base_minor: line.baseMinor,
  vat_code_id: line.vatCodeId,
  vat_minor: line.vatMinor,
  total_minor: line.totalMinor,
  foreign_currency: line.foreignCurrency,
  foreign_minor: line.foreignMinor,
  rate: line.rate,
  km: line.km,
  km_rate_minor: line.kmRateMinor,
  per_diem_kind: line.perDiemKind,
  days: line.days,
  exempt_minor: line.exemptMinor,
})
