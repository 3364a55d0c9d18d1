import { type Actor, recordEvent } from '#app/audit/record_event'
import type { Beneficiary, WantedBeneficiary } from '#app/banking/bank_provider'
import { storeBeneficiaries } from '#app/banking/beneficiaries/sync_beneficiaries'
import { askBank } from '#app/banking/pages/acts/ask_bank'
import { blockedText, checkIban } from '#app/blacklist/check_iban'
import { execute, inTransaction, oneRow, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { normalizeIban } from '#app/kernel/identifiers/iban'

/** `reference`: what its payments usually say, kept here alone. */
type Wanted = { connectorId: number; siteId: number; wanted: WantedBeneficiary; reference?: string | null }

/** `fieldErrors` by the key of the bank's field. */
export type MadeBeneficiary =
  | { kind: 'made'; id: number; iban: string | null }
  | { kind: 'refused'; message: string; fieldErrors: Readonly<Record<string, string>> }

/**
 * Makes somebody at a bank whom it can pay; a second person verifies them before the first payment. Throws DomainError at the
 * field of the IBAN for one that is blocked or that the connection has already, and where the bank cannot be asked.
 */
export async function makeBeneficiary(
  { connectorId, siteId, wanted, reference = null }: Wanted,
  actor: Actor
): Promise<MadeBeneficiary> {
  await refuseIban(connectorId, wanted.values, actor)
  const made = await askBank(connectorId, async ({ bank, connection, client }) => {
    if (!bank.beneficiaries) throw new Error(`${connection.provider} has no beneficiaries`)
    return bank.beneficiaries.create(connection, client, wanted)
  })
  if (made.kind === 'refused') return made
  return { kind: 'made', ...(await keep({ connectorId, siteId, reference, made: made.beneficiary }, actor)) }
}

async function refuseIban(
  connectorId: number,
  values: Readonly<Record<string, string>>,
  { userId }: Actor
): Promise<void> {
  const [key, text] = Object.entries(values).find(([name]) => /(^|\.)iban$/i.test(name)) ?? []
  if (key === undefined || !text) return
  const field = `values.${key}`
  const iban = normalizeIban(text)
  const hit = await checkIban(iban, { point: 'provider_beneficiary.create', userId })
  if (hit?.severity === 'block') throw new DomainError('E_BLACKLIST', blockedText(hit), { field })
  const twin = await row(
    `select 1 as found from provider_beneficiaries where connector_id = :connectorId and iban = :iban and status in ('active', 'pending')`,
    { connectorId, iban }
  )
  if (twin) throw new DomainError('E_BENEFICIARY', 'Ya existe un beneficiario con este IBAN.', { field })
}

type Kept = Pick<Wanted, 'connectorId' | 'siteId'> & { reference: string | null; made: Beneficiary }

/** Who made it is kept, so that somebody else verifies it: of one that the bank had before, nobody here did. */
function keep(
  { connectorId, siteId, reference, made }: Kept,
  actor: Actor
): Promise<{ id: number; iban: string | null }> {
  return inTransaction(async (trx) => {
    await storeBeneficiaries(connectorId, [made], actor, trx)
    const { id, iban } = await oneRow<{ id: number; iban: string | null }>(
      `select id, iban from provider_beneficiaries where connector_id = :connectorId and external_id = :externalId for update`,
      { connectorId, externalId: made.externalId },
      trx
    )
    await execute(
      `update provider_beneficiaries set created_by = :userId where id = :id and created_by is null and verified_at is null`,
      { id, userId: actor.userId },
      trx
    )
    if (reference !== null)
      await execute(
        `update provider_beneficiaries set reference = :reference where id = :id`,
        { id, reference },
        trx
      )
    await recordEvent(
      {
        actor,
        objectType: 'provider_beneficiary',
        objectId: id,
        siteId,
        event: 'provider_beneficiary.created',
        to: made.status,
        diff: { name: [null, made.name], account: [null, made.account] },
      },
      trx
    )
    return { id, iban }
  })
}
