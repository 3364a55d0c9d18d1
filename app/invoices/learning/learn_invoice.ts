import type Invoice from '#app/invoices/models/invoice'
import { execute, row, rows, type Transaction } from '#app/kernel/database/sql'
import { type ConfirmedValues, describePlaces, layoutOf } from '#app/reading/learned/describe_places'
import type { LearnedPlace } from '#app/reading/learned/learned_place'
import type { ReadPage, ReadResult } from '#app/reading/reading_types'
import { identitiesOf } from '#app/reading/supplier_hints'

/** What a person corrected, or `everything` when the whole invoice was handed on as right. */
export type Lesson = 'number' | 'dates' | 'totals' | 'provider' | 'site' | 'lines' | 'everything'

/** Long files repeat themselves; what names a supplier stands on the first pages. */
const pagesMax = 4

/**
 * Keeps what an invoice teaches of its supplier: where on the page the corrected or confirmed values stand, under which
 * label and in which form, the texts that only its invoices carry, the taxes it charges and the company it bills. An
 * account is never learned (area 05 §3.5, §3.7). Each invoice counts once for each thing.
 */
export async function learnInvoice(
  invoice: Invoice,
  lesson: Lesson,
  userId: number | null,
  trx: Transaction
): Promise<void> {
  const { providerId } = invoice
  if (!providerId) return
  const teacher = { invoiceId: invoice.id, providerId, userId }
  await unlearnForOthers(teacher, trx)
  const pages = await readPagesOf(invoice.id, trx)
  if (pages.length > 0) {
    const wanted = await confirmedValues(invoice, lesson, trx)
    await unlearnPlaces(Object.keys(wanted) as (keyof ConfirmedValues)[], invoice.id, trx)
    for (const place of describePlaces(pages, wanted)) await keepPlace(place, teacher, trx)
    if (lesson === 'provider' || lesson === 'everything') {
      for (const identity of identitiesOf(layoutOf(pages)))
        await keep({ kind: 'identity', field: 'provider', value: identity.slice(0, 120) }, teacher, trx)
    }
  }
  if (lesson === 'totals' || lesson === 'everything') {
    for (const rate of await ratesOf(invoice.id, trx))
      await keep({ kind: 'tax', field: 'tax', value: rate }, teacher, trx)
  }
  if (invoice.siteId && (lesson === 'site' || lesson === 'everything'))
    await keep({ kind: 'site', field: 'site', value: String(invoice.siteId) }, teacher, trx)
}

/** What the invoice taught of a supplier it turned out not to be of is taken back. */
async function unlearnForOthers({ invoiceId, providerId }: Teacher, trx: Transaction): Promise<void> {
  await execute(
    `with wrong as (
       delete from reading_lessons l using reading_hints h
        where l.hint_id = h.id and l.invoice_id = :invoiceId and h.provider_id <> :providerId returning l.hint_id),
     gone as (delete from reading_hints h using wrong w where h.id = w.hint_id and h.times = 1)
     update reading_hints h set times = h.times - 1 from wrong w where h.id = w.hint_id and h.times > 1`,
    { invoiceId, providerId },
    trx
  )
}

/** What the invoice taught of these fields before they were corrected is taken back: the value was another one. */
async function unlearnPlaces(
  values: (keyof ConfirmedValues)[],
  invoiceId: number,
  trx: Transaction
): Promise<void> {
  const fields = values.map((value) => (value === 'lineAmounts' ? 'lineAmount' : value))
  await execute(
    `with wrong as (
       delete from reading_lessons l using reading_hints h
        where l.hint_id = h.id and l.invoice_id = :invoiceId and h.kind = 'place' and h.field = any(:fields) returning l.hint_id),
     gone as (delete from reading_hints h using wrong w where h.id = w.hint_id and h.times = 1)
     update reading_hints h set times = h.times - 1 from wrong w where h.id = w.hint_id and h.times > 1`,
    { invoiceId, fields },
    trx
  )
}

/** The pages of the invoice as they were read, none for a structured file without print. */
async function readPagesOf(invoiceId: number, trx: Transaction): Promise<ReadPage[]> {
  const job = await row<{ result: ReadResult | null; pages: number[] | null }>(
    `select j.result, i.reading -> 'pages' as pages
       from invoices i join invoice_files f on f.invoice_id = i.id and f.kind = 'original'
       join ocr_jobs j on j.file_id = f.file_id and j.status = 'done'
      where i.id = :invoiceId order by j.id desc limit 1`,
    { invoiceId },
    trx
  )
  const all = job?.result?.pages ?? []
  const own = (job?.pages ?? []).flatMap((page) => all[page - 1] ?? [])
  return (own.length > 0 ? own : all).slice(0, pagesMax)
}

async function confirmedValues(invoice: Invoice, lesson: Lesson, trx: Transaction): Promise<ConfirmedValues> {
  const asks = (...lessons: Lesson[]) => lesson === 'everything' || lessons.includes(lesson)
  return {
    ...(asks('number', 'provider') ? { invoiceNumber: invoice.invoiceNumber } : {}),
    ...(asks('dates', 'provider') ? { issueDate: invoice.issuedOn, dueDate: invoice.dueOn } : {}),
    ...(asks('totals', 'provider')
      ? { total: invoice.totalMinor, taxBase: invoice.baseMinor, withholding: invoice.withholdingMinor }
      : {}),
    ...(asks('lines') ? { lineAmounts: await lineAmounts(invoice.id, trx) } : {}),
  }
}

async function lineAmounts(invoiceId: number, trx: Transaction): Promise<number[]> {
  const lines = await rows<{ baseMinor: number }>(
    `select base_minor from invoice_lines where invoice_id = :invoiceId order by position limit 5`,
    { invoiceId },
    trx
  )
  return lines.map(({ baseMinor }) => baseMinor)
}

/** The rates of the invoice as "21", "5.2", in per cent. */
async function ratesOf(invoiceId: number, trx: Transaction): Promise<string[]> {
  const found = await rows<{ basisPoints: number }>(
    `select distinct t.rate_basis_points as basis_points from invoice_tax_groups g join tax_codes t on t.id = g.vat_code_id where g.invoice_id = :invoiceId`,
    { invoiceId },
    trx
  )
  return found.map(({ basisPoints }) => String(basisPoints / 100))
}

type Teacher = { invoiceId: number; providerId: number; userId: number | null }
type Thing = {
  kind: 'place' | 'identity' | 'tax' | 'site'
  field: string
  label?: string
  format?: string
  value?: string
}
type Spot = { relation: string | null; page: number; x: number; y: number }

function keepPlace(place: LearnedPlace, teacher: Teacher, trx: Transaction): Promise<void> {
  const { field, label, format, relation, page, x, y } = place
  return keep({ kind: 'place', field, label, format: format.slice(0, 120) }, teacher, trx, {
    relation,
    page,
    x,
    y,
  })
}

/** Counts a thing once an invoice; the place is where it stood last. */
async function keep(
  { kind, field, label = '', format = '', value = '' }: Thing,
  { invoiceId, providerId, userId }: Teacher,
  trx: Transaction,
  spot: Spot | null = null
): Promise<void> {
  await execute(
    `with hint as (
       insert into reading_hints (provider_id, kind, field, label, format, value, relation, page, x, y, last_invoice_id, created_by)
       values (:providerId, :kind, :field, :label, :format, :value, :relation, :page, :x, :y, :invoiceId, :userId)
       on conflict (provider_id, kind, field, label, format, value) do update
         set relation = excluded.relation, page = excluded.page, x = excluded.x, y = excluded.y, last_invoice_id = excluded.last_invoice_id,
             times = reading_hints.times + case when exists (
               select 1 from reading_lessons l where l.hint_id = reading_hints.id and l.invoice_id = excluded.last_invoice_id) then 0 else 1 end
       returning id)
     insert into reading_lessons (invoice_id, hint_id) select :invoiceId::bigint, id from hint on conflict do nothing`,
    {
      providerId,
      kind,
      field,
      label,
      format,
      value,
      relation: spot?.relation ?? null,
      page: spot?.page ?? null,
      x: spot?.x ?? null,
      y: spot?.y ?? null,
      invoiceId,
      userId,
    },
    trx
  )
}
