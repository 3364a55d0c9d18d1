import type { ContractType } from '#app/employees/models/employee'

export const CONTRACT_TYPES: Record<ContractType, string> = {
  permanent: 'Indefinido',
  seasonal: 'Fijo discontinuo',
  temporary: 'Temporal',
  training: 'Formación en alternancia',
  internship: 'Prácticas',
  executive: 'Alta dirección',
}

/** How somebody made sure that an account is the employee's. */
export const VERIFICATION_METHODS = {
  certificate: 'Certificado de titularidad del banco',
  phone_call: 'Llamada a un teléfono ya conocido',
  in_person: 'Confirmado en persona',
  vop: 'Comprobación del titular por el banco (VoP)',
} as const
export type VerificationMethod = keyof typeof VERIFICATION_METHODS

export const DOCUMENT_KINDS = {
  contract: 'Contrato',
  identity: 'DNI/NIE',
  bank: 'Certificado bancario',
  payslip: 'Nómina',
  settlement: 'Finiquito',
  other: 'Otro',
} as const
export type DocumentKind = keyof typeof DOCUMENT_KINDS
