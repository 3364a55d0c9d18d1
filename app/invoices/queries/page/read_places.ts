import type { FieldBox, ReadFields } from '#app/reading/reading_types'

export type ReadPlace = {
  name: string
  label: string
  confidence: number
  method: string
  value: string | null
  boxes: FieldBox[]
}

const FIELD_LABELS: Partial<Record<keyof ReadFields, string>> = {
  documentType: 'Tipo',
  providerName: 'Proveedor',
  providerTaxId: 'NIF emisor',
  providerIban: 'IBAN',
  customerName: 'Cliente',
  customerTaxId: 'NIF receptor',
  invoiceNumber: 'Número',
  issueDate: 'Fecha',
  dueDate: 'Vencimiento',
  taxBase: 'Base',
  taxTotal: 'Impuestos',
  withholding: 'Retención',
  total: 'Total',
  amountDue: 'Importe a pagar',
}

/** What the machine read, field by field, with where it stands and how sure it is. */
export function readPlaces(reading: unknown): ReadPlace[] {
  const fields = (reading as { fields?: Partial<ReadFields> | null } | null)?.fields
  if (!fields) return []
  return Object.entries(FIELD_LABELS).flatMap(([name, label]) => {
    const field = fields[name as keyof ReadFields]
    if (!field) return []
    const value = readText(field.value)
    return [{ name, label, confidence: field.confidence, method: field.method, value, boxes: field.boxes }]
  })
}

/** A read value as text: amounts stay minor units, a withholding is its amount. */
function readText(value: unknown): string | null {
  if (value === null || value === undefined || Array.isArray(value)) return null
  if (typeof value === 'object') return 'amount' in value ? String(value.amount) : null
  return String(value)
}
