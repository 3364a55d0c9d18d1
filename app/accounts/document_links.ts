const SOURCES: Record<string, { label: string; path: (id: number) => string }> = {
  invoice: { label: 'Factura', path: (id) => `/invoices/${id}` },
  invoice_withholding: { label: 'Factura', path: (id) => `/invoices/${id}` },
  payment_order: { label: 'Orden de pago', path: (id) => `/payment-orders/${id}` },
  manual_entry: { label: 'Asiento manual', path: (id) => `/accounts/journal/manual/${id}` },
}

/** By what people call the document of a type and key: its number; SQL over two columns, null for what has none. */
export const documentNumber = (type: string, id: string): string => `case
  when ${type} in ('invoice', 'invoice_withholding') then (select coalesce(di.invoice_number, di.reference) from invoices di where di.id = ${id})
  when ${type} = 'payment_order' then (select dp.number from payment_orders dp where dp.id = ${id}) end`

export type DocumentLink = { label: string; href: string }
export type NamedDocument = { type: string | null; id: number | null; number: string | null }

/** Where the document behind an entry is seen; null for what has no page of its own. */
export function documentLink({ type, id, number }: NamedDocument): DocumentLink | null {
  const source = type === null || id === null ? undefined : SOURCES[type]
  if (!source || id === null) return null
  return { label: number === null ? source.label : `${source.label} ${number}`, href: source.path(id) }
}
