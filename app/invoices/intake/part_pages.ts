import type { Actor } from '#app/audit/record_event'
import { moveState } from '#app/invoices/approval/move_state'
import { auditCopiesOf } from '#app/invoices/auditing/audit_copies'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import { applyReading } from '#app/invoices/intake/apply_reading'
import Invoice from '#app/invoices/models/invoice'
import { readingContext } from '#app/invoices/queries/reading_context'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { today } from '#app/kernel/time/calendar_date'
import { alarmsOfPages } from '#app/reading/alarms_of_invoice'
import { invoiceAlarms } from '#app/reading/invoice_alarms'
import { readKeptPages } from '#app/reading/pages/read_kept_pages'
import type { ReadingContext, ReadResult } from '#app/reading/reading_types'

type Divide = { invoiceId: number; fromPage: number; actor: Actor }
type Join = { invoiceId: number; otherId: number; actor: Actor }

/**
 * Parts a document that holds two invoices: the pages from `fromPage` of its file become an invoice of their own. Both
 * are read again from the words that were kept, corrections included in neither. Gives the key of the new one.
 * Throws at `from_page`, and E_TRANSITION when it is not in review.
 */
export async function divideInvoice({ invoiceId, fromPage, actor }: Divide): Promise<number> {
  const context = await readingContext()
  const newId = await inTransaction(async (trx) => {
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    refuseQuarantined(invoice)
    const kept = await keptReading(invoiceId, trx)
    const pages = pagesOf(invoice, kept)
    const [first, second] = [
      pages.filter((page) => page < fromPage),
      pages.filter((page) => page >= fromPage),
    ]
    if (first.length === 0 || second.length === 0)
      throw new DomainError('E_PAGES', 'Elija una página posterior a la primera.', { field: 'from_page' })
    const partId = await openPart(invoice, actor, trx)
    await readPart(invoice, first, { kept, context, actor }, trx)
    const part = await Invoice.query({ client: trx }).where('id', partId).forUpdate().firstOrFail()
    await applyReading(part.id, partOf(kept, second, context), 0, trx)
    return partId
  })
  await auditCopiesOf(invoiceId)
  return newId
}

/**
 * Puts two parts of one file together again: this invoice takes the pages of the other, which is cancelled. Throws
 * E_PAGES when they do not come from the same file, E_TRANSITION when one is not in review.
 */
export async function joinInvoices({ invoiceId, otherId, actor }: Join): Promise<void> {
  const context = await readingContext()
  await inTransaction(async (trx) => {
    const locked = await Invoice.query({ client: trx })
      .whereIn('id', [invoiceId, otherId])
      .orderBy('id')
      .forUpdate()
    const invoice = locked.find(({ id }) => id === invoiceId)
    const other = locked.find(({ id }) => id === otherId && id !== invoiceId)
    if (!invoice || !other || !(await isSameFile(invoiceId, otherId, trx)))
      throw new DomainError('E_PAGES', 'Elija una factura del mismo archivo.', { field: 'other_id' })
    refuseQuarantined(invoice)
    refuseQuarantined(other)
    const kept = await keptReading(invoiceId, trx)
    const pages = [...pagesOf(invoice, kept), ...pagesOf(other, kept)]
    await moveState(
      other,
      { transition: 'cancel', actor, action: 'field_changed', reason: `Unida a ${invoice.reference}` },
      trx
    )
    await other.save()
    await readPart(
      invoice,
      [...new Set(pages)].sort((a, b) => a - b),
      { kept, context, actor },
      trx
    )
  })
  for (const id of [otherId, invoiceId]) await auditCopiesOf(id)
}

/** A part of it would be out of quarantine. */
function refuseQuarantined({ isInQuarantine }: Invoice): void {
  if (isInQuarantine)
    throw new DomainError(
      'E_QUARANTINE',
      'La factura llegó por la página pública: acéptela o rechácela antes de seguir.'
    )
}

type Reading = { kept: ReadResult; context: ReadingContext; actor: Actor }

async function readPart(
  invoice: Invoice,
  pages: number[],
  { kept, context, actor }: Reading,
  trx: Transaction
): Promise<void> {
  await moveState(
    invoice,
    { transition: 'read_pages', actor, action: 'field_changed', after: { pages: pages.join(', ') } },
    trx
  )
  await invoice.save()
  await applyReading(invoice.id, partOf(kept, pages, context), 0, trx)
}

function partOf(kept: ReadResult, pages: number[], context: ReadingContext): ReadResult {
  const invoice = readKeptPages(kept, pages, context)
  return {
    ...kept,
    invoices: [invoice],
    alarms: [...invoiceAlarms(invoice, context), ...alarmsOfPages(kept, pages)],
  }
}

async function keptReading(invoiceId: number, trx: Transaction): Promise<ReadResult> {
  const found = await row<{ result: ReadResult | null }>(
    `select j.result from invoice_files f join ocr_jobs j on j.file_sha256 = f.sha256 and j.status = 'done'
      where f.invoice_id = :invoiceId and f.kind = 'original' order by j.id desc limit 1`,
    { invoiceId },
    trx
  )
  if (!found?.result || found.result.pages.length === 0)
    throw new DomainError('E_PAGES', 'El documento no tiene páginas leídas: no se puede dividir ni unir.')
  return found.result
}

function pagesOf(invoice: Invoice, kept: ReadResult): number[] {
  const { pages = [] } = (invoice.reading ?? {}) as { pages?: number[] }
  return pages.length > 0 ? pages : kept.pages.map((_, index) => index + 1)
}

const isSameFile = async (one: number, other: number, trx: Transaction) =>
  (await row(
    `select 1 as found from invoice_files a join invoice_files b on b.sha256 = a.sha256 and b.kind = 'original'
      where a.invoice_id = :one and a.kind = 'original' and b.invoice_id = :other limit 1`,
    { one, other },
    trx
  )) !== null

async function openPart(invoice: Invoice, actor: Actor, trx: Transaction): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `insert into invoices (reference, site_id, source, priority, status, created_by)
     select :prefix || lpad(nextval('invoice_references')::text, 6, '0'), site_id, 'upload', priority, 'analysing', :userId
       from invoices where id = :invoiceId returning id`,
    { invoiceId: invoice.id, userId: actor.userId, prefix: `FR-${today().slice(0, 4)}-` },
    trx
  )
  await execute(
    `insert into invoice_files (invoice_id, file_id, kind, sha256, part, created_by)
     select :id, file_id, kind, sha256, (select max(part) + 1 from invoice_files o where o.sha256 = f.sha256 and o.kind = 'original'), :userId
       from invoice_files f where invoice_id = :invoiceId and kind = 'original' order by id limit 1`,
    { id, invoiceId: invoice.id, userId: actor.userId },
    trx
  )
  await logInvoiceAction(
    { invoiceId: id, action: 'created', actor, after: { splitFrom: invoice.reference } },
    trx
  )
  return id
}
