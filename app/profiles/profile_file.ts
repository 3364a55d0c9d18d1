import { DomainError } from '#app/kernel/domain_error'
import { foldText } from '#app/kernel/text/similarity'
import { FIELDS, type Field, KINDS, type Kind, MODES, type Mode } from '#app/profiles/matching/matching_terms'
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

/** The profiles of a sheet. Throws E_ROWS at `file`, naming the row. */
export function profilesOfRows(rows: readonly { line: number; cells: readonly string[] }[]): FiledProfile[] {
  const [head, ...body] = rows
  const places = new Map((head?.cells ?? []).map((cell, index) => [foldText(cell), index]))
  const missing = (['Perfil', 'Categoría', 'Palabra'] as const).filter((name) => !places.has(foldText(name)))
  if (missing.length > 0)
    throw new DomainError('E_COLUMNS', `Falta la columna «${missing[0]}».`, { field: 'file' })
  const found = new Map<string, FiledProfile>()
  for (const { line: rowNo, cells } of body) {
    const cell = (name: (typeof COLUMNS)[number]) => (cells[places.get(foldText(name)) ?? -1] ?? '').trim()
    if (cell('Perfil') === '') continue
    const key = JSON.stringify([cell('Perfil'), cell('Proveedor')])
    const profile = found.get(key) ?? {
      name: cell('Perfil'),
      provider: cell('Proveedor') || null,
      category: cell('Categoría'),
      account: cell('Cuenta') || null,
      vat: cell('IVA') || null,
      withholding: cell('Retención') || null,
      deductible_percent: null,
      amount_min: null,
      amount_max: null,
      priority: whole(cell('Prioridad') || '100', rowNo),
      min_score: whole(cell('Mínimo') || '50', rowNo),
      match_fields: ['concept', 'description'],
      requires_approval: true,
      auto_book: false,
      active: foldText(cell('Activo')) !== 'no',
      keywords: [],
    }
    found.set(key, profile)
    profile.keywords.push({
      kind: named(KIND_NAMES, cell('Tipo') || 'Incluye', rowNo),
      mode: named(MODE_NAMES, cell('Modo') || (cell('Palabra').includes(' ') ? 'Frase' : 'Palabra'), rowNo),
      text: cell('Palabra'),
      weight: whole(cell('Peso') || '50', rowNo),
      field: cell('Campo') === '' ? null : named(FIELD_NAMES, cell('Campo'), rowNo),
    })
  }
  return [...found.values()]
}

const refusal = (rowNo: number, message: string) =>
  new DomainError('E_ROWS', `Fila ${rowNo}: ${message}`, { field: 'file' })

function whole(text: string, rowNo: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 1000)
    throw refusal(rowNo, `«${text}» no es un número entero.`)
  return value
}

function named<Name extends string>(names: Record<Name, string>, text: string, rowNo: number): Name {
  const wanted = foldText(text)
  const found = (Object.entries(names) as [Name, string][]).find(
    ([name, said]) => name === wanted || foldText(said) === wanted
  )
  if (!found) throw refusal(rowNo, `no se entiende «${text}».`)
  return found[0]
}

/** The profiles of a JSON file as this product writes it. Throws E_JSON at `file` for anything else. */
export function profilesOfJson(text: string): FiledProfile[] {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (cause) {
    throw new DomainError('E_JSON', 'El fichero no es un JSON válido.', { field: 'file', cause })
  }
  const list = Array.isArray(given) ? given : (given as { profiles?: unknown })?.profiles
  if (!Array.isArray(list))
    throw new DomainError('E_JSON', 'El fichero no contiene perfiles.', { field: 'file' })
  return list.map((one, index) => filed(one as Record<string, unknown>, index + 1))
}

function filed(given: Record<string, unknown>, place: number): FiledProfile {
  const text = (name: string) => (typeof given[name] === 'string' ? (given[name] as string).trim() : '')
  const number = (name: string, otherwise: number) => whole(String(given[name] ?? otherwise), place)
  const wholeOrNull = (name: string) =>
    given[name] === undefined || given[name] === null ? null : whole(String(given[name]), place)
  const fields = Array.isArray(given.match_fields)
    ? FIELDS.filter((field) => (given.match_fields as unknown[]).includes(field))
    : []
  const keywords = Array.isArray(given.keywords) ? (given.keywords as Record<string, unknown>[]) : []
  if (!text('name') || !text('category')) throw refusal(place, 'faltan el nombre o la categoría.')
  return {
    name: text('name'),
    provider: text('provider') || null,
    category: text('category'),
    account: text('account') || null,
    vat: text('vat') || null,
    withholding: text('withholding') || null,
    deductible_percent: wholeOrNull('deductible_percent'),
    amount_min: wholeOrNull('amount_min'),
    amount_max: wholeOrNull('amount_max'),
    priority: number('priority', 100),
    min_score: number('min_score', 50),
    match_fields: fields.length > 0 ? fields : ['concept', 'description'],
    requires_approval: given.requires_approval !== false,
    auto_book: given.auto_book === true,
    active: given.active !== false,
    keywords: keywords.map(({ kind, mode, text: word, weight, field }) => {
      const known = { kind: KINDS.find((one) => one === kind), mode: MODES.find((one) => one === mode) }
      if (!known.kind || !known.mode || typeof word !== 'string')
        throw refusal(place, `no se entiende una palabra clave de «${text('name')}».`)
      return {
        kind: known.kind,
        mode: known.mode,
        text: word,
        weight: whole(String(weight ?? 50), place),
        field: FIELDS.find((one) => one === field) ?? null,
      }
    }),
  }
}
