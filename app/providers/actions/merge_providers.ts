import { tellBankChanged } from '#app/accounts/payee_bank_followers'
import { type Actor, recordEvents } from '#app/audit/record_event'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { carryBalances } from '#app/providers/actions/carry_balances'
import { moveBanks } from '#app/providers/actions/move_banks'
import { mergeFollowers, type ProviderMerge } from '#app/providers/merge_followers'
import {
  balancesOf,
  isSameTaxId,
  lockPair,
  type MergingProvider,
  sitesOfProvider,
} from '#app/providers/queries/merge_facts'

type Wanted = {
  sourceId: number
  targetId: number
  /** Companies of who asks: nobody merges what others of the group work with. */
  scope: number[] | 'all'
  reason: string
  /** Two suppliers with different tax ids are one only because somebody says so. */
  isConfirmed: boolean
}

export type MergeSides = { source: MergingProvider; target: MergingProvider }

/**
 * Makes two suppliers one (area 04 §2): invoices, bank details, profiles, contracts and what was learned of the first
 * become the second's, what is owed to it is carried over in the books of each company, and the first stays only as the
 * way to the second. Nothing takes it back. Throws at `target_id`, `reason` and `is_confirmed`, E_OPEN with what has to
 * be settled before.
 */
export async function mergeProviders(wanted: Wanted, actor: Actor): Promise<MergeSides> {
  const reason = givenReason(wanted.reason)
  const merge: ProviderMerge = { sourceId: wanted.sourceId, targetId: wanted.targetId, actor }
  const { sides, ibans } = await inTransaction(async (trx) => {
    const sides = await findSides(merge, wanted.scope, trx)
    if (!wanted.isConfirmed && !isSameTaxId(sides.source, sides.target))
      throw new DomainError('E_DOUBT', 'Los NIF no coinciden. Confirme que son el mismo proveedor.', {
        field: 'is_confirmed',
      })
    const [obstacle] = await obstaclesOf(merge, sides, trx)
    if (obstacle) throw new DomainError('E_OPEN', obstacle, { field: 'target_id' })
    await leaveSource(sides, merge, trx)
    const ibans = await moveBanks(merge, trx)
    for (const follower of mergeFollowers()) await follower.move(merge, trx)
    await recordMerge(sides, actor, reason, trx)
    // Last, because it holds the year of each company while it numbers.
    await carryBalances(sides, actor, trx)
    return { sides, ibans }
  })
  for (const iban of ibans) await tellBankChanged({ payee: 'provider', payeeId: merge.targetId, iban })
  for (const follower of mergeFollowers()) await follower.after?.(merge)
  return sides
}

/** Both suppliers, locked. Throws at `target_id` where they cannot be made one at all. */
export async function findSides(
  { sourceId, targetId }: Pick<ProviderMerge, 'sourceId' | 'targetId'>,
  scope: number[] | 'all',
  trx: Transaction
): Promise<MergeSides> {
  const refuse = (message: string) => new DomainError('E_MERGE', message, { field: 'target_id' })
  if (sourceId === targetId) throw refuse('No puede fusionar un proveedor consigo mismo.')
  const pair = await lockPair({ sourceId, targetId }, trx)
  const source = pair.find(({ id }) => id === sourceId)
  const target = pair.find(({ id }) => id === targetId)
  if (!source || !target) throw refuse('El valor seleccionado no es válido.')
  if (source.status === 'merged') throw refuse(`${source.legalName} ya está fusionado con otro proveedor.`)
  if (target.status !== 'active' || !target.active)
    throw refuse(`${target.legalName} no está activo: elija un proveedor activo.`)
  if (source.siteIdIfGroup !== null)
    throw refuse(`${source.legalName} es una empresa del grupo: no se fusiona.`)
  const strange =
    scope === 'all' ? [] : (await sitesOfProvider(sourceId, trx)).filter((id) => !scope.includes(id))
  if (strange.length > 0)
    throw refuse(
      'Tiene documentos de empresas a las que usted no accede: debe fusionarlo quien acceda a todas.'
    )
  return { source, target }
}

/** What has to be settled before, in sentences. */
export async function obstaclesOf(
  merge: Pick<ProviderMerge, 'sourceId' | 'targetId'>,
  { source }: MergeSides,
  trx: Transaction
): Promise<string[]> {
  const foreign = (await balancesOf(source.id, trx)).filter(
    ({ currency, baseCurrency }) => currency !== baseCurrency
  )
  const found = foreign.map(
    ({ site, code, currency }) =>
      `La cuenta ${code} de ${site} tiene saldo en ${currency}: sáldela antes de fusionar.`
  )
  const fund = await row<{ id: number }>(
    `select v.id from providers p join virtual_accounts v on v.id = p.reserve_virtual_account_id join account_balances b on b.account_id = v.ledger_account_id
      where p.id = :id and b.balance_minor <> 0`,
    { id: source.id },
    trx
  )
  if (fund) found.push('Tiene dinero en su fondo de reserva: libérelo antes de fusionar.')
  for (const follower of mergeFollowers()) found.push(...((await follower.refuse?.(merge, trx)) ?? []))
  return found
}

/** Fills in what the other did not know, and leaves the first as the way to it. */
async function leaveSource(
  { source, target }: MergeSides,
  merge: ProviderMerge,
  trx: Transaction
): Promise<void> {
  const { sourceId, targetId, actor } = merge
  await execute(
    `update providers t set email = coalesce(nullif(t.email, ''), s.email), phone = coalesce(nullif(t.phone, ''), s.phone),
        website = coalesce(nullif(t.website, ''), s.website), contact_name = coalesce(nullif(t.contact_name, ''), s.contact_name),
        address = coalesce(nullif(t.address, ''), s.address), postal_code = coalesce(nullif(t.postal_code, ''), s.postal_code),
        city = coalesce(nullif(t.city, ''), s.city), province_code = coalesce(nullif(t.province_code, ''), s.province_code),
        trade_name = coalesce(nullif(t.trade_name, ''), s.trade_name), default_category_id = coalesce(t.default_category_id, s.default_category_id),
        default_profile_id = coalesce(t.default_profile_id, s.default_profile_id),
        lock_version = t.lock_version + 1, updated_by = :userId
       from providers s where t.id = :targetId and s.id = :sourceId`,
    { sourceId, targetId, userId: actor.userId },
    trx
  )
  await execute(
    `update providers set status = 'merged', active = false, block_reason = null, merged_into_id = :targetId, default_profile_id = null,
        lock_version = lock_version + 1, updated_by = :userId where id = :sourceId`,
    { sourceId, targetId, userId: actor.userId },
    trx
  )
  await execute(
    `update providers set merged_into_id = :targetId where merged_into_id = :sourceId`,
    { sourceId, targetId },
    trx
  )
  if (target.taxId === null && source.taxId !== null)
    await execute(
      `update providers set tax_id = :taxId, tax_id_type = :taxIdType where id = :targetId`,
      { targetId, taxId: source.taxId, taxIdType: source.taxIdType },
      trx
    )
}

function recordMerge(
  { source, target }: MergeSides,
  actor: Actor,
  reason: string,
  trx: Transaction
): Promise<void> {
  const named = ({ code, legalName }: MergingProvider) => `${legalName} (${code})`
  return recordEvents(
    [
      {
        actor,
        objectType: 'provider',
        objectId: source.id,
        event: 'provider.merged',
        from: source.status,
        to: 'merged',
        reason,
        diff: { mergedInto: [null, named(target)] },
      },
      {
        actor,
        objectType: 'provider',
        objectId: target.id,
        event: 'provider.absorbed',
        reason,
        diff: { absorbed: [null, named(source)] },
      },
    ],
    trx
  )
}
