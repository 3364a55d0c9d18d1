import { readFile } from 'node:fs/promises'
import type { MultipartFile } from '@adonisjs/core/bodyparser'
import type { Infer } from '@vinejs/vine/types'
import type { SentReceipt } from '#app/expenses/actions/keep_receipts'
import type { LineDraft } from '#app/expenses/prepare_lines'
import type { internalNoteValidator } from '#app/expenses/validators/expense_validator'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

type SentLine = Infer<typeof internalNoteValidator>['lines'][number]

/** The bytes of a file that came with a form. */
export async function sentFile(file: MultipartFile): Promise<{ name: string; bytes: Uint8Array }> {
  return { name: file.clientName, bytes: await readFile(file.tmpPath ?? '') }
}

/** Files with the line that names their place; those that none names are of the whole note. */
export async function sentReceipts(
  files: readonly MultipartFile[],
  lines: readonly SentLine[]
): Promise<SentReceipt[]> {
  return Promise.all(
    files.map(async (file, place) => {
      const line = lines.findIndex((sent) => sent.files?.includes(place))
      return { ...(await sentFile(file)), line: line < 0 ? null : line }
    })
  )
}

/** Lines of a form; a file that never came proves nothing. */
export function sentLines(lines: readonly SentLine[], filesSent: number): LineDraft[] {
  return lines.map((line) => ({
    spentOn: line.spent_on as CalendarDate,
    category: line.category,
    concept: line.concept,
    documentKind: line.document_kind,
    supplierName: line.supplier_name ?? null,
    supplierTaxId: line.supplier_tax_id ?? null,
    invoiceNumber: line.invoice_number ?? null,
    totalMinor: line.total ?? null,
    vatMinor: line.vat ?? 0,
    vatRate: line.vat_rate || null,
    currency: line.currency ?? 'EUR',
    km: line.km ?? null,
    perDiemKind: line.per_diem_kind ?? null,
    days: line.days ?? null,
    files: (line.files ?? []).filter((place) => place < filesSent).length,
  }))
}
