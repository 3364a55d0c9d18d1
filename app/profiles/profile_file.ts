import type { Field, Kind, Mode } from '#app/profiles/matching/matching_terms'
import type { KeywordInput } from '#app/profiles/profile_input'

/** A profile as files carry it: names instead of keys, so that it can go to another installation. */
export type FiledProfile = {
  name: string
  /** Tax number or code of the supplier; null is of all. */
  provider: string | null
  category: string
  account: string | null
  /** Codes of taxes (`IVA21`, `IRPF15`); null is that of the category or supplier. */
  vat: string | null
  withholding: string | null
  deductible_percent: number | null
  /** Cents. */
  amount_min: number | null
  amount_max: number | null
  priority: number
  min_score: number
  match_fields: Field[]
  requires_approval: boolean
  auto_book: boolean
  active: boolean
  keywords: KeywordInput[]
}

export const KIND_NAMES: Record<Kind, string> = { include: 'Incluye', require: 'Exige', exclude: 'Excluye' }
export const MODE_NAMES: Record<Mode, string> = {
  word: 'Palabra',
  phrase: 'Frase',
  prefix: 'Comienzo',
  exact: 'Campo entero',
  regex: 'Expresión',
  fuzzy: 'Aproximada',
}
export const FIELD_NAMES: Record<Field, string> = {
  concept: 'Concepto',
  description: 'Descripción',
  invoice_number: 'Número de factura',
  provider_name: 'Nombre del proveedor',
  full_text: 'Texto completo',
}

export const COLUMNS = [
  'Perfil',
  'Proveedor',
  'Categoría',
  'Cuenta',
  'IVA',
  'Retención',
  'Prioridad',
  'Mínimo',
  'Activo',
  'Tipo',
  'Modo',
  'Palabra',
  'Peso',
  'Campo',
] as const

export type FileRow = Record<(typeof COLUMNS)[number], string | number | null>

/** A row for each keyword, the data of its profile in each. */
export function rowsOf(profiles: readonly FiledProfile[]): FileRow[] {
  return profiles.flatMap((profile) =>
    profile.keywords.map((keyword) => ({
      Perfil: profile.name,
      Proveedor: profile.provider,
      Categoría: profile.category,
      Cuenta: profile.account,
      IVA: profile.vat,
      Retención: profile.withholding,
      Prioridad: profile.priority,
      Mínimo: profile.min_score,
      Activo: profile.active ? 'Sí' : 'No',
      Tipo: KIND_NAMES[keyword.kind],
      Modo: MODE_NAMES[keyword.mode],
      Palabra: keyword.text,
      Peso: keyword.weight,
      Campo: keyword.field ? FIELD_NAMES[keyword.field] : null,
    }))
  )
}
