import { beneficiaryFingerprint } from '#app/banking/beneficiaries/beneficiary_fingerprint'
import { makeBeneficiary } from '#app/banking/pages/acts/make_beneficiary'
import { verifyBeneficiary } from '#app/banking/pages/acts/verify_beneficiary'
import { findBeneficiary } from '#app/banking/pages/queries/find_beneficiary'
import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import { execute } from '#app/kernel/database/sql'
import { ibanFromCcc } from '#app/kernel/identifiers/iban'

const PAYEES = [
  { name: 'Jardines y Piscinas Nerea SL', ccc: '210008130123400017', isVerified: true },
  { name: 'Seguridad Faro SL', ccc: '004915000123400025', isVerified: false },
]

/** Two payees that Sara made at the bank: one that a second person verified long ago, one that waits for it. */
export async function createDemoBeneficiaries(
  connectorId: number,
  { id: siteId }: DemoSite,
  users: DemoUsers
): Promise<void> {
  const [senior, system] = [users.senior, users.system]
  for (const { name, ccc, isVerified } of PAYEES) {
    const wanted = {
      currency: 'EUR',
      country: 'ES',
      kind: 'iban',
      name,
      email: null,
      values: { iban: ibanFromCcc(ccc) ?? '' },
    }
    const made = await makeBeneficiary({ connectorId, siteId, wanted }, { userId: senior, kind: 'user' })
    if (made.kind === 'refused') throw new Error(`${name}: ${made.message}`)
    if (isVerified) await verifyLongAgo(made.id, connectorId, system)
  }
}

async function verifyLongAgo(id: number, connectorId: number, userId: number): Promise<void> {
  const shown = await findBeneficiary(id, connectorId)
  if (!shown) throw new Error(`There is no beneficiary ${id}`)
  await verifyBeneficiary({ id, shownFingerprint: beneficiaryFingerprint(shown) }, { userId, kind: 'user' })
  await execute(
    `update provider_beneficiaries set created_at = now() - interval '390 days', verified_at = now() - interval '389 days' where id = :id`,
    { id }
  )
}
