export const PATTERN_TYPES = { iban: 'IBAN', bank_prefix: 'Banco', country: 'País' } as const
export type PatternType = keyof typeof PATTERN_TYPES

export const SEVERITIES = { block: 'Bloquea', warn: 'Avisa' } as const
export type Severity = keyof typeof SEVERITIES

export const REASONS = {
  fraude: 'Fraude',
  cambio_no_verificado: 'Cambio no verificado',
  proveedor_bloqueado: 'Proveedor bloqueado',
  sancion: 'Sanción',
  error_recurrente: 'Error recurrente',
  otro: 'Otro',
} as const
export type Reason = keyof typeof REASONS

/** Where an account ran into the list, in words. */
export const POINTS: Record<string, string> = {
  'provider_bank.create': 'Cuenta de proveedor, alta',
  'provider_bank.verify': 'Cuenta de proveedor, verificación',
  'employee_bank.create': 'Cuenta de empleado, alta',
  employee_import: 'Importación de empleados',
  'employee_bank.verify': 'Cuenta de empleado, verificación',
  'provider_beneficiary.create': 'Beneficiario de un banco, alta',
  'provider_beneficiary.verify': 'Beneficiario de un banco, verificación',
  'expense_note.public': 'Nota de gastos, formulario público',
  provider_request: 'Solicitud de alta de proveedor',
  'payment_order.create': 'Pago, creación',
  'payment_order.buffer': 'Pago, bolsa',
  'payment_order.approve': 'Pago, aprobación',
  'payment_order.release': 'Pago, remesa',
  'payment_order.download': 'Pago, descarga del fichero',
  'payment_order.send': 'Pago, envío al banco',
  recurrent_payment: 'Pago recurrente',
  'payment_upload.payroll': 'Fichero de nóminas',
  'payment_upload.supplier': 'Fichero de pagos a proveedores',
  'statement_line.outgoing': 'Extracto, pago a la cuenta',
  'statement_line.incoming': 'Extracto, cobro de la cuenta',
  legal_cost: 'Coste de procedimiento legal',
}
