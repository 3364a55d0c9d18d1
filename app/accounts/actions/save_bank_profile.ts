import { allowsAccount, viewerBindings } from '#app/accounts/queries/account_scope'
import type { Viewer } from '#app/accounts/viewer'
import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

export type BankProfileFacts = {
  name: string
  painVersion: '001.001.09' | '001.001.03'
  charset: 'latin' | 'spanish'
  batchBooking: boolean
  needsNifSuffix: boolean
  needsBic: boolean
  instantAllowed: boolean
  maxOperations: number
  /** `HH:MM`, Europe/Madrid. */
  cutOff: string
  /** How its payments leave; by network they go through the connection named `gateway`. */
  channel: 'sepa_file' | 'manual' | 'api'
  gateway: string | null
}

type AccountKey = { id: number; siteId: number }

/** Chooses the profile of an account's files. Throws at `bank_profile_id` when there is no such profile. */
export async function chooseBankProfile(account: AccountKey, profileId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const profile = await row<{ name: string }>(
      `select name from bank_profiles where id = :profileId`,
      { profileId },
      trx
    )
    if (!profile)
      throw new DomainError('E_PROFILE', 'El valor seleccionado no es válido.', { field: 'bank_profile_id' })
    await assign(account, { id: profileId, name: profile.name }, actor, trx)
  })
}

/** Makes a profile and gives it to an account. Throws at `name` when there is one of that name. */
export async function createBankProfile(
  account: AccountKey,
  facts: BankProfileFacts,
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    await refuseTaken(facts.name, null, trx)
    const { id } = await oneRow<{ id: number }>(
      `insert into bank_profiles (name, pain_version, charset, batch_booking, needs_nif_suffix, needs_bic, instant_allowed, max_operations, cut_off, channel, gateway)
       values (:name, :painVersion, :charset, :batchBooking, :needsNifSuffix, :needsBic, :instantAllowed, :maxOperations, :cutOff, :channel, :gateway) returning id`,
      { ...facts },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'bank_profile',
        objectId: id,
        event: 'bank_profile.created',
        diff: changedFields({}, facts),
      },
      trx
    )
    await assign(account, { id, name: facts.name }, actor, trx)
  })
}

type Change = { profileId: number; facts: BankProfileFacts; lockVersion: number; viewer: Viewer }

/**
 * Changes a profile for all the accounts that have it. Throws E_SHARED when accounts beyond the caller's reach do,
 * E_STALE when somebody else changed it meanwhile, at `name` when there is another of that name.
 */
export async function updateBankProfile(
  { profileId, facts, lockVersion, viewer }: Change,
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const { lockVersion: known, ...before } = await oneRow<BankProfileFacts & { lockVersion: number }>(
      `select name, pain_version, charset, batch_booking, needs_nif_suffix, needs_bic, instant_allowed, max_operations, to_char(cut_off, 'HH24:MI') as cut_off, channel, gateway, lock_version
         from bank_profiles where id = :profileId for update`,
      { profileId },
      trx
    )
    if (known !== lockVersion)
      throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
        field: 'form',
      })
    await refuseShared(profileId, viewer, trx)
    await refuseTaken(facts.name, profileId, trx)
    await execute(
      `update bank_profiles set name = :name, pain_version = :painVersion, charset = :charset, batch_booking = :batchBooking, needs_nif_suffix = :needsNifSuffix,
          needs_bic = :needsBic, instant_allowed = :instantAllowed, max_operations = :maxOperations, cut_off = :cutOff, channel = :channel, gateway = :gateway, lock_version = lock_version + 1, updated_at = now()
        where id = :profileId`,
      { profileId, ...facts },
      trx
    )
    const event = { actor, objectType: 'bank_profile', objectId: profileId, event: 'bank_profile.updated' }
    await recordEvent({ ...event, diff: changedFields({ ...before }, facts) }, trx)
  })
}

async function refuseShared(profileId: number, viewer: Viewer, trx: Transaction): Promise<void> {
  const all = viewer.siteIds === 'all'
  const beyond = await row(
    `select 1 as found from bank_accounts b where b.bank_profile_id = :profileId and not ((:all or b.site_id = any(:siteIds::bigint[])) and ${allowsAccount('view', 'b.id')}) limit 1`,
    { profileId, all, siteIds: viewer.siteIds === 'all' ? [] : viewer.siteIds, ...viewerBindings(viewer) },
    trx
  )
  if (beyond)
    throw new DomainError(
      'E_SHARED',
      'Este perfil lo usan cuentas a las que no tiene acceso: cree uno nuevo para esta cuenta.',
      { field: 'form' }
    )
}

async function refuseTaken(name: string, id: number | null, trx: Transaction): Promise<void> {
  const taken = await row(
    `select 1 as found from bank_profiles where lower(name) = lower(:name) and id is distinct from :id::bigint`,
    { name, id },
    trx
  )
  if (taken) throw new DomainError('E_NAME_TAKEN', 'Ya existe un perfil con este nombre.', { field: 'name' })
}

async function assign(
  { id, siteId }: AccountKey,
  profile: { id: number; name: string },
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const before = await oneRow<{ profileId: number | null; name: string | null; status: string }>(
    `select b.bank_profile_id as profile_id, p.name, b.status from bank_accounts b left join bank_profiles p on p.id = b.bank_profile_id where b.id = :id for update of b`,
    { id },
    trx
  )
  if (before.status === 'closed')
    throw new DomainError('E_CLOSED', 'La cuenta está cerrada: reábrala para cambiar sus datos.', {
      field: 'form',
    })
  if (before.profileId === profile.id) return
  await execute(
    `update bank_accounts set bank_profile_id = :profileId, updated_by = :userId where id = :id`,
    { id, profileId: profile.id, userId: actor.userId },
    trx
  )
  const event = { actor, objectType: 'bank_account', objectId: id, siteId, event: 'bank_account.updated' }
  await recordEvent({ ...event, diff: { bankProfile: [before.name, profile.name] } }, trx)
}
