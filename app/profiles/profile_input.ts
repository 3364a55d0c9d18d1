import { DomainError } from '#app/kernel/domain_error'
import { patternSize } from '#app/kernel/pattern/safe_pattern'
import {
  type Field,
  FUZZY_LENGTH_MIN,
  type Kind,
  type Mode,
  PREFIX_LENGTH_MIN,
} from '#app/profiles/matching/matching_terms'
import { isEmptyWord, joined, normalText } from '#app/profiles/matching/normal_text'

export const KEYWORDS_MAX = 200
export const NAME_LENGTH = [2, 120] as const
export const MIN_SCORE = [1, 1000] as const
export const WEIGHT = [1, 100] as const
/** Of a keyword, and of one that is an expression. */
const TEXT_LENGTH_MAX = 120
const PATTERN_LENGTH_MAX = 200

/** What the expressions of a profile may cost together a character of a text: they are all asked of every text. */
export const EXPRESSIONS_SIZE_MAX = 5_000

/** A keyword as somebody writes it. */
export type KeywordInput = { kind: Kind; mode: Mode; text: string; weight: number; field: Field | null }

export type CheckedKeyword = KeywordInput & { textNorm: string }

/** A profile as its form sends it; amounts in cents. */
export type ProfileInput = {
  name: string
  providerId: number | null
  siteIds: number[]
  categoryId: number
  ledgerAccountCode: string | null
  /** Of its category or supplier when null. */
  vatCodeId: number | null
  withholdingCodeId: number | null
  deductiblePercent: number | null
  /** A cost centre of the one company that the profile is for. */
  centerId: number | null
  priority: number
  minScore: number
  matchFields: Field[]
  amountMinMinor: number | null
  amountMaxMinor: number | null
  requiresApproval: boolean
  autoBook: boolean
  active: boolean
  keywords: KeywordInput[]
}

/**
 * A keyword with what is compared of it. Throws at `keywords`: E_KEYWORD for words that say nothing, are too short for
 * their mode or are several where one is asked for, E_PATTERN for an expression that is not understood.
 */
export function checkedKeyword(keyword: KeywordInput): CheckedKeyword {
  const text = keyword.text.trim()
  const lengthMax = keyword.mode === 'regex' ? PATTERN_LENGTH_MAX : TEXT_LENGTH_MAX
  if (text.length > lengthMax)
    throw refusal(`«${text.slice(0, 30)}…» es demasiado larga: hasta ${lengthMax} letras.`)
  if (keyword.mode === 'regex') return { ...keyword, text, textNorm: checkedPattern(text) }
  const normal = normalText(text)
  if (isEmptyWord(normal)) throw refusal('La palabra clave no puede ser una palabra vacía.')
  const textNorm = joined(normal)
  const isOneWord = ['word', 'prefix', 'fuzzy'].includes(keyword.mode)
  if (isOneWord && normal.raws.length > 1)
    throw refusal(`«${text}» son varias palabras: elija el modo «frase» o «campo entero».`)
  if (keyword.mode === 'prefix' && textNorm.length < PREFIX_LENGTH_MIN)
    throw refusal(`«${text}»: un comienzo de palabra necesita al menos ${PREFIX_LENGTH_MIN} letras.`)
  if (keyword.mode === 'fuzzy' && textNorm.length < FUZZY_LENGTH_MIN)
    throw refusal(`«${text}»: el modo aproximado necesita al menos ${FUZZY_LENGTH_MIN} letras.`)
  return { ...keyword, text, textNorm }
}

/** All keywords of a profile, each once. Throws as `checkedKeyword`, and E_KEYWORD_TWICE, E_KEYWORDS and E_PATTERNS at `keywords`. */
export function checkedKeywords(keywords: readonly KeywordInput[]): CheckedKeyword[] {
  if (keywords.length > KEYWORDS_MAX)
    throw new DomainError('E_KEYWORDS', `Un perfil admite hasta ${KEYWORDS_MAX} palabras clave.`, {
      field: 'keywords',
    })
  const seen = new Set<string>()
  const all = keywords.map((keyword) => {
    const checked = checkedKeyword(keyword)
    const key = JSON.stringify([checked.kind, checked.mode, checked.textNorm, checked.field])
    if (seen.has(key))
      throw new DomainError(
        'E_KEYWORD_TWICE',
        `Esta palabra clave ya existe en el perfil: «${checked.text}».`,
        {
          field: 'keywords',
        }
      )
    seen.add(key)
    return checked
  })
  assertExpressions(all)
  return all
}

/** Throws E_PATTERNS at `keywords` when the expressions among the keywords of a profile cost too much together. */
export function assertExpressions(keywords: readonly Pick<CheckedKeyword, 'mode' | 'textNorm'>[]): void {
  if (expressionsSize(keywords) > EXPRESSIONS_SIZE_MAX)
    throw new DomainError(
      'E_PATTERNS',
      'Las expresiones del perfil son demasiado largas en conjunto: reduzca sus repeticiones o su número.',
      { field: 'keywords' }
    )
}

/** Throws E_BOUNDS for what no form would send and a file may say: a name of one letter, a weight of 0. */
export function assertWithinBounds({ name, minScore, deductiblePercent, keywords }: ProfileInput): void {
  const isWithin = (value: number, [min, max]: readonly [number, number]) => value >= min && value <= max
  const outside = (message: string) => new DomainError('E_BOUNDS', message)
  if (!isWithin(name.trim().length, NAME_LENGTH))
    throw outside(`el nombre debe tener entre ${NAME_LENGTH[0]} y ${NAME_LENGTH[1]} letras.`)
  if (!isWithin(minScore, MIN_SCORE))
    throw outside(`la puntuación mínima debe estar entre ${MIN_SCORE[0]} y ${MIN_SCORE[1]}.`)
  if (deductiblePercent !== null && !isWithin(deductiblePercent, [0, 100]))
    throw outside('el porcentaje deducible debe estar entre 0 y 100.')
  const word = keywords.find(({ weight }) => !isWithin(weight, WEIGHT))
  if (word) throw outside(`el peso de «${word.text}» debe estar entre ${WEIGHT[0]} y ${WEIGHT[1]}.`)
}

/** Throws E_ACCOUNT_CODE at `ledger_account_code` and E_AMOUNTS at `amount_max` for what no profile may have. */
export function assertUsable({ ledgerAccountCode, amountMinMinor, amountMaxMinor }: ProfileInput): void {
  // Group 2 and 6, prepayments to suppliers and expenses of later years: what an invoice may be charged to (area 00 §6).
  if (ledgerAccountCode !== null && !/^(2|6|407|480)\d{1,11}$/.test(ledgerAccountCode))
    throw new DomainError('E_ACCOUNT_CODE', 'Use una cuenta de los grupos 2 o 6, la 407 o la 480.', {
      field: 'ledger_account_code',
    })
  if (amountMinMinor !== null && amountMaxMinor !== null && amountMinMinor > amountMaxMinor)
    throw new DomainError('E_AMOUNTS', 'El importe máximo no puede ser menor que el mínimo.', {
      field: 'amount_max',
    })
}

/** The size of all expressions among some keywords. */
export const expressionsSize = (keywords: readonly Pick<CheckedKeyword, 'mode' | 'textNorm'>[]): number =>
  keywords.reduce((sum, { mode, textNorm }) => sum + (mode === 'regex' ? patternSize(textNorm) : 0), 0)

/** Throws E_SCORE at `min_score` when the included words together cannot reach it (area 04 §6). */
export function assertReachable(minScore: number, keywords: readonly KeywordInput[]): void {
  const sum = keywords.reduce((total, { kind, weight }) => total + (kind === 'include' ? weight : 0), 0)
  if (minScore > sum)
    throw new DomainError(
      'E_SCORE',
      `La puntuación mínima (${minScore}) no se puede alcanzar con las palabras actuales (${sum}).`,
      { field: 'min_score' }
    )
}

function checkedPattern(text: string): string {
  try {
    patternSize(text)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new DomainError('E_PATTERN', `La expresión no es válida. ${error.message}`, {
      field: 'keywords',
      cause: error,
    })
  }
  return text
}

const refusal = (message: string) => new DomainError('E_KEYWORD', message, { field: 'keywords' })
