/** What people read for a code of a refusal; they see Revolut's own words where we know none. */
const REFUSALS: Readonly<Record<string, string>> = {
  '3006': 'Revolut ya no tiene la cuenta o el beneficiario. Compruebe los datos y vuelva a crear la orden.',
  '3012': 'Ya existe un beneficiario con estos datos.',
  '3081': 'Revolut no admite este tipo de beneficiario para ese país y esa divisa.',
  '3287': 'Revolut no admite este reparto de gastos para el beneficiario.',
  '3448': 'Revolut pide un motivo para el cambio de divisa.',
  '3472': 'Revolut no tiene tipo de cambio para estas divisas.',
  '4030': 'Revolut no admite esta divisa para ese país.',
}

const NO_FUNDS = 'No hay saldo suficiente en la cuenta de Revolut.'

/** Why a payment was declined, failed or came back, by its word. */
const REASONS: Readonly<Record<string, string>> = {
  insufficient_funds: NO_FUNDS,
  beneficiary_account_closed: 'La cuenta del beneficiario está cerrada.',
  beneficiary_bank_rejected: 'El banco del beneficiario ha rechazado la transferencia.',
  invalid_account: 'La cuenta del beneficiario no existe.',
  declined_by_approver: 'Se ha rechazado en Revolut.',
}

export const FORBIDDEN =
  'La autorización de Revolut no permite esta operación. Autorice de nuevo la conexión con permiso de lectura, escritura y pago.'

/** The sentence of a refusal. */
export function refusalText(status: number, code: string, message: string): string {
  if (status === 403) return FORBIDDEN
  const known = REFUSALS[code]
  if (known) return known
  if (/insufficient (?:balance|funds)/i.test(message)) return NO_FUNDS
  return `Revolut ha rechazado la operación: ${(message || code).replace(/\.$/, '')}.`
}

/** The sentence of a reason. */
export const reasonText = (reason: string): string =>
  REASONS[reason] ?? `Revolut ha rechazado el pago: ${reason}.`

/** Reasons of a transfer (`transfer-reasons`), in Spanish. */
export const PURPOSES: Readonly<Record<string, string>> = {
  advertising: 'Publicidad',
  advisor_fees: 'Honorarios de asesores',
  business_insurance: 'Seguro de empresa',
  construction: 'Construcción',
  delivery: 'Reparto y mensajería',
  education: 'Educación',
  exports: 'Exportaciones',
  family: 'Familia',
  fund_investment: 'Inversión en fondos',
  goods: 'Mercancías',
  homesend: 'Envío a casa',
  hotel: 'Hotel',
  insurance_claims: 'Siniestros de seguros',
  insurance_premium: 'Prima de seguro',
  loan_repayment: 'Devolución de préstamo',
  medical: 'Gastos médicos',
  office: 'Gastos de oficina',
  other_fees: 'Otros honorarios',
  personal_transfer: 'Transferencia personal',
  property_purchase: 'Compra de inmueble',
  property_rental: 'Alquiler de inmueble',
  royalties: 'Regalías',
  services: 'Servicios',
  share_investment: 'Inversión en acciones',
  tax: 'Impuestos',
  transfer: 'Traspaso',
  transportation: 'Transporte',
  travel: 'Viajes',
  utilities: 'Suministros',
}

/** Fields of a counterparty, in Spanish. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  account_no: 'Número de cuenta',
  account_type: 'Tipo de cuenta',
  address: 'Dirección',
  'address.city': 'Ciudad',
  'address.country': 'País',
  'address.postcode': 'Código postal',
  'address.region': 'Provincia o estado',
  'address.street_line1': 'Calle y número',
  'address.street_line2': 'Piso, puerta',
  bank_number: 'Código del banco',
  bic: 'BIC',
  branch_code: 'Código de la oficina',
  bsb_code: 'Código BSB',
  business_registration_id: 'Número de registro de la empresa',
  clabe: 'CLABE',
  iban: 'IBAN',
  ifsc: 'Código IFSC',
  national_id: 'Documento de identidad',
  phone: 'Teléfono',
  route: 'Vía de pago',
  routing_number: 'Número ABA',
  sort_code: 'Sort code',
  tax_id: 'Número fiscal',
}

/** Values of fields, in Spanish where the word is not one of the trade. */
export const OPTION_LABELS: Readonly<Record<string, string>> = {
  ach: 'ACH (1-3 días)',
  fedwire: 'Fedwire (mismo día)',
  swift: 'SWIFT',
  checking: 'Cuenta corriente',
  savings: 'Cuenta de ahorro',
}
