import type { Asked } from '#app/imports/define_import'
import type { ReadRow } from '#app/imports/read_rows'
import type { Client } from '#app/kernel/database/sql'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { refuseForeignCodes, TAX_FIELDS } from '#app/ledger/actions/refuse_foreign_codes'
import { joinParts } from '#app/profiles/import/join_parts'
import { profileInputOf } from '#app/profiles/import/profile_input_of'
import { findKnown, type KnownProfile, lookUp } from '#app/profiles/import/profile_lookups'
import type { FiledProfile } from '#app/profiles/profile_file'
import {
  assertReachable,
  assertUsable,
  assertWithinBounds,
  checkedKeywords,
  type ProfileInput,
} from '#app/profiles/profile_input'

const PROFILES_MAX = 5_000

/** A profile of a file as it would be made, and the one that it would take the place of. */
export type ProfileToTake = { filed: FiledProfile; input: ProfileInput; known: KnownProfile | null }

/**
 * Each profile of a file with what speaks against it: names that nobody here has, words that say nothing, a score out of
 * reach, a profile of companies that are not the sender's under its name. Throws E_ROWS_MAX at `file`.
 */
export async function judgeProfiles(
  read: readonly ReadRow<FiledProfile>[],
  { scope }: Pick<Asked, 'scope'>,
  client?: Client
): Promise<ReadRow<ProfileToTake>[]> {
  const joined = joinParts(read)
  if (joined.filter(({ leftOut }) => leftOut === undefined).length > PROFILES_MAX)
    throw new DomainError('E_ROWS_MAX', `El fichero tiene más de ${PROFILES_MAX} perfiles.`, {
      field: 'file',
    })
  const lookups = await lookUp(
    joined.flatMap(({ value }) => (value ? [value] : [])),
    client
  )
  const meant = joined.map((row) => tried(row, (filed) => ({ filed, input: profileInputOf(filed, lookups) })))
  const known = await findKnown(
    meant.map(({ value }) => value?.input ?? null),
    scope,
    client
  )
  const refuseCodes = codeRefusals(client)
  const seen = new Map<string, number>()
  const judged: ReadRow<ProfileToTake>[] = []
  for (const [at, row] of meant.entries()) {
    const codes = row.value ? await refuseCodes(row.value.input) : null
    judged.push(
      tried(row, ({ filed, input }) => {
        const inPlaceOf = known.get(at) ?? null
        if (inPlaceOf && !inPlaceOf.isSeen)
          throw new DomainError('E_SCOPE', 'ya existe en empresas con las que usted no trabaja.')
        refuseTwice(seen, input, row.rowNo)
        assertSound(input)
        if (codes) throw codes
        return { filed, input, known: inPlaceOf }
      })
    )
  }
  return judged.map(withName)
}

/** A row one step further, or with why not. */
function tried<From, To>(row: ReadRow<From>, step: (value: From) => To): ReadRow<To> {
  if (row.value === null) return { ...row, value: null }
  try {
    return { ...row, value: step(row.value) }
  } catch (error) {
    if (!isDomainError(error)) throw error
    return { ...row, value: null, errors: [error.message] }
  }
}

function assertSound(input: ProfileInput): void {
  assertWithinBounds(input)
  const keywords = checkedKeywords(input.keywords)
  if (input.active) assertReachable(input.minScore, keywords)
  assertUsable(input)
}

/** A profile that stands in the file twice would take its own place. */
function refuseTwice(seen: Map<string, number>, { name, providerId }: ProfileInput, rowNo: number): void {
  const key = JSON.stringify([name, providerId])
  const earlier = seen.get(key)
  if (earlier !== undefined) throw new DomainError('E_TWICE', `ya está en la fila ${earlier} del fichero.`)
  seen.set(key, rowNo)
}

/** Why a tax is none that a profile may have; the same taxes stand in thousands of profiles and are asked once. */
function codeRefusals(client?: Client): (input: ProfileInput) => Promise<DomainError | null> {
  const asked = new Map<string, Promise<DomainError | null>>()
  return ({ vatCodeId, withholdingCodeId }) => {
    const key = JSON.stringify([vatCodeId, withholdingCodeId])
    const answer =
      asked.get(key) ??
      refuseForeignCodes({ vatCodeId, withholdingCodeId }, TAX_FIELDS, client).then(
        () => null,
        (error: unknown) => {
          if (!isDomainError(error)) throw error
          return error
        }
      )
    asked.set(key, answer)
    return answer
  }
}

const withName = <Value>(row: ReadRow<Value>): ReadRow<Value> =>
  row.raw.name ? { ...row, errors: row.errors.map((message) => `Perfil «${row.raw.name}»: ${message}`) } : row
