import type { Option } from '~/kit/fields/choice_fields'
import { sentNames } from '~/kit/form/sent_names'
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
  siteIds: string[]
  categoryId: string | null
  ledgerAccountCode: string
  vatCodeId: string | null
  withholdingCodeId: string | null
  centerId: string | null
  deductiblePercent: string
  priority: string
  minScore: string
  matchFields: string[]
  amountMin: string
  amountMax: string
  requiresApproval: boolean
  autoBook: boolean
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
    siteIds: [],
    categoryId: null,
    ledgerAccountCode: '',
    vatCodeId: null,
    withholdingCodeId: null,
    centerId: null,
    deductiblePercent: '',
    priority: '100',
    minScore: '50',
    matchFields: ['concept', 'description'],
    amountMin: '',
    amountMax: '',
    requiresApproval: true,
    autoBook: false,
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
  return sentNames({
    ...values,
    siteIds: values.siteIds.map(Number),
    categoryId: values.categoryId === null ? null : Number(values.categoryId),
    ledgerAccountCode: textOrNull(values.ledgerAccountCode),
    vatCodeId: keyOrNull(values.vatCodeId),
    withholdingCodeId: keyOrNull(values.withholdingCodeId),
    centerId: keyOrNull(values.centerId),
    deductiblePercent: numberOrNull(values.deductiblePercent),
    priority: Number(values.priority),
    minScore: Number(values.minScore),
    amountMin: textOrNull(values.amountMin),
    amountMax: textOrNull(values.amountMax),
    keywords: values.keywords.map(({ kind, mode, text, weight, field }) => ({
      kind,
      mode,
      text,
      weight,
      field,
    })),
  })
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
