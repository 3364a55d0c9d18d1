import type Invoice from '#app/invoices/models/invoice'
import { oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { type AccountNumbers, endOfAccount } from '#app/kernel/identifiers/account_number'

type LineState = {
  id: number
  position: number
  concept: string
  quantity: string
  baseMinor: number
  vatCode: string | null
  vatMinor: number
  deductiblePercent: number
  withholdingCode: string | null
  withholdingMinor: number
  category: string | null
  accountCode: string | null
  center: string | null
  periodFrom: string | null
  periodTo: string | null
}
type GroupState = { vatCode: string; baseMinor: number; vatMinor: number; surchargeMinor: number }

export type RowStates = { lines: LineState[]; taxGroups: GroupState[] }

/** Lines and taxes of an invoice as the log keeps them: names instead of keys, so that they can be read for years. */
export async function readRowStates(invoiceId: number, trx: Transaction): Promise<RowStates> {
  const lines = await rows<LineState>(
    `select l.id, l.position, l.concept, l.quantity::text, l.base_minor, v.code as vat_code, l.vat_minor, l.deductible_percent, w.code as withholding_code,
            l.withholding_minor, c.name::text as category, l.account_code, s.code as center, l.period_from::text, l.period_to::text
       from invoice_lines l left join tax_codes v on v.id = l.vat_code_id left join tax_codes w on w.id = l.withholding_code_id
       left join categories c on c.id = l.category_id left join site_centers s on s.id = l.center_id where l.invoice_id = :invoiceId order by l.position, l.id`,
    { invoiceId },
    trx
  )
  const taxGroups = await rows<GroupState>(
    `select t.code as vat_code, g.base_minor, g.vat_minor, g.surcharge_minor from invoice_tax_groups g join tax_codes t on t.id = g.vat_code_id
      where g.invoice_id = :invoiceId order by t.code`,
    { invoiceId },
    trx
  )
  return { lines, taxGroups }
}

type Names = {
  provider: string | null
  site: string | null
  bank: string | null
  rectifies: string | null
  category: string | null
}

/** What the keys of an invoice stand for, as the log keeps it; of an account only its end. */
export async function readNames(invoice: Invoice, trx: Transaction): Promise<Names> {
  const { iban, accountNumber, ...names } = await oneRow<Omit<Names, 'bank'> & AccountNumbers>(
    `select (select legal_name from providers where id = :providerId) as provider, (select code from sites where id = :siteId) as site,
            k.iban, k.account_number, (select name::text from categories where id = :categoryId) as category,
            (select concat_ws(' · ', reference, invoice_number) from invoices where id = :rectifiesId) as rectifies
       from (select 1) one left join provider_banks k on k.id = :bankId::bigint`,
    {
      providerId: invoice.providerId,
      siteId: invoice.siteId,
      bankId: invoice.providerBankId,
      categoryId: invoice.categoryId,
      rectifiesId: invoice.rectifiesInvoiceId,
    },
    trx
  )
  const isNamed = iban !== null || accountNumber !== null
  return { ...names, bank: isNamed ? endOfAccount({ iban, accountNumber }) : null }
}

/** Only what differs, on both sides: `{lines, taxGroups}` before and after; empty where nothing does. */
export function changedRows(before: RowStates, after: RowStates): [Partial<RowStates>, Partial<RowStates>] {
  const [lines, groups] = [differing(before.lines, after.lines), differing(before.taxGroups, after.taxGroups)]
  const side = (index: 0 | 1): Partial<RowStates> => ({
    ...(lines ? { lines: lines[index] } : {}),
    ...(groups ? { taxGroups: groups[index] } : {}),
  })
  return [side(0), side(1)]
}

function differing<T>(before: T[], after: T[]): [T[], T[]] | null {
  const without = (some: T[], others: T[]) => {
    const known = new Set(others.map((other) => JSON.stringify(other)))
    return some.filter((one) => !known.has(JSON.stringify(one)))
  }
  const [gone, come] = [without(before, after), without(after, before)]
  return gone.length === 0 && come.length === 0 ? null : [gone, come]
}
