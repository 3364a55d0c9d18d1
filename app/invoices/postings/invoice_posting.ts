import { DomainError } from '#app/kernel/domain_error'
import { formatAmount, Money } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { convertToBase, roundToBase } from '#app/ledger/fx/convert'
import type { DraftLine, JournalDraft } from '#app/ledger/journal_draft'

/** What the posting of an invoice needs, with every account already found. All amounts in minor units of its currency. */
export type InvoiceToPost = {
  id: number
  siteId: number
  providerId: number
  version: number
  invoiceNumber: string
  providerName: string
  postedOn: CalendarDate
  dueOn: CalendarDate | null
  vatPeriod: string
  isCredit: boolean
  currency: string
  /** Units of the currency for one of the company's; null where it is the company's own. */
  fxRate: string | null
  lines: {
    accountId: number
    baseMinor: number
    vatCodeId: number | null
    vatMinor: number
    deductiblePercent: number
    categoryId: number | null
    centerId: number | null
    concept: string
  }[]
  taxGroups: {
    vatCodeId: number
    accountId: number | null
    baseMinor: number
    vatMinor: number
    surchargeMinor: number
    outputAccountId: number | null
  }[]
  withholding: { accountId: number; taxCodeId: number | null; amountMinor: number; baseMinor: number } | null
  suppliedMinor: number
  totalMinor: number
  /** What is paid more (or less) than the total to round it, and the account that takes it. */
  rounding: { accountId: number; amountMinor: number } | null
  payableAccountId: number
  createdBy: number | null
}

/**
 * The entry of a supplier invoice (area 00 §6, `invoice.book` / `invoice.credit`): expense and deductible VAT per
 * rate against the supplier and the withholding. VAT that is not deductible, the recargo de equivalencia and
 * suplidos are cost. Lines come grouped by account, VAT code and centre; a cent of rounding per VAT group goes to
 * the largest expense line; more than rounding throws E_INVOICE_TOTALS. Debits and credits follow the signs, so a credit note is the same with its own.
 * In another currency the supplier is owed what the invoice says, and the books take what its total is worth at its rate: every line
 * is converted on its own, and what rounding leaves of the total goes to the largest expense line too. The rounding of what is paid
 * (PayableRoundingAmount) is a difference of its own.
 */
export function invoicePosting(invoice: InvoiceToPost): JournalDraft {
  const isReverseCharge = invoice.taxGroups.some((group) => group.outputAccountId !== null)
  // Lines that cancel each other out on one account would leave no entry: they are then posted apart by sign.
  const costs = isNothing(invoice) ? expenseLines(invoice, 'by_sign') : expenseLines(invoice, 'netted')
  const taxes = invoice.taxGroups.flatMap((group) => taxLines(invoice, group))
  const withheld = invoice.withholding?.amountMinor ?? 0
  const posted = [...costs, ...taxes].reduce((sum, line) => sum + line.amountMinor, 0)
  const rest = invoice.totalMinor + withheld - posted
  const largest = costs.reduce(
    (top, line) => (Math.abs(line.amountMinor) > Math.abs(top.amountMinor) ? line : top),
    costs[0] ?? emptyLine()
  )
  refuseMoreThanRounding(rest, invoice)
  if (rest !== 0) largest.amountMinor += rest
  const worth = worthOf(invoice)
  for (const line of [...costs, ...taxes]) {
    line.amountMinor = worth.part(line.amountMinor)
    if (line.taxBaseMinor !== undefined) line.taxBaseMinor = worth.part(line.taxBaseMinor)
  }
  const withheldMinor = worth.part(withheld)
  const booked = [...costs, ...taxes].reduce((sum, line) => sum + line.amountMinor, 0)
  largest.amountMinor += worth.total + withheldMinor - booked

  return {
    siteId: invoice.siteId,
    postedOn: invoice.postedOn,
    journal: 'compras',
    kind: invoice.isCredit
      ? 'invoice.credit'
      : isReverseCharge
        ? 'invoice.book.reverse_charge'
        : 'invoice.book',
    idempotencyKey: `invoice:${invoice.id}:book:${invoice.version}`,
    description: `Factura ${invoice.invoiceNumber} de ${invoice.providerName}`.slice(0, 250),
    sourceType: 'invoice',
    sourceId: invoice.id,
    createdBy: invoice.createdBy,
    lines: [
      ...[...costs, ...taxes].filter((line) => line.amountMinor !== 0),
      ...withheldLines(invoice, worth),
      ...supplierLines(invoice, worth),
    ],
  }
}

/** What is kept from the supplier for the tax office. */
function withheldLines(invoice: InvoiceToPost, worth: Worth): DraftLine[] {
  const { withholding } = invoice
  const amountMinor = worth.part(withholding?.amountMinor ?? 0)
  if (amountMinor === 0 || !withholding) return []
  const { accountId, taxCodeId, baseMinor } = withholding
  return [
    {
      accountId,
      amountMinor: -amountMinor,
      ...(taxCodeId ? { taxCodeId, taxBaseMinor: worth.part(baseMinor) } : {}),
      ...party(invoice),
    },
  ]
}

/** What the supplier is owed and when, and the difference that rounding makes of it. */
function supplierLines(invoice: InvoiceToPost, worth: Worth): DraftLine[] {
  const { rounding } = invoice
  const owed = owedOf(invoice)
  const roundedMinor = owed.worth - worth.total
  const lines: DraftLine[] = []
  if (roundedMinor !== 0 && rounding)
    lines.push({
      accountId: rounding.accountId,
      amountMinor: roundedMinor,
      memo: 'Redondeo',
      ...party(invoice),
    })
  if (owed.minor !== 0)
    lines.push({
      accountId: invoice.payableAccountId,
      amountMinor: -owed.minor,
      ...(invoice.fxRate === null ? {} : { currency: invoice.currency, baseMinor: -owed.worth }),
      dueOn: invoice.dueOn,
      memo: `Factura ${invoice.invoiceNumber}`,
      ...party(invoice),
    })
  return lines
}

/** What the supplier is owed: the total with the rounding of what is paid, in its currency and in the company's. */
function owedOf({ currency, fxRate, totalMinor, rounding }: InvoiceToPost) {
  const minor = totalMinor + (rounding?.amountMinor ?? 0)
  return { minor, worth: fxRate === null ? minor : convertToBase(minor, currency, fxRate) }
}

type Worth = { total: number; part: (minor: number) => number }

/** What the total and each part of it are worth in the company's currency. */
function worthOf({ currency, fxRate, totalMinor }: InvoiceToPost): Worth {
  if (fxRate === null) return { total: totalMinor, part: (minor: number) => minor }
  return {
    total: convertToBase(totalMinor, currency, fxRate),
    part: (minor: number) => roundToBase(minor, currency, fxRate),
  }
}

/** A line and a rate may each be a cent away from what is printed; anything more is a mistake that no account may hide. */
function refuseMoreThanRounding(
  rest: number,
  { lines, taxGroups, invoiceNumber, currency }: InvoiceToPost
): void {
  if (Math.abs(rest) <= lines.length + taxGroups.length) return
  throw new DomainError(
    'E_INVOICE_TOTALS',
    `La factura ${invoiceNumber} no se puede contabilizar: sus líneas e impuestos no suman el total (diferencia de ${formatAmount(Math.abs(rest), currency)}).`
  )
}

function expenseLines(invoice: InvoiceToPost, look: 'netted' | 'by_sign'): DraftLine[] {
  const grouped = new Map<string, DraftLine>()
  for (const line of invoice.lines) {
    const undeductible = Money.of(line.vatMinor).percent((100 - line.deductiblePercent) * 100).minor
    const sign = look === 'by_sign' ? Math.sign(line.baseMinor) : 0
    const key = `${line.accountId}|${line.vatCodeId}|${line.centerId}|${line.categoryId}|${sign}`
    const known = grouped.get(key)
    if (known) known.amountMinor += line.baseMinor + undeductible
    else
      grouped.set(key, {
        accountId: line.accountId,
        amountMinor: line.baseMinor + undeductible,
        categoryId: line.categoryId,
        centerId: line.centerId,
        memo: line.concept.slice(0, 250),
        ...party(invoice),
      })
  }
  const costs = [...grouped.values()]
  const surcharge = invoice.taxGroups.reduce((sum, group) => sum + group.surchargeMinor, 0)
  const extra = surcharge + invoice.suppliedMinor
  const [first] = costs
  if (first && extra !== 0) first.amountMinor += extra
  return costs
}

/** An invoice of nothing: its lines, its taxes and what is withheld all come to zero. */
const isNothing = ({ totalMinor, taxGroups, withholding }: InvoiceToPost) =>
  totalMinor === 0 && !withholding && taxGroups.every(({ vatMinor }) => vatMinor === 0)

function taxLines(invoice: InvoiceToPost, group: InvoiceToPost['taxGroups'][number]): DraftLine[] {
  const undeductible = invoice.lines
    .filter((line) => line.vatCodeId === group.vatCodeId)
    .reduce(
      (sum, line) => sum + Money.of(line.vatMinor).percent((100 - line.deductiblePercent) * 100).minor,
      0
    )
  const deductible = group.vatMinor - undeductible
  const tax = {
    taxCodeId: group.vatCodeId,
    taxBaseMinor: group.baseMinor,
    vatPeriod: invoice.vatPeriod,
    ...party(invoice),
  }
  const lines: DraftLine[] = []
  if (group.accountId !== null && deductible !== 0)
    lines.push({ accountId: group.accountId, amountMinor: deductible, ...tax })
  if (group.outputAccountId !== null && group.vatMinor !== 0)
    lines.push({ accountId: group.outputAccountId, amountMinor: -group.vatMinor, ...tax })
  return lines
}

const party = (invoice: InvoiceToPost) => ({
  counterpartyType: 'provider' as const,
  counterpartyId: invoice.providerId,
  documentType: 'invoice',
  documentId: invoice.id,
})

const emptyLine = (): DraftLine => ({ accountId: 0, amountMinor: 0 })
