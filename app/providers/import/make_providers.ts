import type { Actor } from '#app/audit/record_event'
import type { Taken } from '#app/imports/define_import'
import type { ReadRow } from '#app/imports/read_rows'
import type { RightRow } from '#app/imports/table_import'
import { execute, inSavepoint, inTransaction, type Transaction } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { createProvider } from '#app/providers/actions/create_provider'
import type { FiledProvider } from '#app/providers/import/read_provider'

export type MadeProviders = { taken: Taken[]; refused: ReadonlyMap<number, string> }

/** Makes every supplier, each in a savepoint of its own; gives what was made and what was refused. */
export async function makeProviders(
  right: readonly RightRow<FiledProvider>[],
  actor: Actor,
  trx: Transaction,
  importId: string | null
): Promise<MadeProviders> {
  const taken: Taken[] = []
  const refused = new Map<number, string>()
  for (const { rowNo, value } of right) {
    try {
      taken.push({
        rowNo,
        type: 'provider',
        id: await inSavepoint((attempt) => makeOne(value.provider, importId, actor, attempt), trx),
      })
    } catch (error) {
      if (!isDomainError(error)) throw error
      refused.set(rowNo, error.message)
    }
  }
  return { taken, refused }
}

async function makeOne(
  provider: FiledProvider['provider'],
  importId: string | null,
  actor: Actor,
  trx: Transaction
): Promise<number> {
  const id = await createProvider(provider, actor, trx)
  await execute(`update providers set import_id = :importId::uuid where id = :id`, { importId, id }, trx)
  return id
}

class Rehearsed extends Error {
  constructor(readonly made: MadeProviders) {
    super('rehearsed')
  }
}

/**
 * What would be refused, found out by making the suppliers and taking all of it back: what is said here is what the import
 * would say.
 */
export async function rehearse(
  read: ReadRow<FiledProvider>[],
  actor: Actor
): Promise<ReadRow<FiledProvider>[]> {
  const right = read.flatMap(({ rowNo, value }) => (value ? [{ rowNo, value }] : []))
  const { refused } = await madeAndTakenBack(right, actor)
  return read.map((row) => {
    const error = refused.get(row.rowNo)
    return error ? { ...row, value: null, errors: [error] } : row
  })
}

async function madeAndTakenBack(
  right: readonly RightRow<FiledProvider>[],
  actor: Actor
): Promise<MadeProviders> {
  try {
    return await inTransaction(async (trx) => {
      throw new Rehearsed(await makeProviders(right, actor, trx, null))
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.made
    throw error
  }
}
