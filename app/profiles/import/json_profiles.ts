import type { ReadRow } from '#app/imports/read_rows'
import { DomainError } from '#app/kernel/domain_error'
import { wholeNumber } from '#app/profiles/import/profile_rows'
import { FIELDS, KINDS, MODES } from '#app/profiles/matching/matching_terms'
import type { FiledProfile } from '#app/profiles/profile_file'
import type { KeywordInput } from '#app/profiles/profile_input'

const START_BYTES = 64

/**
 * The profiles of a JSON file as this product writes it, numbered from 1, each with what is wrong with it; null for a file
 * that is no JSON. Throws E_JSON at `file` where it cannot be read or holds no profiles.
 */
export async function readJsonProfiles(bytes: Uint8Array): Promise<ReadRow<FiledProfile>[] | null> {
  const text = (part: Uint8Array) => Buffer.from(part).toString('utf8').replace('\uFEFF', '')
  if (!/^\s*[[{]/.test(text(bytes.subarray(0, START_BYTES)))) return null
  return entriesOf(text(bytes)).map((entry, index) => readEntry(entry, index + 1))
}

function entriesOf(text: string): unknown[] {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (cause) {
    throw new DomainError('E_JSON', 'El fichero no es un JSON válido.', { field: 'file', cause })
  }
  const list = Array.isArray(given) ? given : (given as { profiles?: unknown })?.profiles
  if (!Array.isArray(list))
    throw new DomainError('E_JSON', 'El fichero no contiene perfiles.', { field: 'file' })
  return list
}

type Given = Record<string, unknown>

function readEntry(entry: unknown, rowNo: number): ReadRow<FiledProfile> {
  const given = (typeof entry === 'object' && entry !== null ? entry : {}) as Given
  const errors: string[] = []
  const profile = filedIn(given, (message) => errors.push(message))
  if (!profile.name || !profile.category) errors.unshift('Faltan el nombre o la categoría.')
  const { name, provider, category } = profile
  return {
    rowNo,
    // Each entry is a profile of its own, whatever it is called.
    raw: { entry: String(rowNo), name, provider: provider ?? '', category },
    value: errors.length === 0 ? profile : null,
    errors,
    warnings: [],
  }
}

function filedIn(given: Given, refuse: (message: string) => void): FiledProfile {
  const text = (name: string) => (typeof given[name] === 'string' ? given[name].trim() : '')
  const isGiven = (name: string) => given[name] !== undefined && given[name] !== null
  const whole = (name: string) => (isGiven(name) ? wholeNumber(String(given[name]), refuse) : null)
  const cents = (name: string) => {
    const minor = given[name]
    if (!isGiven(name) || (Number.isSafeInteger(minor) && Number(minor) >= 0))
      return (minor as number) ?? null
    refuse(`«${String(minor)}» no es un importe en céntimos.`)
    return null
  }
  const fields = Array.isArray(given.match_fields)
    ? FIELDS.filter((field) => (given.match_fields as unknown[]).includes(field))
    : []
  const keywords = Array.isArray(given.keywords) ? (given.keywords as unknown[]) : []
  return {
    name: text('name'),
    provider: text('provider') || null,
    category: text('category'),
    account: text('account') || null,
    vat: text('vat') || null,
    withholding: text('withholding') || null,
    deductible_percent: whole('deductible_percent'),
    amount_min: cents('amount_min'),
    amount_max: cents('amount_max'),
    priority: whole('priority') ?? 100,
    min_score: whole('min_score') ?? 50,
    match_fields: fields.length > 0 ? fields : ['concept', 'description'],
    requires_approval: given.requires_approval !== false,
    auto_book: given.auto_book === true,
    active: given.active !== false,
    keywords: keywords.flatMap((word) => keywordIn((word ?? {}) as Given, text('name'), refuse)),
  }
}

function keywordIn(given: Given, profile: string, refuse: (message: string) => void): KeywordInput[] {
  const kind = KINDS.find((one) => one === given.kind)
  const mode = MODES.find((one) => one === given.mode)
  if (!kind || !mode || typeof given.text !== 'string') {
    refuse(`no se entiende una palabra clave de «${profile}».`)
    return []
  }
  const weight = wholeNumber(String(given.weight ?? 50), refuse) ?? 50
  return [{ kind, mode, text: given.text, weight, field: FIELDS.find((one) => one === given.field) ?? null }]
}
