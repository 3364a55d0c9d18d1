import { makeBeneficiary } from '#app/banking/pages/acts/make_beneficiary'
import { verifyBeneficiary } from '#app/banking/pages/acts/verify_beneficiary'
import type { DemoSite } from '#app/demo/demo_sites'
import type { DemoUsers } from '#app/demo/demo_users'
import { ibanFromCcc } from '#app/kernel/identifiers/iban'

const PAYEES = [
  { name: 'Jardines y Piscinas Nerea SL', ccc: '210008130123400017', isVerified: true },
  { name: 'Seguridad Faro SL', ccc: '004915000123400025', isVerified: false },
]

/** Two payees that Sara made at the bank: one that a second person has verified, one that waits for it. */
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
    if (isVerified) await verifyBeneficiary(made.id, { userId: system, kind: 'user' })
  }
}
