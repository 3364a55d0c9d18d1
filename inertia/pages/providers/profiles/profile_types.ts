import type { Option } from '~/kit/fields/choice_fields'
import type { MoneyValue } from '~/kit/money'

export type Kind = 'include' | 'require' | 'exclude'
export type Mode = 'word' | 'phrase' | 'prefix' | 'exact' | 'regex' | 'fuzzy'
export type Field = 'concept' | 'description' | 'invoice_number' | 'provider_name' | 'full_text'

export type Keyword = {
  id?: number
  kind: Kind
  mode: Mode
  text: string
  weight: number
  field: Field | null
}

export type ProfileValues = {
  name: string
  site_ids: string[]
  category_id: string | null
  ledger_account_code: string
  vat_code_id: string | null
  withholding_code_id: string | null
  center_id: string | null
  deductible_percent: string
  priority: string
  min_score: string
  match_fields: string[]
  amount_min: string
  amount_max: string
  requires_approval: boolean
  auto_book: boolean
  active: boolean
  keywords: Keyword[]
  version: number
}

export type Named = { id: number; name: string }
export type FormChoices = {
  categories: { id: number; name: string; accountPrefix: string }[]
  sites: { id: number; code: string; name: string }[]
  codes: { vat: Option[]; withholding: Option[]; centers: (Option & { siteId: number })[] }
}

export const kindNames: Record<Kind, string> = { include: 'Incluye', require: 'Exige', exclude: 'Excluye' }
export const kindHelp: Record<Kind, string> = {
  include: 'Cada una suma su peso.',
  require: 'Todas tienen que aparecer.',
  exclude: 'Con una basta para descartar el perfil.',
}
export const modeNames: Record<Mode, string> = {
  word: 'Palabra',
  phrase: 'Frase',
  prefix: 'Comienzo de palabra',
  exact: 'Campo entero',
  regex: 'Expresión regular',
  fuzzy: 'Aproximada (errores de lectura)',
}
export const fieldNames: Record<Field, string> = {
  concept: 'Concepto de la línea',
  description: 'Descripción de la factura',
  invoice_number: 'Número de factura',
  provider_name: 'Nombre del proveedor',
  full_text: 'Texto completo del documento',
}

/** A new profile; for a concept nobody matched its words are there already. */
export function emptyProfile(concept: string | null): ProfileValues {
  return {
    name: concept?.slice(0, 60) ?? '',
    site_ids: [],
    category_id: null,
    ledger_account_code: '',
    vat_code_id: null,
    withholding_code_id: null,
    center_id: null,
    deductible_percent: '',
    priority: '100',
    min_score: '50',
    match_fields: ['concept', 'description'],
    amount_min: '',
    amount_max: '',
    requires_approval: true,
    auto_book: false,
    active: true,
    keywords: wordsOf(concept ?? ''),
    version: 0,
  }
}

const stopWords = new Set('de la el los las y en por para del al con sl sa'.split(' '))

function wordsOf(concept: string): Keyword[] {
  const words = concept.toLocaleLowerCase('es').match(/\p{L}{3,}/gu) ?? []
  return [...new Set(words)]
    .filter((word) => !stopWords.has(word))
    .slice(0, 6)
    .map((text) => ({ kind: 'include', mode: 'word', text, weight: 30, field: null }))
}

const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text))
const keyOrNull = (key: string | null) => (key === null ? null : Number(key))
const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** The form as the server takes it. */
export function sentProfile(values: ProfileValues) {
  return {
    ...values,
    site_ids: values.site_ids.map(Number),
    category_id: values.category_id === null ? null : Number(values.category_id),
    ledger_account_code: textOrNull(values.ledger_account_code),
    vat_code_id: keyOrNull(values.vat_code_id),
    withholding_code_id: keyOrNull(values.withholding_code_id),
    center_id: keyOrNull(values.center_id),
    deductible_percent: numberOrNull(values.deductible_percent),
    priority: Number(values.priority),
    min_score: Number(values.min_score),
    amount_min: textOrNull(values.amount_min),
    amount_max: textOrNull(values.amount_max),
    keywords: values.keywords.map(({ kind, mode, text, weight, field }) => ({
      kind,
      mode,
      text,
      weight,
      field,
    })),
  }
}

export type Hit = {
  keyword: string
  kind: Kind
  mode: Mode
  field: Field
  span: [number, number]
  weight: number
  factor: number
  points: number
}

export type Candidate = {
  profileId: number
  name: string
  isOwn: boolean
  eligible: boolean
  ineligibleReason: 'site' | 'amount' | 'required' | 'excluded' | null
  missing: string[]
  vetoedBy: string | null
  hits: Hit[]
  bonuses: { name: 'own_provider' | 'habit'; points: number }[]
  score: number
  minScore: number
}

export type Explanation = {
  text: string
  normalized: string
  tokens: string[]
  fields: Partial<Record<Field, { text: string; normalized: string }>>
  candidates: Candidate[]
  decision: 'matched' | 'ambiguous' | 'none'
  profileId: number | null
  decisionReason: string
}

export type TriedLine = {
  id: number
  documentId: number
  reference: string
  issuedOn: string
  provider: string
  concept: string
  amount: MoneyValue
  before: string
  after: string
  isMoved: boolean
}

export type Impact = {
  looked: number
  isCut: boolean
  moved: number
  flows: { before: string; after: string; lines: number; amount: MoneyValue }[]
  lines: TriedLine[]
}
