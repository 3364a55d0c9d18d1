import type { IbanToCheck } from '#app/blacklist/check_iban'
import type { Asked } from '#app/imports/define_import'
import type { ReadRow } from '#app/imports/read_rows'
import { type Client, rows } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { foldText } from '#app/kernel/text/similarity'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { type ReadSupplierPayment, supplierHash } from '#app/payments/kinds/supplier/supplier_rows'
import { NO_IBAN } from '#app/payments/orders/checks/account_without_iban'
import { LIVE, liveOrdersOf } from '#app/payments/orders/checks/live_orders'
import { judgeListedRows } from '#app/payments/uploads/listed_rows'
import { sitesByName } from '#app/sites/queries/sites_by_name'

/** What a row of a file is to become: the payment of an invoice, or of something that has none yet (407). */
export type SupplierPayment = {
  siteId: number
  providerId: number
  invoiceId: number | null
  taxId: string
  number: string
  amountMinor: number
  dueOn: CalendarDate | null
}

type Found = {
  rowNo: number
  providerId: number
  provider: string
  siteId: number | null
  siteNames: string[]
  invoiceId: number | null
  status: string | null
  restMinor: number | null
  /** Whether the verified account that it would be paid to has an IBAN; null where there is no such account. */
  hasIban: boolean | null
  /** The account that would be paid, verified or not. */
  iban: string | null
  known: string | null
  /** The last live order of the invoice. */
  liveNumber: string | null
}

/**
 * Finds what each row pays, in the companies of who brings the file: a booked invoice that owes so much or, where the answer
 * `without_invoice` says so, a payment in advance.
 */
export async function judgeSupplierPayments(
  read: ReadRow<ReadSupplierPayment | null>[],
  asked: Asked,
  client?: Client
): Promise<ReadRow<SupplierPayment>[]> {
  const { scope } = asked
  const withoutInvoice = asked.answers.without_invoice === true
  const siteIds = await sitesByName({ scope, archived: 'without' }, client)
  const found = await rows<Found>(
    `select w.row_no, p.id as provider_id, p.legal_name as provider, i.site_id, array_remove(array[s.code, s.tax_id::text, s.legal_name::text, s.trade_name], null) as site_names,
        i.id as invoice_id, i.status, i.payable_minor - ${liveOrdersOf('i.id')} as rest_minor,
        (select b.iban is not null from provider_banks b where b.provider_id = p.id and b.disabled_at is null and b.verification = 'verified'
            and (b.site_id is null or b.site_id = coalesce(i.site_id, w.site_id)) and (i.provider_bank_id is null or b.id = i.provider_bank_id)
          order by (b.site_id = coalesce(i.site_id, w.site_id)) desc nulls last, b.is_default desc, b.id limit 1) as has_iban,
        (select b.iban from provider_banks b where b.provider_id = p.id and b.disabled_at is null and b.iban is not null
            and (b.site_id is null or b.site_id = coalesce(i.site_id, w.site_id)) and (i.provider_bank_id is null or b.id = i.provider_bank_id)
          order by (b.verification = 'verified') desc, (b.site_id = coalesce(i.site_id, w.site_id)) desc nulls last, b.is_default desc, b.id limit 1) as iban,
        (select o.number from import_rows r join payment_orders o on r.created_type = 'payment_order' and o.id = r.created_id
          where r.row_hash = w.hash and o.status not in ('cancelled', 'failed', 'returned') limit 1) as known,
        (select o.number from payment_orders o where o.source_type = 'invoice' and o.source_id = i.id and o.status in ${LIVE} order by o.id desc limit 1) as live_number
       from jsonb_to_recordset(:wanted::jsonb) as w(row_no int, tax_id text, number text, site_id bigint, hash text)
       join providers p on p.tax_id = w.tax_id and p.status <> 'merged'
       left join invoices i on i.provider_id = p.id and i.number_key = invoice_number_key(w.number) and i.doc_type <> 'credit_note'
        and i.status in ('approved', 'booked', 'disputed') and i.currency = 'EUR' and (:all or i.site_id = any(:ids::bigint[]))
       left join sites s on s.id = i.site_id`,
    {
      wanted: JSON.stringify(wantedOf(read, siteIds)),
      all: scope === 'all',
      ids: scope === 'all' ? [] : scope,
    },
    client
  )
  const byRow = Map.groupBy(found, ({ rowNo }) => rowNo)
  const seen = new Map<string, number>()
  const judged = read.map((row): ReadRow<SupplierPayment> => {
    if (!row.value) return { ...row, value: null }
    const hash = supplierHash(row.value)
    const matches = byRow.get(row.rowNo) ?? []
    const known = { ...row, hash, shown: { ...row.shown, name: matches[0]?.provider ?? '' } }
    const twice = seen.get(hash)
    seen.set(hash, twice ?? row.rowNo)
    const { payment, error } =
      twice === undefined
        ? matchRow(row.value, matches, { siteIds, withoutInvoice })
        : { payment: null, error: `Repetida: es igual que la fila ${twice}.` }
    return { ...known, value: payment, errors: payment ? [] : [error] }
  })
  const accounts = new Map<number, IbanToCheck[]>()
  for (const { rowNo, iban, providerId } of found)
    if (iban !== null) accounts.set(rowNo, [{ iban, objectId: providerId }])
  return judgeListedRows(
    judged,
    accounts,
    { point: 'payment_upload.supplier', objectType: 'provider' },
    asked,
    client
  )
}

/** What is asked of each row; its company is where a payment in advance would be made. */
const wantedOf = (
  read: readonly ReadRow<ReadSupplierPayment | null>[],
  siteIds: ReadonlyMap<string, number>
) =>
  read.flatMap(({ rowNo, value }) =>
    value
      ? [
          {
            row_no: rowNo,
            tax_id: value.taxId,
            number: value.number,
            site_id: value.site === null ? null : (siteIds.get(foldText(value.site)) ?? null),
            hash: supplierHash(value),
          },
        ]
      : []
  )

type Answer = { payment: SupplierPayment | null; error: string }

function matchRow(
  read: ReadSupplierPayment,
  matches: readonly Found[],
  { siteIds, withoutInvoice }: { siteIds: ReadonlyMap<string, number>; withoutInvoice: boolean }
): Answer {
  const [provider] = matches
  if (!provider) return refuse('Ningún proveedor tiene este NIF.')
  if (provider.known) return refuse(`Ya importada en ${provider.known}.`)
  const siteId = read.site === null ? null : (siteIds.get(foldText(read.site)) ?? -1)
  if (siteId === -1) return refuse(`No existe la empresa «${read.site}».`)
  const own = matches.filter(
    (match) => match.invoiceId !== null && (siteId === null || match.siteId === siteId)
  )
  const [invoice] = own
  if (own.length > 1)
    return refuse('Hay facturas con ese número en varias empresas: añada la columna Empresa.')
  if (!invoice) return inAdvance(read, provider, { siteId, withoutInvoice })
  if (invoice.status !== 'booked')
    return refuse(
      invoice.status === 'disputed' ? 'La factura está en disputa.' : 'La factura no está contabilizada.'
    )
  const rest = Math.max(invoice.restMinor ?? 0, 0)
  if (rest === 0 && invoice.liveNumber)
    return refuse(`Ya existe un pago en curso para este documento (${invoice.liveNumber}).`)
  if (read.amountMinor > rest)
    return refuse(
      `El importe supera lo pendiente de la factura (${formatAmount(rest, 'EUR')})${invoice.liveNumber ? `: lo demás está en el pago ${invoice.liveNumber}` : ''}.`
    )
  if (invoice.hasIban === null)
    return refuse('El proveedor no tiene una cuenta verificada para esta factura.')
  if (!invoice.hasIban) return refuse(`${NO_IBAN}.`)
  return take(read, {
    siteId: invoice.siteId ?? 0,
    providerId: invoice.providerId,
    invoiceId: invoice.invoiceId,
  })
}

function inAdvance(
  read: ReadSupplierPayment,
  { providerId, hasIban }: Found,
  { siteId, withoutInvoice }: { siteId: number | null; withoutInvoice: boolean }
): Answer {
  if (!withoutInvoice) return refuse('No hay ninguna factura con ese número.')
  if (siteId === null) return refuse('Sin factura hace falta la columna Empresa.')
  if (hasIban === null) return refuse('El proveedor no tiene una cuenta bancaria verificada.')
  if (!hasIban) return refuse(`${NO_IBAN}.`)
  return take(read, { siteId, providerId, invoiceId: null })
}

const refuse = (error: string): Answer => ({ payment: null, error })

const take = (
  { taxId, number, amountMinor, dueOn }: ReadSupplierPayment,
  whose: Pick<SupplierPayment, 'siteId' | 'providerId' | 'invoiceId'>
): Answer => ({ payment: { ...whose, taxId, number, amountMinor, dueOn }, error: '' })
