import { field } from '#app/accounts/statements/norma43/norma43_fields'

export type SepaConcept = {
  counterpartyName: string | null
  endToEndId: string | null
  mandateId: string | null
}

/** Purposes and categories of ISO 20022 that banks put in the third 23 record of an agreed SEPA layout. */
const purposes: ReadonlySet<string> = new Set(
  (
    'SALA PENS SUPP TAXS TREA INTC CASH CORT DIVI GOVT HEDG INTE LOAN SECU SSBE TRAD VATX WHLD GDDS SCVE RENT OTHR BEXP ' +
    'COMC RINP ELEC GASB INSU PHON WTER CBFF BONU'
  ).split(' ')
)

/**
 * The parties of a movement when its 23 records follow the SEPA layout of information mode 3, recognised by what is in
 * them and never by the mode alone, because it is only used when agreed with the bank: a known purpose or category
 * (transfers), CORE or B2B (direct debits). Null otherwise. `records` are the whole 80 positions.
 */
export function readSepaLayout(records: readonly string[]): SepaConcept | null {
  const [first = '', second = '', third = ''] = records
  if (/^(CORE|B2B )$/.test(field(first, 5, 8)) && /^[A-Z]{2}\d{2}[A-Z0-9]{3}/.test(field(second, 5, 39))) {
    return {
      counterpartyName: textOrNull(field(first, 9, 78)),
      endToEndId: null,
      mandateId: textOrNull(field(second, 40, 74)),
    }
  }
  if (!hasPurpose(third)) return null
  return {
    counterpartyName: textOrNull(field(first, 5, 70)),
    endToEndId: textOrNull(field(second, 5, 39)),
    mandateId: null,
  }
}

function hasPurpose(record: string): boolean {
  const purpose = field(record, 5, 8)
  const category = field(record, 9, 12)
  const isOne = (code: string) => code === '    ' || purposes.has(code)
  return isOne(purpose) && isOne(category) && (purposes.has(purpose) || purposes.has(category))
}

function textOrNull(text: string): string | null {
  const trimmed = text.trim()
  return trimmed === '' || trimmed === 'NOTPROVIDED' ? null : trimmed
}
