/** What a person may be allowed to approve (area 02). */
export const APPROVAL_KINDS = {
  invoice: 'Facturas',
  payment_supplier: 'Pagos a proveedores',
  payment_payroll: 'Nóminas',
  payment_legal: 'Procedimientos legales',
  payment_recurrent: 'Pagos recurrentes',
  payment_tax: 'Impuestos',
  expense_note: 'Notas de gastos',
  loan: 'Préstamos',
  rebilling: 'Refacturación',
  internal_transfer: 'Transferencias internas',
} as const
export type ApprovalKind = keyof typeof APPROVAL_KINDS
