/** What stands for a confidential procedure where somebody may not see it. */
export const RESERVED = 'Procedimiento reservado'

/** Kinds of legal matters (area 30). */
export const PROCEDURE_KINDS = {
  civil: 'Judicial civil',
  commercial: 'Mercantil',
  labour: 'Laboral',
  contentious: 'Contencioso-administrativo',
  criminal: 'Penal',
  administrative: 'Administrativo',
  notarial: 'Notarial',
  registry: 'Registral',
  licence: 'Licencia',
  other: 'Otro',
} as const
export type ProcedureKind = keyof typeof PROCEDURE_KINDS

export const PARTY_ROLES = {
  claimant: 'Demandante',
  defendant: 'Demandado',
  applicant: 'Solicitante',
} as const
export type PartyRole = keyof typeof PARTY_ROLES

/** How likely a loss is: only a probable one is provided for (PGC, NRV 15). */
export const PROBABILITIES = { remote: 'Remota', possible: 'Posible', probable: 'Probable' } as const
export type Probability = keyof typeof PROBABILITIES

export const TERMS = { long: 'Largo plazo', short: 'Corto plazo' } as const
export type Term = keyof typeof TERMS

export const COST_CONCEPTS = {
  fee: 'Minuta',
  funds: 'Provisión de fondos',
  court_fee: 'Tasas',
  expert: 'Perito',
  deposit: 'Depósito o consignación',
  notary: 'Notaría',
  registry: 'Registro',
  awarded_costs: 'Costas',
} as const
export type CostConcept = keyof typeof COST_CONCEPTS

export const FILE_KINDS = {
  claim: 'Demanda',
  writ: 'Escrito',
  ruling: 'Sentencia',
  power: 'Poder',
  invoice: 'Factura',
  receipt: 'Justificante',
  other: 'Otro',
} as const
export type LegalFileKind = keyof typeof FILE_KINDS

export const OFFSET_METHODS = {
  transfer: 'Transferencia externa',
  cash: 'Efectivo',
  cheque: 'Cheque',
  compensation: 'Compensación',
  court_deposit: 'Consignación judicial',
} as const
export type OffsetMethod = keyof typeof OFFSET_METHODS

export const PHASE_COLOURS = {
  grey: 'Gris',
  blue: 'Azul',
  teal: 'Turquesa',
  green: 'Verde',
  amber: 'Ámbar',
  red: 'Rojo',
  violet: 'Violeta',
} as const
export type PhaseColour = keyof typeof PHASE_COLOURS
