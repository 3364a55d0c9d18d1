import type { TaxedLine } from '#app/issuing/invoices/issued_amounts'
import type { NewInvoice, NewLine } from '#app/issuing/invoices/new_invoice'
import { qualify, schemeOf, type TaxCode } from '#app/issuing/invoices/tax_treatment'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

const CHARGED = ['iva', 'igic', 'ipsi', 'exempt', 'reverse_charge', 'not_subject']

type Asked = Pick<NewInvoice, 'lines' | 'treatment'> & { on: CalendarDate; territory: string }

/**
 * The lines of an invoice with the tax of each, in their order; none of what is no invoice. Throws E_ISSUE_TAX for a line without
 * tax, with one that is not charged, or with a rate that is not of that day.
 */
export async function readTaxedLines(
  { lines, treatment, on, territory }: Asked,
  trx: Transaction
): Promise<TaxedLine[]> {
  if (treatment !== 'invoice') {
    if (lines.some(({ taxCodeId }) => taxCodeId !== undefined))
      throw new DomainError('E_ISSUE_TAX', 'Un suplido o una nota de cargo no lleva impuestos.', {
        field: 'lines',
      })
    return []
  }
  const codes = await readCodes(lines, trx)
  return lines.map((line) => {
    const code = codes.get(line.taxCodeId ?? 0)
    refuseUnfit(line, code, on)
    const scheme = line.scheme ?? schemeOf(code)
    const supply = line.supply ?? 'services'
    const qualified = qualify({ code, scheme, supply, territory })
    return { baseMinor: line.baseMinor, taxCodeId: code.id, scheme, supply, qualified }
  })
}

async function readCodes(lines: readonly NewLine[], trx: Transaction): Promise<Map<number, TaxCode>> {
  const found = await rows<TaxCode>(
    `select id, kind, name, rate_basis_points, territory, valid_from, valid_to from tax_codes where id = any(:ids::bigint[])`,
    { ids: lines.flatMap(({ taxCodeId }) => taxCodeId ?? []) },
    trx
  )
  return new Map(found.map((code) => [code.id, code]))
}

function refuseUnfit(line: NewLine, code: TaxCode | undefined, on: CalendarDate): asserts code is TaxCode {
  if (!code || !CHARGED.includes(code.kind))
    throw new DomainError('E_ISSUE_TAX', `Elija el impuesto de la línea «${line.description}».`, {
      field: 'lines',
    })
  if (on < code.validFrom || (code.validTo !== null && on > code.validTo))
    throw new DomainError('E_ISSUE_TAX', `${code.name} no está en vigor en la fecha de la operación.`, {
      field: 'lines',
    })
}
