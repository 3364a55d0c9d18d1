type Source = { label: string; path: (page: number) => string }

const SOURCES: Record<string, Source> = {
  invoice: { label: 'Factura', path: (id) => `/invoices/${id}` },
  invoice_withholding: { label: 'Factura', path: (id) => `/invoices/${id}` },
  payment_order: { label: 'Orden de pago', path: (id) => `/payment-orders/${id}` },
  manual_entry: { label: 'Asiento manual', path: (id) => `/accounts/journal/manual/${id}` },
  expense_note: { label: 'Nota de gastos', path: (id) => `/payexpenses/${id}` },
  payroll_payment: { label: 'Nómina', path: (employeeId) => `/employees/${employeeId}/edit?tab=payrolls` },
  legal_cost: {
    label: 'Procedimiento legal',
    path: (procedureId) => `/legal_procedure/${procedureId}/edit?tab=costs`,
  },
  legal_procedure: { label: 'Procedimiento legal', path: (id) => `/legal_procedure/${id}/edit` },
  supplier_provision: { label: 'Provisión', path: () => '/paysuppliers?tab=provisions' },
  contract_deposit: { label: 'Contrato', path: (contractId) => `/provider-contracts/${contractId}` },
}

/** By what people call the document of a type and key: its number; SQL over two columns, null for what has none. */
export const documentNumber = (type: string, id: string): string => `case
  when ${type} in ('invoice', 'invoice_withholding') then (select coalesce(di.invoice_number, di.reference) from invoices di where di.id = ${id})
  when ${type} = 'payment_order' then (select dp.number from payment_orders dp where dp.id = ${id})
  when ${type} = 'expense_note' then (select dn.number from expense_notes dn where dn.id = ${id})
  when ${type} = 'contract_deposit' then (select dc.reference from contract_deposits dd join provider_contracts dc on dc.id = dd.contract_id where dd.id = ${id}) end`

/** The key of the page that shows such a document, which may be that of what it belongs to; SQL over the same columns. */
export const documentPage = (type: string, id: string): string => `case
  when ${type} = 'payroll_payment' then (select dw.employee_id from payroll_payments dw where dw.id = ${id})
  when ${type} = 'legal_cost' then (select dl.procedure_id from legal_procedure_costs dl where dl.id = ${id})
  when ${type} = 'contract_deposit' then (select dd.contract_id from contract_deposits dd where dd.id = ${id})
  else ${id} end`

export type DocumentLink = { label: string; href: string }
export type NamedDocument = { type: string | null; page: number | null; number: string | null }

/** Where the document behind an entry is seen; null for what has no page of its own. */
export function documentLink({ type, page, number }: NamedDocument): DocumentLink | null {
  const source = type === null || page === null ? undefined : SOURCES[type]
  if (!source || page === null) return null
  return { label: number === null ? source.label : `${source.label} ${number}`, href: source.path(page) }
}
