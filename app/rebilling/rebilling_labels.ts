/** How a cost is shared out. */
export const ALLOCATIONS = {
  percentage: 'Porcentajes',
  fixed_amount: 'Importes fijos',
  equal: 'A partes iguales',
  key: 'Por una clave',
} as const
export type Allocation = keyof typeof ALLOCATIONS

/** As what it reaches the other company. */
export const TREATMENTS = {
  invoice: 'Factura con IVA',
  suplido: 'Suplido',
  debit_note: 'Nota de cargo',
} as const
export type Treatment = keyof typeof TREATMENTS

export const FREQUENCIES = {
  per_document: 'Por documento',
  monthly: 'Mensual',
  quarterly: 'Trimestral',
} as const
export type Frequency = keyof typeof FREQUENCIES

export const SETTLEMENTS = {
  current_account: 'Cuenta corriente',
  payment: 'Pago',
  loan: 'Préstamo',
} as const
export type Settlement = keyof typeof SETTLEMENTS

/** Keys that the product can fill in by itself, and those that people use most. */
export const KNOWN_KEYS = {
  plantilla: 'Plantilla (empleados en activo)',
  habitaciones: 'Habitaciones de los centros',
  ingresos: 'Ingresos',
  m2: 'Metros cuadrados',
} as const

export const SOURCE_LABELS = {
  invoice_line: 'Factura',
  expense_note_line: 'Nota de gastos',
  legal_cost: 'Coste jurídico',
  manual: 'Importe manual',
} as const
export type SourceType = keyof typeof SOURCE_LABELS

/** `document_type` of decisions and events, `source_type` of entries and payments. */
export const REBILLING = 'rebilling_transaction'
