import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** How an operation stands to the tax: words of the tax facts, which 303, 347 and 349 read. */
export type Scheme = 'normal' | 'exempt_20' | 'export' | 'intra_eu' | 'not_subject' | 'reverse_charge'
export type Supply = 'goods' | 'services' | 'investment_goods' | 'rent_premises' | 'rent_home'

/** A tax of the plan, as a line names it. */
export type TaxCode = {
  id: number
  kind: string
  name: string
  rateBasisPoints: number
  territory: string
  validFrom: CalendarDate
  validTo: CalendarDate | null
}

/** What AEAT's record says of the operations of one rate. */
export type Qualified = {
  tax: '01' | '02' | '03'
  regime: string
  qualification: 'S1' | 'S2' | 'N1' | 'N2' | null
  exemption: 'E1' | 'E2' | 'E5' | null
  rateBasisPoints: number
}

const TAXES: Readonly<Record<string, Qualified['tax']>> = { canarias: '03', ceuta_melilla: '02' }

/** The scheme that a tax code stands for where a line says none. */
export function schemeOf({ kind }: Pick<TaxCode, 'kind'>): Scheme {
  switch (kind) {
    case 'exempt':
      return 'exempt_20'
    case 'not_subject':
      return 'not_subject'
    case 'reverse_charge':
      return 'reverse_charge'
    default:
      return 'normal'
  }
}

type Operation = { code: TaxCode; scheme: Scheme; supply: Supply; territory: string }

/**
 * Which tax, key of regime and qualification an operation gets (lists L1, L8A and L9 of order HAC/1177/2024). `territory` is
 * that of the company: what it does not charge is VAT, IGIC or IPSI by where it is.
 */
export function qualify({ code, scheme, supply, territory }: Operation): Qualified {
  const tax = taxOf(code, territory)
  const regime = scheme === 'export' ? '02' : supply === 'rent_premises' && scheme === 'normal' ? '11' : '01'
  const said = { tax, regime, rateBasisPoints: 0 }
  switch (scheme) {
    case 'normal':
      return { ...said, qualification: 'S1', exemption: null, rateBasisPoints: code.rateBasisPoints }
    case 'reverse_charge':
      return { ...said, qualification: 'S2', exemption: null }
    case 'not_subject':
      return { ...said, qualification: 'N2', exemption: null }
    case 'exempt_20':
      return { ...said, qualification: null, exemption: 'E1' }
    case 'export':
      return { ...said, qualification: null, exemption: 'E2' }
    case 'intra_eu':
      return { ...said, qualification: null, exemption: 'E5' }
    default:
      throw new Error(`No operation is ${String(scheme satisfies never)}`)
  }
}

function taxOf({ kind }: TaxCode, territory: string): Qualified['tax'] {
  if (kind === 'iva') return '01'
  if (kind === 'igic') return '03'
  return kind === 'ipsi' ? '02' : (TAXES[territory] ?? '01')
}
